// A part as it is drawn, over its own picture: its fields are named and its sides opened or walled by tap.

import { h } from "../base/dom.js";
import { pressedBy } from "../base/keys.js";
import { pair, t } from "../base/texts.js";

/** How a game names and draws what is printed on a field, in a field of 40 × 40. @typedef {{ name: (label: string) => string, draw: (label: string) => Child }} Fields */

export const ROCK = "#";
const WAY = " ";
/** The side of a field, in units of the drawing, and of what a game draws there. */
const SIDE = 40;
/** So wide is what a finger meets of a side. */
const FINGER = 14;

/** A drawing with another mark at a place. @type {(drawing: string[], x: number, y: number, mark: string) => string[]} */
export const marked = (drawing, x, y, mark) =>
  drawing.map((line, row) => (row === y ? line.slice(0, x) + mark + line.slice(x + 1) : line));

/**
 * The part; `act` is given the drawing as it is after a tap, null: nothing is tapped.
 * @type {(drawing: string[], legend: Record<string, string>, fields: Fields, image: string | null, mark: string, act: ((drawing: string[]) => void) | null) => Child}
 */
export function partDrawing(drawing, legend, fields, image, mark, act) {
  const count = (drawing.length - 1) / 2;
  const width = count * SIDE;
  const places = drawing.flatMap((line, y) => [...line].map((_, x) => [x, y]));
  return h("svg.part-drawing", { viewBox: `-4 -4 ${width + 8} ${width + 8}`, role: "group" }, [
    image && h("image", { href: image, width, height: width, preserveAspectRatio: "none" }),
    places
      .filter(([x, y]) => x % 2 && y % 2)
      .map(([x, y]) => fieldDrawn(drawing, x, y, legend, fields, mark, act)),
    places.filter(([x, y]) => x % 2 !== y % 2).map(([x, y]) => sideDrawn(drawing, x, y, act)),
  ]);
}

/** @type {(drawing: string[], x: number, y: number, legend: Record<string, string>, fields: Fields, mark: string, act: ((drawing: string[]) => void) | null) => Child} */
function fieldDrawn(drawing, x, y, legend, fields, mark, act) {
  const now = drawing[y][x];
  const floor = Object.keys(legend)[0];
  const label = legend[now];
  const place = { row: (y + 1) / 2, column: (x + 1) / 2 };
  const name = pair(t("mosaic.field", place), label ? fields.name(label) : t("mosaic.rock"));
  const tap = () => act?.(marked(drawing, x, y, now === mark ? floor : mark));
  return tapped(
    { class: now === ROCK ? "field rock" : "field", "data-key": `field-${(x - 1) / 2}-${(y - 1) / 2}` },
    name,
    act && tap,
    h("g", { transform: `translate(${((x - 1) / 2) * SIDE} ${((y - 1) / 2) * SIDE})` }, [
      h("rect", { width: SIDE, height: SIDE }),
      label ? fields.draw(label) : null,
    ]),
  );
}

/** @type {(drawing: string[], x: number, y: number, act: ((drawing: string[]) => void) | null) => Child} */
function sideDrawn(drawing, x, y, act) {
  const wall = drawing[y][x] !== WAY;
  const upright = x % 2 === 0;
  const [left, top] = [(x / 2) * SIDE, (y / 2) * SIDE];
  const at = upright ? [left, top - SIDE / 2] : [left - SIDE / 2, top];
  const name = t(wall ? "mosaic.wall" : "mosaic.way");
  const finger = upright
    ? { x: at[0] - FINGER / 2, y: at[1] + 6, width: FINGER, height: SIDE - 12 }
    : { x: at[0] + 6, y: at[1] - FINGER / 2, width: SIDE - 12, height: FINGER };
  return tapped(
    { class: wall ? "side wall" : "side way", "data-key": `side-${x}-${y}` },
    name,
    act && (() => act(marked(drawing, x, y, wall ? WAY : ROCK))),
    h("path", { d: `M${at[0]} ${at[1]}${upright ? "v" : "h"}${SIDE}` }),
    h("rect", finger),
  );
}

/** @type {(attributes: Record<string, string>, name: string, act: (() => void) | null, ...inside: Child[]) => Child} */
function tapped(attributes, name, act, ...inside) {
  const keys = act && { tabindex: "0", "aria-label": name, ...pressedBy(act) };
  return h("g", { ...attributes, ...keys }, h("title", name), ...inside);
}
