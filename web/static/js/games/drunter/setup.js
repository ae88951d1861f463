// Before the game: whether the table deals tiles and building cards, or the players have their own before them.

import { h } from "../../base/dom.js";
import { tickBox } from "../../base/form.js";
import { number, t } from "../../base/texts.js";

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
