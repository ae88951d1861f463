// Cards as they are drawn: vote cards with their sign and number, building cards with what they are worth now.

import { each, h } from "../../base/dom.js";
import { number, t } from "../../base/texts.js";
import { valueChip } from "./lines.js";
import { cardName, JOKER, printedOn, SHRUG, SPECIALS, VOTES } from "./state.js";
import { typePicture } from "./symbols.js";

/** @import { Building, Side, View } from "./types.js" */

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

/** The buildings that count for a card, standing or covered. @type {(view: View, card: string) => Building[]} */
function countedFor({ board, town }, card) {
  const { buildings } = printedOn(board);
  const stands = standsIn(town.standing);
  if (card === "all 3s" || card === "all 4s")
    return buildings.filter(({ value }) => value === Number(card[card.length - 2]));
  if (card === "one each") return buildings;
  if (card !== "lowest of each") return buildings.filter(({ type }) => type === card);
  return Object.keys(town.standing).flatMap((type) => {
    const left = buildings.filter((one) => one.type === type && stands(one));
    return left.sort((one, other) => one.value - other.value).slice(0, 1);
  });
}

/** @type {(standing: View["town"]["standing"]) => (building: Building) => boolean} */
const standsIn =
  (standing) =>
  ({ type, value }) =>
    standing[type]?.includes(value) ?? false;

/** What a card scores as the town stands. @type {(view: View, card: string) => number} */
export function pointsOf(view, card) {
  const stand = countedFor(view, card).filter(standsIn(view.town.standing));
  if (card === "one each") return stand.length;
  return stand.reduce((sum, { value }) => sum + value, 0);
}

/** What makes up a card's points: the values, those covered struck out; or how many of each type stand. @type {(view: View, card: string) => Child} */
export function reasons(view, card) {
  const { standing } = view.town;
  if (card === "one each") {
    const counts = Object.entries(standing).map(([type, left]) => [
      typePicture(type),
      h("b.chip-value", `×${number(left.length)}`),
    ]);
    return h("span.reasons", counts);
  }
  const stands = standsIn(standing);
  const all = countedFor(view, card).sort(
    (one, other) => one.value - other.value || one.type.localeCompare(other.type),
  );
  return each("span.reasons", all, (building) => [
    !(card in standing) && typePicture(building.type),
    valueChip(building.value, stands(building), cardName(building.type)),
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
