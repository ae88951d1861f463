// Places on a picture, in fractions of it, and on the drawing over it, in units.

/** Width of the drawing over the picture, whatever the picture's size: its units. */
export const WIDTH = 1000;

/** No less than nothing, no more than all. @param {number} share */
export const within = (share) => Math.min(1, Math.max(0, share));

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
