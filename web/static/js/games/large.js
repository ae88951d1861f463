// A board that a phone shows whole, or large and to be scrolled.

import { role } from "../base/api.js";
import { choiceKey, h } from "../base/dom.js";
import { t } from "../base/texts.js";

/** By the board's name, whether the player wants it large: else as what is done on it needs it. @type {Record<string, boolean>} */
const wanted = {};

/**
 * How a board is shown in `place`: below `narrow_px` its squares are too small for a finger. `acts`: something is
 * done on it now.
 * @type {(name: string, place: HTMLElement, narrow_px: number, acts: boolean) => { sizeKey: (whole: string, larger: string) => Child, put: (board: Child) => Child }}
 */
export function sized(name, place, narrow_px, acts) {
  // Before it is shown for the first time, a place has no width.
  const width_px = place.clientWidth || window.innerWidth;
  const narrow = width_px < narrow_px && role !== "everyone";
  const isLarge = wanted[name] ?? (narrow && acts);
  const change = () => (wanted[name] = !isLarge);
  return {
    sizeKey: (whole, larger) =>
      narrow && choiceKey("size", t(isLarge ? whole : larger), isLarge, change, "size quiet"),
    put: (board) => h("div", { class: [name, isLarge && "large"], tabindex: isLarge && 0 }, board),
  };
}
