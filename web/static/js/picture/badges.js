// Where small copies of the faces are drawn: beside the dice that they belong to, never on a die.

import { between } from "../base/plane.js";

/** @typedef {{ centre: Point, corners: Point[] }} Lying  a die, in units of the drawing */

/** The least side of a copy, and its share of the die's side. */
const COPY = { least: 24, share: 0.44 };
/** Room around a copy. */
const ROOM = 3;
/** Ways around a die, the best first: to the bottom right, to the right, below … */
const WAYS = [1, 0, 2, 3, 7, 4, 6, 5].map((eighth) => (eighth * Math.PI) / 4);
/** How far off a copy may be, in units of the least distance. */
const FAR = [1, 1.45, 2, 2.7, 3.5];

/** @param {number} side a die's side */
export const copySize = (side) => Math.max(COPY.least, side * COPY.share);

/**
 * The middle of each die's copy; null where there is no room for it.
 * @type {(dice: Lying[], side: number, field: { width: number, height: number }) => (Point | null)[]}
 */
export function copyPlaces(dice, side, { width, height }) {
  /** @type {Point[]} */
  const taken = [];
  const size = copySize(side);
  const half = size / 2 + ROOM;
  const isFree = (/** @type {Point} */ [x, y]) =>
    x > half &&
    y > half &&
    x < width - half &&
    y < height - half &&
    taken.every((at) => between(at, [x, y]) > size + ROOM) &&
    dice.every(({ corners }) => distance([x, y], corners) > half);
  return dice.map((die) => {
    const near = side / 2 + half;
    const ways = FAR.flatMap((times) => WAYS.map((way) => beside(die.centre, near * times, way)));
    const at = ways.find(isFree) ?? null;
    if (at) taken.push(at);
    return at;
  });
}

/** @type {(from: Point, by: number, way: number) => Point} */
const beside = ([x, y], by, way) => [x + by * Math.cos(way), y + by * Math.sin(way)];

/** How far a place is from a die's top; 0 within it. @type {(place: Point, corners: Point[]) => number} */
function distance(place, corners) {
  const edges = corners.map(
    (from, i) => /** @type {[Point, Point]} */ ([from, corners[(i + 1) % corners.length]]),
  );
  const sides = edges.map(
    ([[x1, y1], [x2, y2]]) => (x2 - x1) * (place[1] - y1) - (y2 - y1) * (place[0] - x1) > 0,
  );
  if (sides.every((side) => side === sides[0])) return 0;
  return Math.min(...edges.map(([from, to]) => toEdge(place, from, to)));
}

/** @type {(place: Point, from: Point, to: Point) => number} */
function toEdge([x, y], [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
}
