// Places on a picture, in fractions of it, and on the drawing over it, in units; which part of it this page shows.

/** @import { Text } from "../types.js" */

/** Width of the drawing over the picture, whatever the picture's size: its units. */
export const WIDTH = 1000;

/** No less than nothing, no more than all. @param {number} share */
export const within = (share) => Math.min(1, Math.max(0, share));

/** A pointer's place on the picture, in fractions of it. @type {(event: MouseEvent, layer: SVGSVGElement) => Point} */
export function placeOf({ clientX, clientY }, layer) {
  const { left, top, width, height } = layer.getBoundingClientRect();
  return [within((clientX - left) / width), within((clientY - top) / height)];
}

/** @type {(one: readonly number[], other: readonly number[]) => number} */
export const between = ([x1, y1], [x2, y2]) => Math.hypot(x2 - x1, y2 - y1);

/** The length of a square's side. @param {{ corners: readonly (readonly number[])[] }} square */
export const sideOf = ({ corners: [from, to] }) => between(from, to);

/** The middle of a square. @param {readonly (readonly number[])[]} corners @returns {Point} */
export const middleOf = (corners) => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

/** From fractions of the picture to units of the drawing. @type {(height: number) => (point: readonly number[]) => Point} */
export const unitsOf =
  (height) =>
  ([x, y]) => [x * WIDTH, y * height];

/** @param {readonly Point[]} corners */
export const pointsOf = (corners) =>
  corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** How far a point is to the right and down. @param {Point} point */
const farness = ([x, y]) => x + y;

/** @param {Point[]} corners */
export const topLeftOf = (corners) =>
  corners.reduce((found, corner) => (farness(corner) < farness(found) ? corner : found));

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
