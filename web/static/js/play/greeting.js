// Before a game a newcomer is told what this is: fetched only where none is played.

import { bringOnce } from "../base/later.js";

/** @typedef {(place: HTMLElement, state: State) => void} Draw */

let isThere = false;
/** @type {() => Promise<Draw>} */
const greeting = bringOnce("greets");
/** What it is drawn from once it is there. @type {[HTMLElement, State]} */
let last;

/** Whoever was sent here by another page's greeting has read it, and begins. */
const isRead = location.hash === "#start";
if (isRead) history.replaceState(null, "", location.pathname + location.search);

/** @type {Draw} */
export function drawGreeting(place, state) {
  last = [place, state];
  place.toggleAttribute("hidden", isRead || state.sitting !== null);
  if (isRead) return;
  if (state.sitting === null || isThere)
    greeting().then(
      (draw) => {
        isThere = true;
        draw(...last);
      },
      (error) => console.warn("the greeting cannot be loaded", error),
    );
}
