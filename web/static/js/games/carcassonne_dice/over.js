// Drawn over the camera's picture: the cities that were read, their open edges, and how large they are.

import { h } from "../../base/dom.js";
import { between, middleOf, sideOf } from "../../base/plane.js";
import { t } from "../../base/texts.js";

/** @import { SeenCity } from "./types.js" */

/** Edges of two dice whose middles are nearer than this, in sides, lie against each other. */
const AGAINST = 0.35;
/** Of the label beside a city: its height, its distance from the city, and about how wide a letter is. */
const LABEL = { height: 40, off: 10, letter: 15, padding: 13 };
/** It is no nearer to the middle of another die than so many sides: nothing of that die is covered. */
const CLEAR = 0.75;

/** @type {(drawn: { cities?: SeenCity[] }, dice: DrawnDie[], at: (point: Point) => Point) => Drawing} */
export function drawOver(drawn, dice, at) {
  const cities = (drawn.cities ?? []).filter((city) => city.dice.length > 1);
  return {
    lines: [
      ...cities.map((city) => outline(city, dice)),
      ...cities.flatMap((city) => city.open_edges.map(([from, to]) => openEdge(at(from), at(to)))),
    ],
    labels: cities.map((city) => label(city, dice, at([1, 1]))),
    joined: cities.flatMap((city) => city.dice),
  };
}

/** The outer edges of a city's dice: those that no other die of it lies against. @type {(city: SeenCity, dice: DrawnDie[]) => Child} */
function outline(city, dice) {
  const edges = city.dice.flatMap((place) => {
    const { corners } = dice[place];
    const near = sideOf(dice[place]) * AGAINST;
    return corners.map((from, i) => ({ place, near, from, to: corners[(i + 1) % corners.length] }));
  });
  const outer = edges.filter(
    (edge) =>
      !edges.some(
        (other) => other.place !== edge.place && between(middle(edge), middle(other)) < edge.near,
      ),
  );
  const d = outer.map(({ from, to }) => `M${from.join(" ")}L${to.join(" ")}`).join("");
  return h("g", { class: city.closed ? (city.scores ? "city closed" : "city small") : "city open" }, [
    h("path.halo", { d }),
    h("path.wall", { d }),
  ]);
}

/** @param {{ from: Point, to: Point }} edge */
const middle = ({ from, to }) => middleOf([from, to]);

/** @type {(from: Point, to: Point) => Child} */
function openEdge([x1, y1], [x2, y2]) {
  const line = { x1, y1, x2, y2 };
  return h("g.gap", h("line", { ...line, class: "halo" }), h("line", { ...line, class: "mark" }));
}

/** `end`: the picture's bottom right. @type {(city: SeenCity, dice: DrawnDie[], end: Point) => Child} */
function label(city, dice, end) {
  const size = city.dice.length;
  const closed = city.scores ? t("city.closed_short", { size }) : t("city.closed_nothing", { size });
  const text = city.closed ? closed : t("city.open_short", { count: city.open_edges.length });
  const width = 2 * LABEL.padding + text.length * LABEL.letter;
  const [x, y] = labelPlace(city, dice, width, end);
  return h(
    "g",
    {
      class: city.closed ? (city.scores ? "tag closed" : "tag small") : "tag open",
      transform: `translate(${x} ${y})`,
    },
    h("rect", { width, height: LABEL.height, rx: 8 }),
    h("text", { x: width / 2, y: 28, "text-anchor": "middle", "font-size": 26 }, text),
  );
}

/**
 * Where a label of that width begins: above its city, else below or beside it; on no other die.
 * @type {(city: SeenCity, dice: DrawnDie[], width: number, end: Point) => Point}
 */
function labelPlace(city, dice, width, end) {
  const corners = city.dice.flatMap((place) => dice[place].corners);
  const [left, top] = [0, 1].map((axis) => Math.min(...corners.map((corner) => corner[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...corners.map((corner) => corner[axis])));
  const [x, y] = [(left + right - width) / 2, (top + bottom - LABEL.height) / 2];
  const above = /** @type {Point} */ ([x, Math.max(6, top - LABEL.off - LABEL.height)]);
  /** @type {Point[]} */
  const places = [above, [x, bottom + LABEL.off], [right + LABEL.off, y], [left - LABEL.off - width, y]];
  const others = dice.filter((_, place) => !city.dice.includes(place));
  const isFree = (/** @type {Point} */ at) =>
    at[0] >= 0 &&
    at[0] + width <= end[0] &&
    at[1] + LABEL.height <= end[1] &&
    others.every((die) => farFrom(die.centre, at, width) > CLEAR * sideOf(die));
  return places.find(isFree) ?? above;
}

/** How far a point is from a label that begins there. @type {(point: Point, at: Point, width: number) => number} */
function farFrom([x, y], [left, top], width) {
  const across = Math.max(left - x, 0, x - left - width);
  return Math.hypot(across, Math.max(top - y, 0, y - top - LABEL.height));
}
