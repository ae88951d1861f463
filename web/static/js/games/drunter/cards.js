// Cards as they are drawn: vote cards with their sign and number, building cards with what they are worth now.

import { each, h } from "../../base/dom.js";
import { number, t } from "../../base/texts.js";
import { valueChip } from "./lines.js";
import { cardName, JOKER, SHRUG, SPECIALS, VOTES } from "./state.js";
import { typePicture } from "./symbols.js";

/** @import { Side, View } from "./types.js" */

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
