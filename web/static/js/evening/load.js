// What belongs to the whole evening (the end of a game, the next one, past games), and what greets a newcomer before
// it, is fetched when it is first wanted: no page needs it at once.

import { show } from "../base/dom.js";
import { broughtWhenWanted } from "../base/later.js";

/** @typedef {typeof import("../pages/evening.js").default} Evening */
/** @typedef {(place: HTMLElement, state: State) => void} Draw */

/** @type {() => Evening | null} */
export const evening = broughtWhenWanted("around");
/** @type {() => Draw | null} */
const greeting = broughtWhenWanted("greets");

/** How the game is set up, and how it ended, as soon as that is told. @type {Draw} */
export function drawEnd(place, state) {
  const { set_up: setUp, end } = state;
  // A stage tells the end in its own way.
  if (!setUp && (!end || document.body.classList.contains("stage"))) show(place, []);
  else evening()?.[setUp ? "setUp" : "end"](place, state);
}

/** Whoever was sent here by another page's greeting has read it, and begins. */
const isRead = location.hash === "#start";
if (isRead) history.replaceState(null, "", location.pathname + location.search);

/** @type {Draw} */
export function drawGreeting(place, state) {
  if (isRead || state.sitting !== null) return show(place, []);
  place.hidden = false;
  return greeting()?.(place, state);
}
