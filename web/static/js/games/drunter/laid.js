// How the town is set up: the board with its gangs, the tiles and cards that each takes.

import { each, h } from "../../base/dom.js";
import { number } from "../../base/texts.js";
import { section } from "../generic.js";
import { boardDrawing, tilePicture } from "./board.js";
import { voteCard } from "./cards.js";
import { openHands } from "./lines.js";
import { LENGTHS, viewOf } from "./state.js";
import { typePicture } from "./symbols.js";

/** @import { View } from "./types.js" */
/** @typedef {{ share: Record<string, Record<string, number>>, votes: { cards: string[] }, cards_each: Record<View["variant"], number> }} Book */

/** @type {(told: { book: Book }, state: State) => Laid} */
export function setUp({ book }, state) {
  const view = viewOf(state);
  const parts = [
    section("drunter.set_up.board", "drunter.set_up.board_text", {}, boardDrawing(view)),
    view.tiles ? dealt(state.seats, view.tiles) : drawn(book.share[state.seats.length]),
    cards(book, view),
  ];
  return { parts };
}

/** What each takes from the box. @type {(seats: string[], tiles: NonNullable<View["tiles"]>) => Section} */
const dealt = (seats, tiles) =>
  section("drunter.set_up.tiles", "drunter.take.all", {}, openHands(seats, tiles, null));

/** How many of each length everybody draws. @param {Record<string, number>} share @returns {Section} */
const drawn = (share) =>
  section(
    "drunter.set_up.tiles",
    "drunter.set_up.draw",
    {},
    LENGTHS.map((length) =>
      h("span.open-hand", `${number(share[length])} ×`, tilePicture("wall", length)),
    ),
  );

/** @type {(book: Book, view: View) => Section} */
function cards({ votes, cards_each }, { variant, town }) {
  const basic = variant === "basic";
  const shown = basic
    ? each("div.hand-small", votes.cards, (card) => voteCard(card))
    : Object.keys(town.standing).map((type) => typePicture(type, ""));
  const text = basic ? "drunter.set_up.votes" : "drunter.set_up.secret";
  return section("drunter.set_up.cards", text, { cards: cards_each[variant] }, shown);
}
