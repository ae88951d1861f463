// Before a game a newcomer is told what this is: fetched only where none is played.

import { bringOnce } from "../base/later.js";
import { redraw } from "../base/redraw.js";

/** @typedef {(place: HTMLElement, state: State) => void} Draw */

/** What draws it, once it is there. @type {Draw | null} */
let draw = null;
/** @type {() => Promise<Draw>} */
const greeting = bringOnce("greets");

/** Whoever was sent here by another page's greeting has read it, and begins. */
const isRead = location.hash === "#start";
if (isRead) history.replaceState(null, "", location.pathname + location.search);

/** @type {Draw} */
export function drawGreeting(place, state) {
  place.toggleAttribute("hidden", isRead || state.sitting !== null);
  if (isRead) return;
  if (draw) draw(place, state);
  else if (state.sitting === null)
    greeting().then(
      (found) => {
        draw = found;
        redraw();
      },
      (error) => console.warn("the greeting cannot be loaded", error),
    );
}
