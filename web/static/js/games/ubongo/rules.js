// The rules in short, told with the game's own numbers and drawings of what they speak of.

import { h } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { gem, gemCount, pieceDrawing, symbolPicture } from "./gems.js";
import { awaited, colourName, symbolName, viewOf } from "./state.js";

/** @import { Book, Colour, View } from "./types.js" */

/** @typedef {Record<"seconds" | "rounds" | "pieces", { default: number }> & { late_takes: { default: boolean } }} Options */

/** @type {Rules} */
const rules = {
  sections(/** @type {{ book: Book, options: Options }} */ { book, options }, state) {
    const view = state && viewOf(state);
    const seconds = view ? Math.min(...Object.values(view.players).map((one) => one.seconds)) : null;
    const late = view ? view.late_takes : options.late_takes.default;
    return [
      aim(book),
      round(book, {
        seconds: seconds ?? options.seconds.default,
        rounds: view?.rounds ?? options.rounds.default,
        take: view?.pieces ?? options.pieces.default,
      }),
      calls(book),
      takes(book, late),
      glass(),
      end(book),
    ];
  },

  now(state) {
    const view = viewOf(state);
    const { starter } = view;
    /** @type {Record<View["phase"], () => string[]>} */
    const ways = {
      laying_out: () => [t("ubongo.rules.now_lay")],
      to_roll: () => [t("ubongo.rules.now_roll", { seat: starter })],
      running: () => [t("ubongo.rules.now_solve"), ...mayTakeNow(state, view)],
      to_turn: () => [t("ubongo.rules.now_turn")],
      taking: () => mayTakeNow(state, view),
      ended: () => [],
    };
    return ways[view.phase]();
  },
};

export default rules;

/** @type {(state: State, view: View) => string[]} */
const mayTakeNow = (_state, view) =>
  awaited(view).map((name) =>
    t("ubongo.rules.now_take", { seat: name, fields: view.players[name].reach ?? 0 }),
  );

/** @type {(book: Book) => Section} */
const aim = ({ colours, gems_of_a_colour: each }) => ({
  title: t("rules.aim"),
  drawing: colours.map((colour) => h("figure", gem(colour, ""), h("figcaption", colourName(colour)))),
  text: t("ubongo.rules.aim", { colours: colours.length, each }),
});

/** @type {(book: Book, agreed: { seconds: number, rounds: number, take: number }) => Section} */
const round = ({ symbols, pieces }, agreed) => ({
  title: t("ubongo.rules.round"),
  drawing: [
    symbols.map((symbol) => h("figure", symbolPicture(symbol, ""), h("figcaption", symbolName(symbol)))),
    h("div.rules-pieces", Object.values(pieces).map(pieceDrawing)),
  ],
  text: t("ubongo.rules.round_text", { ...agreed, pieces: Object.keys(pieces).length }),
});

/** @type {(book: Book) => Section} */
function calls({ reach }) {
  const row = (/** @type {number} */ fields, /** @type {number} */ place) =>
    h(
      "tr",
      h("th", { scope: "row" }, t("ubongo.rules.caller", { place: place + 1 })),
      h("td", t("ubongo.calls.reach", { fields })),
    );
  return {
    title: t("ubongo.calls.title"),
    drawing: h("table.worth", h("tbody", reach.map(row))),
    text: t("ubongo.rules.calls_text"),
  };
}

/** @type {(book: Book, late: boolean) => Section} */
const takes = ({ gems_of_a_take: gems, rows, holes }, late) => ({
  title: t("ubongo.rules.takes"),
  text: t(late ? "ubongo.rules.takes_late" : "ubongo.rules.takes_text", { gems, rows, holes }),
});

/** @type {() => Section} */
const glass = () => ({ title: t("ubongo.glass.title"), text: t("ubongo.rules.glass_text") });

/** @type {(book: Book) => Section} */
const end = ({ colours, example: { won, winner } }) => ({
  title: t("ubongo.rules.end"),
  drawing: won.map((gems, place) => example(colours, gems, place === winner)),
  text: t("ubongo.rules.end_text"),
});

/** @type {(colours: Colour[], gems: Partial<Record<Colour, number>>, won: boolean) => Child} */
function example(colours, gems, won) {
  const held = colours.filter((colour) => gems[colour]);
  const sorted = held.sort((one, other) => (gems[other] ?? 0) - (gems[one] ?? 0));
  return h(
    "p.rules-held",
    won && h("b", `★ ${t("ubongo.rules.wins")}`),
    sorted.map((colour) => gemCount(colour, gems[colour] ?? 0, false)),
  );
}
