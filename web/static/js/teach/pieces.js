// What lies on a board, by its label: in words, and written over its picture.

import { h } from "../base/dom.js";
import { nameOf } from "../base/texts.js";
import { copySize } from "../picture/reading.js";

/** The label of a square on which nothing lies. */
export const EMPTY = "empty";

/** The parts of a label, as players call them. @param {string} label */
export const partsOf = (label) => label.split(".").map((part) => nameOf(`piece.${part}`, part));

/** @param {string} label */
export const pieceName = (label) => partsOf(label).join(" ");

/** Words below each other, in the middle of a square. @type {(words: string[], at: Point, size: number) => Child} */
export function wordLines(words, [x, y], size) {
  const top = y - ((words.length - 1) * size) / 2 + size * 0.35;
  const look = { "font-size": size, "text-anchor": "middle" };
  return words.map((word, line) => h("text", { x, y: top + line * size, ...look }, word));
}

/** The name of a piece and which way it lies, written over its square. @type {(label: string, on: string | null, turns: number, at: Point, side: number) => Child} */
export function pieceLabel(label, on, turns, [x, y], side) {
  const words = [...(label === EMPTY ? [] : partsOf(label)), ...(on ? partsOf(on) : [])];
  return h("g.piece-label", [
    label !== EMPTY &&
      h("path.way", {
        d: "M-9 4L0 -9L9 4",
        transform: `translate(${x} ${y}) rotate(${turns * 90}) translate(0 ${-side * 0.42}) scale(${side / 90})`,
      }),
    wordLines(words, [x, y], side * 0.27),
  ]);
}

/**
 * The name of a token, beside it; on it where there is no room. A cross where nothing lies.
 * @type {(label: string, token: Point, side: number, place?: Point | null) => Child}
 */
export function tokenLabel(label, token, side, place = null) {
  const [x, y] = place ?? token;
  const right = x - token[0];
  const near = Math.abs(right) < side * 0.3;
  const edge = near ? x : x - (Math.sign(right) * copySize(side)) / 2;
  const anchor = near ? "middle" : right > 0 ? "start" : "end";
  return h("g.piece-label", [
    h("text", { x: edge, y: y + side * 0.12, "font-size": side * 0.36, "text-anchor": anchor }, [
      label === EMPTY ? "✕" : pieceName(label),
    ]),
  ]);
}
