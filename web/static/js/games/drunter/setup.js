// Before the game: whether the table deals, or the players have their own; and how the town is set up.

import { each, h } from "../../base/dom.js";
import { tickBox } from "../../base/form.js";
import { number, t } from "../../base/texts.js";
import { section } from "../generic.js";
import { boardDrawing, tilePicture } from "./board.js";
import { voteCard, typePicture } from "./cards.js";
import { openHands } from "./lines.js";
import { LENGTHS, viewOf } from "./state.js";

/** @import { View } from "./types.js" */

/** @type {(told: { book: { share: Record<string, Record<string, number>> } }) => Setup} */
export function setup(told) {
  const own = { tiles: false, cards: false };
  return {
    hides: [],
    draw: (players) => {
      const check = (/** @type {"tiles" | "cards"} */ what, /** @type {Child} */ hint) => {
        const tick = (/** @type {boolean} */ checked) => (own[what] = checked);
        const label = tickBox(`own-${what}`, t(`drunter.setup.own_${what}`), own[what], tick);
        return [label, h("p.hint", hint)];
      };
      return [
        check("tiles", own.tiles ? drawn(told.book.share[players.length]) : t("drunter.setup.tiles")),
        // Dealt by the table: who has no phone could not know the own one.
        check("cards", t(own.cards ? "drunter.setup.show_cards" : "drunter.setup.cards")),
      ];
    },
    // What is null in the first line the table is not told, and does not deal.
    words: () => ({ ...(own.tiles ? { tiles: null } : {}), ...(own.cards ? { cards: null } : {}) }),
  };
}

/** How many tiles of each length everybody draws. @param {Record<string, number> | undefined} share */
const drawn = (share) =>
  share &&
  t("drunter.setup.draw", { ones: number(share[1]), twos: number(share[2]), threes: number(share[3]) });

/** @typedef {{ share: Record<string, Record<string, number>>, votes: { cards: string[] }, cards_each: Record<View["variant"], number> }} Book */

/** @type {(told: { book: Book }, state: State) => Laid} */
export function setUp({ book }, state) {
  const view = viewOf(state);
  const parts = [
    section("drunter.set_up.board", "drunter.set_up.board_text", {}, boardDrawing(view)),
    view.tiles ? dealt(state.seats, view.tiles) : toDraw(book.share[state.seats.length]),
    cards(book, view),
  ];
  return { parts };
}

/** What each takes from the box. @type {(seats: string[], tiles: NonNullable<View["tiles"]>) => Section} */
const dealt = (seats, tiles) =>
  section("drunter.set_up.tiles", "drunter.take.all", {}, openHands(seats, tiles, null));

/** How many of each length everybody draws. @param {Record<string, number>} share @returns {Section} */
const toDraw = (share) =>
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
