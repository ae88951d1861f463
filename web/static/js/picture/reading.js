// A reading, drawn over the picture that it belongs to; and what covers the table just now.

import { copyPlaces, copySize } from "./badges.js";
import { h } from "../base/dom.js";
import { pointsOf, sideOf, unitsOf, WIDTH } from "../base/plane.js";
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
  return h(
    "g",
    { class: die.sure ? "badge" : "badge unsure" },
    h("line", { ...line, class: "leader halo" }),
    h("line", { ...line, class: "leader" }),
    h("g", { transform }, sign),
  );
}

/** A small copy of the face that was read, so that eye and die can be compared. @param {DrawnDie} die */
const faceCopy = (die) =>
  h(
    "g",
    die.sure ? dieGroup(die.face) : roundSign("?", "doubt"),
    h("title", die.sure ? faceName(die.face) : t("reading.perhaps", { face: die.face })),
  );

/** The number that a die has in a list beside the picture. @param {number} number */
const numberSign = (number) => roundSign(String(number), "number-sign");

/** @type {(text: string, kind: string) => Child} */
const roundSign = (text, kind) =>
  h(
    "g",
    { class: kind },
    h("rect", { x: 2, y: 2, width: 96, height: 96, rx: 48 }),
    h("text", { x: 50, y: 76, "text-anchor": "middle", "font-size": 76 }, text),
  );

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
  return h(
    "g.cover",
    h("defs", h("pattern", hatching, stripes)),
    h("title", t("reading.covered")),
    outlines.map((outline_) =>
      h("polygon", { points: pointsOf(outline_.map(at)), fill: "url(#hatching)" }),
    ),
  );
}

/** What was read, rimmed where it lies: `shape` is drawn twice, as its halo and its rim. @type {(shape: string, at: Attributes, look: string, title?: string) => Child} */
export const rimmed = (shape, at, look, title = "") =>
  h(
    "g",
    { class: `seen ${look}` },
    title && h("title", title),
    h(`${shape}.halo`, at),
    h(`${shape}.rim`, at),
  );
