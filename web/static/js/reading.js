// A reading, drawn over the picture that it belongs to; and what covers the table just now.

import { svg } from "./dom.js";
import { dieGroup } from "./faces.js";
import { faceName, t } from "./texts.js";

/** @import { DrawnDie, Point, Seen, Watch } from "./types.js" */
/** @import { GamePage } from "./games/generic.js" */

/** Width of the drawing over the picture, whatever the picture's size: its units. */
export const WIDTH = 1000;
/** The least side of the small copy of a face, and its share of the die's side. */
const COPY = { least: 26, share: 0.5 };

/** Dice that were read, in words. @param {Seen} seen */
export function readingText(seen) {
  const unsure = seen.dice.filter((die) => !die.sure).length;
  const texts = [t("reading.dice", { count: seen.dice.length })];
  if (unsure) texts.push(t("reading.unsure", { count: unsure }));
  else if (!seen.sure) texts.push(t("reading.doubt"));
  return texts.join(", ");
}

/**
 * Every die that was read, and what its game draws beside.
 * @type {(seen: Seen, height: number, drawOver: GamePage["drawOver"]) => SVGElement[]}
 */
export function readingDrawing(seen, height, drawOver) {
  const at = unitsOf(height);
  const dice = seen.dice.map((die) => ({
    ...die,
    centre: at(die.centre),
    corners: die.corners.map(at),
  }));
  const { lines = [], labels = [], joined = [] } = drawOver(seen.drawn, dice, at);
  return [
    ...dice.map((die, place) => outline(die, joined.includes(place))),
    ...lines,
    ...dice.map(faceCopy),
    ...labels,
  ];
}

/**
 * From fractions of the picture to units of the drawing.
 * @type {(height: number) => (point: Point) => Point}
 */
const unitsOf =
  (height) =>
  ([x, y]) => [x * WIDTH, y * height];

/** @param {readonly Point[]} corners */
export const pointsOf = (corners) =>
  corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** The length of a die's side. @param {DrawnDie} die */
export const sideOf = ({ corners: [[x1, y1], [x2, y2]] }) => Math.hypot(x2 - x1, y2 - y1);

/** How far a point is to the right and down. @param {Point} point */
const farness = ([x, y]) => x + y;

/** @param {Point[]} corners */
export const topLeftOf = (corners) =>
  corners.reduce((found, corner) => (farness(corner) < farness(found) ? corner : found));

/** @param {Point[]} corners */
const bottomRightOf = (corners) =>
  corners.reduce((found, corner) => (farness(corner) > farness(found) ? corner : found));

/**
 * `joined`: the game draws lines around it and its neighbours.
 * @type {(die: DrawnDie, joined: boolean) => SVGElement}
 */
function outline(die, joined) {
  const points = pointsOf(die.corners);
  return svg(
    "g",
    { class: `seen ${die.sure ? "sure" : "unsure"} ${joined ? "joined" : ""}` },
    svg("polygon", { points, class: "halo" }),
    svg("polygon", { points, class: "rim" }),
  );
}

/**
 * A small copy of the face that was read, at the die's corner, so that eye and die can be compared.
 * @param {DrawnDie} die
 */
function faceCopy(die) {
  const size = Math.max(COPY.least, sideOf(die) * COPY.share);
  const [x, y] = bottomRightOf(die.corners);
  const transform = `translate(${x - size * 0.62} ${y - size * 0.62}) scale(${size / 100})`;
  return svg(
    "g",
    { transform, class: die.sure ? "badge" : "badge unsure" },
    die.sure ? dieGroup(die.face) : questionMark(),
    svg("title", {}, die.sure ? faceName(die.face) : t("reading.perhaps", { face: die.face })),
  );
}

function questionMark() {
  return [
    svg("rect", { x: 2, y: 2, width: 96, height: 96, rx: 48, class: "doubt" }),
    svg("text", { x: 50, y: 76, "text-anchor": "middle", "font-size": 76, class: "doubt-mark" }, "?"),
  ];
}

/**
 * What covers the table (a hand, a sleeve), hatched.
 * @type {(outlines: Watch["hand"], height: number) => SVGElement | null}
 */
export function coverDrawing(outlines, height) {
  if (!outlines.length) return null;
  const at = unitsOf(height);
  const stripes = [
    svg("path", { d: "M4 0V18", class: "cover-stripe dark" }),
    svg("path", { d: "M13 0V18", class: "cover-stripe" }),
  ];
  const hatching = {
    id: "hatching",
    width: 18,
    height: 18,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  };
  return svg(
    "g",
    { class: "cover" },
    svg("defs", {}, svg("pattern", hatching, stripes)),
    svg("title", {}, t("reading.covered")),
    outlines.map((outline_) =>
      svg("polygon", { points: pointsOf(outline_.map(at)), fill: "url(#hatching)" }),
    ),
  );
}
