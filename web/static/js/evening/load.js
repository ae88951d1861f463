// What belongs to the whole evening (the end of a game, the next one, past games) is fetched when it is first
// wanted: no page needs it at once.

import { show } from "../dom.js";

/** @import { State } from "../types.js" */
/** @typedef {typeof import("./part.js").default} Evening */

/** @type {Promise<Evening> | null} */
let fetched = null;
/** The state that was drawn last. @type {State | null} */
let latest = null;

/** @type {() => Promise<Evening>} */
export function evening() {
  fetched = fetched ?? load();
  return fetched;
}

/** @returns {Promise<Evening>} */
async function load() {
  /** @type {HTMLLinkElement | null} */
  const link = document.querySelector("link[data-part]");
  try {
    const style = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: link?.dataset.style ?? "",
    });
    document.head.append(style);
    return (await import(link?.href ?? "")).default;
  } catch (error) {
    fetched = null; // the connection is lost: the next state tries again
    throw error;
  }
}

/** How the game ended, as soon as that is told. @type {(place: HTMLElement, state: State) => void} */
export function drawEnd(place, state) {
  latest = state;
  if (!state.end) show(place, null, () => []);
  else
    evening().then(
      ({ end }) => latest?.end && end(place, latest),
      (error) => console.warn(error),
    );
}
