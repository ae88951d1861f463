// Leads to where moves are entered by tap.

import { focusOn } from "../base/dom.js";

/** Show what can be entered by tap: where it is folded away, in what is one's own, or on the game's board. */
export function openEnter() {
  const details = /** @type {HTMLDetailsElement | null} */ (document.querySelector("#enter details"));
  if (details) details.open = true;
  const place = details ?? document.querySelector("#own:not(.later, [hidden]), #game");
  place?.scrollIntoView({ block: "start" });
  if (place) focusOn("summary, button", place);
}
