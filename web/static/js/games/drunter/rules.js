// The rules in short: the tiles, laying, bridges, the vote with its printed example, the end, the expert variant.

import { each, h } from "../../base/dom.js";
import { number, t } from "../../base/texts.js";
import { gangMark, SIDE, tilePicture, tileShape } from "./board.js";
import { meaning, voteCard } from "./cards.js";
import { cardName, KINDS, kindName, laysOf, LENGTHS, viewOf } from "./state.js";
import { kindPicture, outhousePicture, typePicture } from "./symbols.js";

/** @import { Kind, Side, View } from "./types.js" */
/**
 * What the rule book says of itself; `box` counts tiles by kind and length.
 * @typedef {object} Book
 * @property {Record<Kind, Record<string, number>>} box
 * @property {string[]} types
 * @property {{ types: number, values: number[] }} buildings
 * @property {{ cards: string[], joker: number }} votes
 * @property {Record<View["variant"], number>} cards_each
 * @property {string[]} specials
 * @property {{ cards: string[][], as: Side, yes: number, no: number, passed: boolean }} example
 */
/** @typedef {{ variant: { default: View["variant"] } }} Options */

/** @type {Rules} */
const rules = {
  sections(/** @type {{ book: Book, options: Options }} */ { book, options }, state) {
    const variant = state ? viewOf(state).variant : options.variant.default;
    const types = state ? Object.keys(viewOf(state).town.standing) : book.types;
    const common = [aim(book, types), tiles(book), turn(), bridges()];
    if (state && variant === "expert") return [...common, expert(book)];
    const basic = [...common, votes(book), example(book), end()];
    return state ? basic : [...basic, expert(book)];
  },

  now(state) {
    const view = viewOf(state);
    const seat = state.to_move;
    if (view.phase === "lay") return layNow(view, seat);
    /** @type {Partial<Record<View["phase"], string>>} */
    const ways = {
      vote: t("drunter.rules.now_vote"),
      declare: t("drunter.rules.now_declare"),
      choose: t("drunter.rules.now_choose"),
      show: t("drunter.rules.now_show"),
    };
    const way = ways[view.phase];
    return way ? [way] : [];
  },
};

export default rules;

/** @type {(view: View, seat: string | null) => string[]} */
function layNow(view, seat) {
  const lays = laysOf(view, seat);
  const kinds = KINDS.filter((kind) => lays.some((lay) => lay.kind === kind));
  return kinds.map((kind) =>
    t("drunter.rules.now_lay", {
      line: kindName(kind),
      lays: lays.filter((lay) => lay.kind === kind).length,
    }),
  );
}

/** @type {(book: Book, types: string[]) => Section} */
const aim = ({ buildings: { values } }, types) => ({
  title: t("rules.aim"),
  drawing: types.map((type) => h("figure", typePicture(type, ""), h("figcaption", cardName(type)))),
  text: t("drunter.rules.aim", { most: values.reduce((sum, value) => sum + value, 0) }),
});

/** @type {(book: Book) => Section} */
function tiles({ box }) {
  const rows = KINDS.map((kind) =>
    h(
      "tr",
      h("th", { scope: "row" }, kindPicture(kind, ""), kindName(kind)),
      LENGTHS.map((length) => h("td", tilePicture(kind, length), ` ×${number(box[kind][length])}`)),
    ),
  );
  return {
    title: t("drunter.rules.tiles"),
    drawing: h("table.rules-tiles", h("tbody", rows)),
    text: t("drunter.rules.tiles_text"),
  };
}

/** @type {() => Section} */
const turn = () => ({
  title: t("rules.turn"),
  drawing: scene(4, 2, [gangMark("street", [0.5 * SIDE, SIDE]), tileAt("street", 2, 1.5, 1)]),
  text: t("drunter.rules.turn"),
});

/** @type {() => Section} */
const bridges = () => ({
  title: t("drunter.rules.bridges"),
  drawing: scene(5, 3, [
    tileAt("wall", 3, 1.5, 0.5, " rotate(90)"),
    gangMark("river", [0.5 * SIDE, 1.5 * SIDE]),
    tileAt("river", 2, 2.5, 1.5),
  ]),
  text: t("drunter.rules.bridges_text"),
});

/** @type {(columns: number, rows: number, inside: Child[]) => Child} */
const scene = (columns, rows, inside) =>
  h(
    "svg.town.rules-scene",
    { viewBox: `0 0 ${columns * SIDE} ${rows * SIDE}`, "aria-hidden": "true" },
    inside,
  );

/** @type {(kind: Kind, length: number, column: number, row: number, turned?: string) => Child} */
const tileAt = (kind, length, column, row, turned = "") =>
  h(
    "g",
    { class: `tile ${kind}`, transform: `translate(${column * SIDE} ${row * SIDE})${turned}` },
    tileShape(kind, length),
  );

/** @type {(book: Book) => Section} */
const votes = ({ votes: { cards, joker } }) => ({
  title: t("drunter.rules.votes"),
  drawing: [
    outhousePicture(t("drunter.outhouse")),
    each("div.hand-small", cards, (card) => voteCard(card)),
  ],
  text: t("drunter.rules.votes_text", { votes: joker }),
});

/** @type {(book: Book) => Section} */
const example = ({ example: { cards, as, yes, no, passed } }) => ({
  title: t("drunter.rules.example"),
  drawing: [
    cards.map((own) =>
      each("div.hand-small", own, (card) => voteCard(card, card === "JEEIIN" ? as : undefined)),
    ),
    h("b", `✓ ${number(yes)} : ${number(no)} ✕`),
  ],
  text: t(passed ? "drunter.reveal.passed" : "drunter.reveal.refused"),
});

/** @type {() => Section} */
const end = () => ({ title: t("drunter.rules.end"), text: t("drunter.rules.end_text") });

/** @type {(book: Book) => Section} */
const expert = ({ cards_each, specials }) => ({
  title: t("drunter.rules.expert"),
  drawing: specials.map((card) =>
    h("figure", typePicture(card, ""), h("figcaption", cardName(card), meaning(card))),
  ),
  text: t("drunter.rules.expert_text", { cards: cards_each.expert }),
});
