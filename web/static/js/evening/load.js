// What belongs to the whole evening (the end of a game, the next one, past games), and what greets a newcomer before
// it, is fetched when it is first wanted: no page needs it at once.

import { show, redraw } from "../base/dom.js";
import { bringOnce } from "../base/later.js";

/** @typedef {typeof import("../pages/evening.js").default} Evening */

/** @type {() => Promise<Evening>} */
export const evening = bringOnce("around");

/** What was fetched. @type {Evening | null} */
let around = null;

/** How the game is set up, and how it ended, as soon as that is told. @type {(place: HTMLElement, state: State) => void} */
export function drawEnd(place, state) {
  const { set_up: setUp, end } = state;
  // A stage tells the end in its own way.
  if (!setUp && (!end || document.body.classList.contains("stage"))) show(place, []);
  else if (around) (setUp ? around.setUp : around.end)(place, state);
  else
    evening().then(
      (found) => {
        around = found;
        redraw();
      },
      (error) => console.warn(error),
    );
}

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
