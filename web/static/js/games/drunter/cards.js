// Cards as they are drawn: vote cards with their sign and number, building cards with what they are worth now; own
// symbols for buildings, lines, gangs and outhouses, each in a field of 24 × 24.

import { each, h, named } from "../../base/dom.js";
import { number, t } from "../../base/texts.js";
import { cardName, JOKER, SHRUG, SPECIALS, VOTES, kindName } from "./state.js";

/** @import { Side, View, Kind } from "./types.js" */

/** "yes", "no", "joker" or "shrug". @param {string} card */
export function sideOf(card) {
  if (card === JOKER) return "joker";
  if (card === SHRUG) return "shrug";
  return card.startsWith("JA") ? "yes" : "no";
}

const SIGNS = { yes: "✓", no: "✕", joker: "✓✕", shrug: "–" };

/** What a vote card says: its print, a sign that tells yes from no without colour, and its votes. @type {(card: string, as?: Side) => Child[]} */
export function voteFace(card, as) {
  const side = as ?? sideOf(card);
  return [
    h("b.print", { "aria-hidden": "true" }, card),
    h("span.sign-row", { "aria-hidden": "true" }, `${SIGNS[side]} ${number(VOTES[card])}`),
    h("span.unseen", voteText(card, as)),
  ];
}

/** @type {(card: string, as?: Side) => string} */
const voteText = (card, as) => t(`drunter.card_${as ?? sideOf(card)}`, { card, votes: VOTES[card] });

/** `more`: a further class. @type {(card: string, as?: Side, more?: string) => Child} */
export const voteCard = (card, as, more = "") =>
  h("span", { class: `vote-card ${as ?? sideOf(card)} ${more}` }, voteFace(card, as));

/** A building's value, struck out where a tile covers it. @type {(value: number, stands: boolean, label?: string) => Child} */
export function valueChip(value, stands, label = "") {
  const text = t(stands ? "drunter.stands" : "drunter.covered", { value });
  return h(
    stands ? "b" : "s",
    { class: ["chip-value", !stands && "gone"], title: [label, text].join(" ").trim() },
    number(value),
  );
}

/** What a card scores as the town stands. @type {(view: View, card: string) => number} */
export const pointsOf = ({ worth }, card) => worth[card].points;

/** What makes up a card's points: the values, those covered struck out; or how many of each type stand. @type {(view: View, card: string) => Child} */
export function reasons({ worth, town: { standing } }, card) {
  if (card === "one each")
    return each("span.reasons", Object.entries(standing), ([type, left]) => [
      typePicture(type),
      h("b.chip-value", `×${number(left.length)}`),
    ]);
  return each("span.reasons", worth[card].of, ([type, value, stands]) => [
    !(card in standing) && typePicture(type),
    valueChip(value, stands, cardName(type)),
  ]);
}

/** A card's symbol and name. @type {(card: string, more?: Child) => Child} */
export const namedCard = (card, more = null) =>
  h("span.building-card", typePicture(card, ""), h("b", cardName(card)), more);

/** What a special card counts, in a sentence; null: it is a building's. @type {(card: string) => Child} */
export const meaning = (card) =>
  SPECIALS.includes(card) && h("small.meaning", t(`drunter.means.${card.replace(/ /g, "_")}`));

/** A building card. `counts`: it is the one that counts, or is not; null: not yet fixed. @type {(view: View, card: string, counts?: boolean | null) => Child} */
export const buildingCard = (view, card, counts = null) =>
  namedCard(card, [
    meaning(card),
    h("span", t("drunter.worth_now", { points: pointsOf(view, card) })),
    counts !== null && h("i", t(counts ? "drunter.counts" : "drunter.counts_not")),
  ]);

/** Outlines of the building types of both editions; another edition's types show their first letters. @type {Record<string, string>} */
// prettier-ignore
const BUILDINGS = {
  saloon: "M6 3h10v4h3a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-3v4H6ZM16 10v4h2v-4Z",
  tavern: "M6 3h10v4h3a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-3v4H6ZM16 10v4h2v-4Z",
  bank: "M12 2 22 8v2H2V8ZM4 11h3v7H4ZM10.500 11h3v7h-3ZM17 11h3v7h-3ZM2 19h20v3H2Z",
  museum: "M3 4h18v16H3ZM6 7v10h12V7ZM7 16l4-6 3 4 1.500-2 2 4Z",
  school: "M2 5c4-1 7-1 9 1v14c-2-2-5-2-9-1ZM22 5c-4-1-7-1-9 1v14c2-2 5-2 9-1Z",
  "general store": "M3 3h18l1 6c0 3-4 3-4 0 0 3-4 3-4 0 0 3-4 3-4 0 0 3-4 3-4 0 0 3-4 3-4 0ZM4 13h16v9h-5v-6h-4v6H4Z",
  "town hall": "M11 1h2l4 3-4 2v3l9 5v8h-7v-5h-6v5H2v-8l9-5Z",
  jail: "M3 3h18v18H3ZM6 6v12h2V6ZM11 6v12h2V6ZM16 6v12h2V6Z",
  "fire tower": "M12 1c4 5 7 8 7 13a7 7 0 0 1-14 0c0-3 2-5 3-7 1 2 2 3 3 3 1-2 1-5 1-9Z",
  stable: "M5 3h4v9a3 3 0 0 0 6 0V3h4v9a7 7 0 0 1-5 6.700V22h-4v-3.300A7 7 0 0 1 5 12Z",
  church: "M11 1h2v3h3v2h-3v3l8 6v7h-7v-5h-4v5H3v-7l8-6V6H8V4h3Z",
};

/** The coach's wheel, the boat, the tower. @type {Record<Kind, string>} */
// prettier-ignore
const LINES = {
  street: "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20ZM11 5v5L7.500 6.500A7 7 0 0 1 11 5ZM13 5a7 7 0 0 1 3.500 1.500L13 10ZM5 11a7 7 0 0 1 1.200-3L9.500 11ZM14.500 11 17.800 8A7 7 0 0 1 19 11ZM5 13h4.500L6.200 16A7 7 0 0 1 5 13ZM14.500 13H19a7 7 0 0 1-1.200 3ZM11 14v5a7 7 0 0 1-3.500-1.500ZM13 14l3.500 3.500A7 7 0 0 1 13 19Z",
  river: "M11 1v13H3ZM13 4l7 10h-7ZM1 16h22l-4 6H5Z",
  wall: "M3 2h4v3h3V2h4v3h3V2h4v8h-2v12h-5v-5a2 2 0 0 0-4 0v5H5V10H3Z",
};

const OUTHOUSE =
  "M12 1 21 7v2h-2v13H5V9H3V7ZM12 17l4.500-4.500a2.600 2.600 0 0 0-4.500-3 2.600 2.600 0 0 0-4.500 3Z";

/** @type {(d: string, look: string) => Child} */
const path = (d, look) => h("path", { d, class: look, "fill-rule": "evenodd" });

/** What stands for a building type; the special cards have figures of their own. @param {string} type */
export function typeSymbol(type) {
  const known = BUILDINGS[type];
  if (known) return path(known, "symbol");
  const letters = { "all 3s": "3", "all 4s": "4", "one each": "1", "lowest of each": "↓" }[type];
  return h("text.symbol", { x: 12, y: 19, "text-anchor": "middle", "font-size": letters ? 22 : 15 }, [
    letters ?? cardName(type).slice(0, 2),
  ]);
}

/** @param {Kind} kind */
export const kindSymbol = (kind) => path(LINES[kind], `symbol ${kind}`);

export const outhouseSymbol = () => path(OUTHOUSE, "symbol outhouse");

/** A symbol as a picture within a text. @type {(symbol: Child, label: string, more?: string) => Child} */
const inText = (symbol, label, more = "") =>
  h("svg", { viewBox: "0 0 24 24", class: `in-text ${more}`, ...named(label) }, symbol);

/** @type {(type: string, label?: string) => Child} */
export const typePicture = (type, label = cardName(type)) => inText(typeSymbol(type), label);

/** @type {(kind: Kind, label?: string) => Child} */
export const kindPicture = (kind, label = kindName(kind)) => inText(kindSymbol(kind), label, kind);

/** @param {string} label */
export const outhousePicture = (label) => inText(outhouseSymbol(), label);
