// Before a game a newcomer is told what this is: fetched only where none is played.

import { byId } from "../base/dom.js";
import { bring } from "../base/later.js";

/** @typedef {(place: HTMLElement, state: State) => void} Draw */

/** @type {Draw | null} */
let drawn = null;
/** @type {Promise<void> | null} */
let coming = null;
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
  if (drawn) drawn(place, state);
  else if (state.sitting === null) coming = coming ?? fetchIt();
}

async function fetchIt() {
  try {
    drawn = await bring(/** @type {HTMLLinkElement} */ (byId("greets")));
    drawn?.(...last);
  } catch (error) {
    coming = null; // the connection is lost: the next state tries again
    console.warn("the greeting cannot be loaded", error);
  }
}
