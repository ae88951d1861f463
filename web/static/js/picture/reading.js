// A reading, drawn over its picture, with small copies beside the dice; and what covers the table.

import { h } from "../base/dom.js";
import { WIDTH, between, pointsOf, sideOf, unitsOf } from "../base/plane.js";
import { dieGroup } from "./faces.js";
import { faceName, t } from "../base/texts.js";

/** @import { Text } from "../types.js" */

/** A board that was read. @type {(seen: Seen) => { cells: { sure: boolean }[] } | null} */
const boardOf = (seen) => ("board" in seen && /** @type {any} */ (seen.board)) || null;

/** What was read, in words. @param {Seen} seen */
export function readingText(seen) {
  const board = boardOf(seen);
  const told = /** @type {Text | undefined} */ (seen.drawn.text);
  const unsure = [...seen.dice, ...(board?.cells ?? [])].filter(({ sure }) => !sure).length;
  const count = board ? board.cells.length : seen.dice.length;
  const texts = told
    ? [t(told.code, told.params)]
    : [t(board ? "reading.board" : "reading.dice", { count })];
  if (unsure) texts.push(t("reading.unsure", { count: unsure }));
  else if (!(seen.drawn.sure ?? seen.sure)) texts.push(t("reading.doubt"));
  return texts.join(", ");
}

/** Dice that were read, in units of the drawing. @type {(dice: SeenDie[], height: number) => DrawnDie[]} */
export function drawnDice(dice, height) {
  const at = unitsOf(height);
  return dice.map((die) => ({ ...die, centre: at(die.centre), corners: die.corners.map(at) }));
}

/**
 * Every die that was read, and what its game draws beside. Dice whose centres are among `numbered` bear
 * their number there, all others a small copy of their face.
 * @type {(seen: Seen, height: number, drawOver: GamePage["drawOver"], numbered?: Point[]) => Child[]}
 */
export function readingDrawing(seen, height, drawOver, numbered = []) {
  const dice = drawnDice(seen.dice, height);
  const {
    lines = [],
    labels = [],
    joined = [],
  } = drawOver(seen.drawn, dice, unitsOf(height), boardOf(seen));
  const names = numbered.map(String);
  const side = Math.max(0, ...dice.map(sideOf));
  const places = copyPlaces(dice, side, { width: WIDTH, height });
  return [
    dice.map((die, place) => outline(die, joined.includes(place))),
    lines,
    dice.map((die, place) => {
      const number = names.indexOf(String(seen.dice[place].centre)) + 1;
      const at = places[place];
      return at && beside(die, at, side, number > 0 ? numberSign(number) : faceCopy(die));
    }),
    labels,
  ];
}

/** `joined`: the game draws lines around it and its neighbours. @type {(die: DrawnDie, joined: boolean) => Child} */
const outline = ({ corners, sure }, joined) =>
  rimmed(
    "polygon",
    { points: pointsOf(corners) },
    `${sure ? "sure" : "unsure"} ${joined ? "joined" : ""}`,
  );

/** A small sign beside a die, with a line to it. @type {(die: DrawnDie, at: Point, side: number, sign: Child) => Child} */
function beside(die, [x, y], side, sign) {
  const size = copySize(side);
  const way = Math.atan2(y - die.centre[1], x - die.centre[0]);
  const edge = side / 2;
  const line = {
    x1: die.centre[0] + edge * Math.cos(way),
    y1: die.centre[1] + edge * Math.sin(way),
    x2: x,
    y2: y,
  };
  const transform = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  return h("g", { class: die.sure ? "badge" : "badge unsure" }, [
    h("line", { ...line, class: "leader halo" }),
    h("line", { ...line, class: "leader" }),
    h("g", { transform }, sign),
  ]);
}

/** A small copy of the face that was read, so that eye and die can be compared. @param {DrawnDie} die */
const faceCopy = (die) =>
  h("g", [
    die.sure ? dieGroup(die.face) : roundSign("?", "doubt"),
    h("title", die.sure ? faceName(die.face) : t("reading.perhaps", { face: die.face })),
  ]);

/** The number that a die has in a list beside the picture. @param {number} number */
const numberSign = (number) => roundSign(String(number), "number-sign");

/** @type {(text: string, kind: string) => Child} */
const roundSign = (text, kind) =>
  h("g", { class: kind }, [
    h("rect", { x: 2, y: 2, width: 96, height: 96, rx: 48 }),
    h("text", { x: 50, y: 76, "text-anchor": "middle", "font-size": 76 }, text),
  ]);

/** What covers the table (a hand, a sleeve), hatched. @type {(outlines: Watch["hand"], height: number) => Child} */
export function coverDrawing(outlines, height) {
  if (!outlines.length) return null;
  const at = unitsOf(height);
  const stripes = [
    h("path.cover-stripe.dark", { d: "M4 0V18" }),
    h("path.cover-stripe", { d: "M13 0V18" }),
  ];
  const hatching = {
    id: "hatching",
    width: 18,
    height: 18,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  };
  return h("g.cover", [
    h("defs", h("pattern", hatching, stripes)),
    h("title", t("reading.covered")),
    outlines.map((outline_) =>
      h("polygon", { points: pointsOf(outline_.map(at)), fill: "url(#hatching)" }),
    ),
  ]);
}

/** What was read, rimmed where it lies: `shape` is drawn twice, as its halo and its rim. @type {(shape: string, at: Attributes, look: string, title?: string) => Child} */
export const rimmed = (shape, at, look, title = "") =>
  h("g", { class: `seen ${look}` }, [
    title && h("title", title),
    h(`${shape}.halo`, at),
    h(`${shape}.rim`, at),
  ]);

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
    const ways = FAR.flatMap((times) => WAYS.map((way) => placeBy(die.centre, near * times, way)));
    const at = ways.find(isFree) ?? null;
    if (at) taken.push(at);
    return at;
  });
}

/** @type {(from: Point, by: number, way: number) => Point} */
const placeBy = ([x, y], by, way) => [x + by * Math.cos(way), y + by * Math.sin(way)];

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
