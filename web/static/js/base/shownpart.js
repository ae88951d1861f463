// Which part of the camera's picture this page shows: words say where a piece lies in that part.

/** @import { Text } from "../types.js" */
/** A square part of the picture, in fractions of it. @typedef {{ x: number, y: number, size: number }} Part */

/** @type {Part} */
export const WHOLE = { x: 0, y: 0, size: 1 };

let shown = WHOLE;
const changing = new EventTarget();

/** @param {Part} part */
export function setShownPart(part) {
  shown = part;
  changing.dispatchEvent(new Event("change"));
}

/** @param {() => void} act is called whenever another part is shown */
export const onShownPart = (act) => changing.addEventListener("change", act);

/**
 * The third, across and down, of the shown part in which the first place lies that a text speaks of: each
 * 0 to 2, as texts ask for it.
 * @type {(text?: Text | null) => { third_across?: number, third_down?: number }}
 */
export function thirdsOf(text) {
  const [place] = /** @type {Point[]} */ (text?.places ?? []);
  if (!place) return {};
  const third = (/** @type {number} */ at, /** @type {number} */ start) =>
    Math.min(2, Math.max(0, Math.floor((3 * (at - start)) / shown.size)));
  return { third_across: third(place[0], shown.x), third_down: third(place[1], shown.y) };
}
