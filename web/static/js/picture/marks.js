// Which dice are meant: drawn where they lie or lay last; those that are put right, in their order.

import { h } from "../base/dom.js";
import { WIDTH, between, sideOf, unitsOf } from "../base/plane.js";

/** Side of a die where none is seen, in units of the drawing. */
const SIDE = 60;
/** Of the ring around a die: its radius, in sides; of the arrow to it: its length, in units. */
const RING = 0.95;
const ARROW = 90;
/** A ring on a board's cell is so much smaller than one around a die of the cell's size. */
const PART_OF_CELL = 0.5;
/** A die is at a place if its centre is nearer than this, in sides. */
const THERE = 0.6;

/** The place that a page points at just now, as a player goes from die to die. @type {Point | null} */
let pointed = null;
const pointing = new EventTarget();

/** @param {Point | null} place in fractions of the picture */
export function pointAt(place) {
  if (String(place) === String(pointed)) return;
  pointed = place;
  pointing.dispatchEvent(new Event("change"));
}

/** @param {() => void} act is called whenever another place is pointed at */
export const onPointing = (act) => pointing.addEventListener("change", act);

/**
 * The places of the dice that are meant, in fractions of the picture. What a player points at comes before
 * what is asked, and that before what is noticed.
 * @type {(state: State) => Point[]}
 */
export function placesMeant({ notice, proposal }) {
  if (pointed) return [pointed];
  const asked = /** @type {Point[]} */ (proposal?.text.places ?? []);
  return asked.length ? asked : /** @type {Point[]} */ (notice?.places ?? []);
}

/**
 * A ring around each place and an arrow to it; dashed, with a question mark, where no die is seen now.
 * `cell`: the side of a board's cell, where a board was read: then a place is one of its cells.
 * @type {(places: Point[], dice: DrawnDie[], height: number, cell?: number | null) => Child[]}
 */
export function marksDrawing(places, dice, height, cell = null) {
  const side = cell !== null ? cell * PART_OF_CELL : dice.length ? Math.max(...dice.map(sideOf)) : SIDE;
  return places.map((place) => {
    const at = unitsOf(height)(place);
    const seen = cell !== null || dice.some(({ centre }) => between(centre, at) < THERE * side);
    return h("g", { class: seen ? "meant" : "meant missed" }, [
      ["halo", "mark"].map((kind) => [
        h("circle", { cx: at[0], cy: at[1], r: side * RING, class: kind }),
        h("path", { d: arrow(at, side * RING, height), class: kind }),
      ]),
      !seen &&
        h(
          "text",
          { x: at[0], y: at[1] + side * 0.3, "text-anchor": "middle", "font-size": side * 0.9 },
          "?",
        ),
    ]);
  });
}

/** The length of a cell's side, in units of the drawing. @type {(board: SeenBoard, height: number) => number} */
export const cellSide = ({ corners, grid: [columns] }, height) =>
  sideOf({ corners: corners.map(unitsOf(height)) }) / columns;

/** An arrow to a ring, from the middle of the picture. @type {(at: Point, radius: number, height: number) => string} */
function arrow([x, y], radius, height) {
  const turn = Math.atan2(height / 2 - y, WIDTH / 2 - x);
  const to = (/** @type {number} */ far, /** @type {number} */ aside) =>
    `${x + far * Math.cos(turn) - aside * Math.sin(turn)} ${y + far * Math.sin(turn) + aside * Math.cos(turn)}`;
  const tip = radius + 8;
  return `M${to(tip + ARROW, 0)}L${to(tip, 0)}M${to(tip + 26, 22)}L${to(tip, 0)}L${to(tip + 26, -22)}`;
}

/** A die as it was read, and its place in the list that the table gave. @typedef {{ read: SeenDie, place: number }} Read */

/** The choice that is put right: the likeliest that names dice. @param {Proposal} proposal */
export const choiceOf = ({ choices }) => choices.find(({ dice }) => dice.length > 0);

/**
 * The dice to be put right: doubtful ones first, then from left to right. They are numbered so, here and on
 * the picture.
 * @type {(proposal: Proposal | null) => Read[]}
 */
export function diceInOrder(proposal) {
  const choice = proposal?.kind === "correction" ? choiceOf(proposal) : null;
  const dice = (choice?.dice ?? []).map((read, place) => ({ read, place }));
  return dice.sort(
    (one, other) =>
      Number(one.read.sure) - Number(other.read.sure) || one.read.centre[0] - other.read.centre[0],
  );
}
