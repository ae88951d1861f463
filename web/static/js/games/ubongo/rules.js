// The rules in short, told with the game's own numbers and drawings of what they speak of.

import { each, h } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { figures, section } from "../generic.js";
import { gem, gemCount, pieceDrawing, symbolPicture } from "./gems.js";
import { awaited, colourName, symbolName, viewOf } from "./state.js";

/** @import { Book, Colour, View } from "./types.js" */

/** @typedef {Record<"seconds" | "rounds" | "pieces", { default: number }> & { late_takes: { default: boolean } }} Options */

/** @type {Rules} */
const rules = {
  sections(/** @type {{ book: Book, options: Options }} */ { book, options }, state) {
    const { colours, symbols, pieces, reach, example: won, gems_of_a_take: gems, rows, holes } = book;
    const view = state && viewOf(state);
    const late = view ? view.late_takes : options.late_takes.default;
    const agreed = {
      seconds: view
        ? Math.min(...Object.values(view.players).map((one) => one.seconds))
        : options.seconds.default,
      rounds: view?.rounds ?? options.rounds.default,
      take: view?.pieces ?? options.pieces.default,
      pieces: Object.keys(pieces).length,
    };
    const aim = { colours: colours.length, each: book.gems_of_a_colour };
    const takes = late ? "ubongo.rules.takes_late" : "ubongo.rules.takes_text";
    return [
      section(
        "rules.aim",
        "ubongo.rules.aim",
        aim,
        figures(colours, (colour) => gem(colour, ""), colourName),
      ),
      section("ubongo.rules.round", "ubongo.rules.round_text", agreed, [
        figures(symbols, (symbol) => symbolPicture(symbol, ""), symbolName),
        h("div.rules-pieces", Object.values(pieces).map(pieceDrawing)),
      ]),
      section("ubongo.calls.title", "ubongo.rules.calls_text", {}, callers(reach)),
      section("ubongo.rules.takes", takes, { gems, rows, holes }),
      section("ubongo.glass.title", "ubongo.rules.glass_text"),
      section(
        "ubongo.rules.end",
        "ubongo.rules.end_text",
        {},
        won.won.map((held, place) => example(colours, held, place === won.winner)),
      ),
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

/** How far each caller may move, by the order of the calls. @param {number[]} reach */
const callers = (reach) =>
  h("table.worth", [
    each("tbody", reach, (fields, place) =>
      h("tr", [
        h("th", { scope: "row" }, t("ubongo.rules.caller", { place: place + 1 })),
        h("td", t("ubongo.calls.reach", { fields })),
      ]),
    ),
  ]);

/** @type {(colours: Colour[], gems: Partial<Record<Colour, number>>, won: boolean) => Child} */
function example(colours, gems, won) {
  const held = colours.filter((colour) => gems[colour]);
  const sorted = held.sort((one, other) => (gems[other] ?? 0) - (gems[one] ?? 0));
  return h("p.rules-held", [
    won && h("b", `★ ${t("ubongo.rules.wins")}`),
    sorted.map((colour) => gemCount(colour, gems[colour] ?? 0, false)),
  ]);
}
