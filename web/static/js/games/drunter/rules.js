// The rules in short: the tiles, laying, bridges, the vote with its printed example, the end, the expert variant.

import { each, h } from "../../base/dom.js";
import { number, t } from "../../base/texts.js";
import { gangMark, SIDE, tilePicture, tileShape } from "./board.js";
import { meaning, voteCard, kindPicture, outhousePicture, typePicture } from "./cards.js";
import { figures, section } from "../generic.js";
import { cardName, JOKER, KINDS, kindName, laysOf, LENGTHS, viewOf } from "./state.js";

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
    const most = book.buildings.values.reduce((sum, value) => sum + value, 0);
    const common = [
      section(
        "rules.aim",
        "drunter.rules.aim",
        { most },
        figures(types, (type) => typePicture(type, ""), cardName),
      ),
      section("drunter.rules.tiles", "drunter.rules.tiles_text", {}, tiles(book.box)),
      section("rules.turn", "drunter.rules.turn", {}, turn()),
      section("drunter.rules.bridges", "drunter.rules.bridges_text", {}, bridges()),
    ];
    const specials = figures(
      book.specials,
      (card) => typePicture(card, ""),
      (card) => [cardName(card), meaning(card)],
    );
    const cards = book.cards_each.expert;
    const expert = section("drunter.rules.expert", "drunter.rules.expert_text", { cards }, specials);
    if (state && variant === "expert") return [...common, expert];
    const { passed } = book.example;
    const result = passed ? "drunter.reveal.passed" : "drunter.reveal.refused";
    const basic = [
      ...common,
      section("drunter.rules.votes", "drunter.rules.votes_text", { votes: book.votes.joker }, [
        outhousePicture(t("drunter.outhouse")),
        each("div.hand-small", book.votes.cards, (card) => voteCard(card)),
      ]),
      section("drunter.rules.example", result, {}, example(book.example)),
      section("drunter.rules.end", "drunter.rules.end_text"),
    ];
    return state ? basic : [...basic, expert];
  },

  now(state) {
    const view = viewOf(state);
    if (view.phase === "lay") return layNow(view);
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

/** @type {(view: View) => string[]} */
function layNow(view) {
  const lays = laysOf(view);
  const kinds = KINDS.filter((kind) => lays.some((lay) => lay.kind === kind));
  return kinds.map((kind) =>
    t("drunter.rules.now_lay", {
      line: kindName(kind),
      lays: lays.filter((lay) => lay.kind === kind).length,
    }),
  );
}

/** How many tiles of each kind and length there are. @param {Book["box"]} box */
const tiles = (box) =>
  h("table.rules-tiles", [
    each("tbody", KINDS, (kind) =>
      h("tr", [
        h("th", { scope: "row" }, kindPicture(kind, ""), kindName(kind)),
        LENGTHS.map((length) => h("td", tilePicture(kind, length), ` ×${number(box[kind][length])}`)),
      ]),
    ),
  ]);

const turn = () => scene(4, 2, [gangMark("street", [0.5 * SIDE, SIDE]), tileAt("street", 2, 1.5, 1)]);

const bridges = () =>
  scene(5, 3, [
    tileAt("wall", 3, 1.5, 0.5, " rotate(90)"),
    gangMark("river", [0.5 * SIDE, 1.5 * SIDE]),
    tileAt("river", 2, 2.5, 1.5),
  ]);

/** @type {(columns: number, rows: number, inside: Child[]) => Child} */
const scene = (columns, rows, inside) =>
  h("svg.town.rules-scene", { viewBox: `0 0 ${columns * SIDE} ${rows * SIDE}`, "aria-hidden": "true" }, [
    inside,
  ]);

/** @type {(kind: Kind, length: number, column: number, row: number, turned?: string) => Child} */
const tileAt = (kind, length, column, row, turned = "") =>
  h("g", { class: `tile ${kind}`, transform: `translate(${column * SIDE} ${row * SIDE})${turned}` }, [
    tileShape(kind, length),
  ]);

/** A vote: whose cards say what. @param {Book["example"]} example */
const example = ({ cards, as, yes, no }) => [
  cards.map((own) =>
    each("div.hand-small", own, (card) => voteCard(card, card === JOKER ? as : undefined)),
  ),
  h("b", `✓ ${number(yes)} : ${number(no)} ✕`),
];
