// The pieces of the puzzle, drawn.

import { h } from "../../base/dom.js";

/** Of a piece's square, in units of the drawing. */
const SQUARE = 10;

/** @param {[number, number][]} squares */
export function pieceDrawing(squares) {
  const columns = Math.max(...squares.map(([column]) => column)) + 1;
  const rows = Math.max(...squares.map(([, row]) => row)) + 1;
  return h(
    "svg.piece",
    {
      viewBox: `-1 -1 ${columns * SQUARE + 2} ${rows * SQUARE + 2}`,
      width: `${0.55 * columns}em`,
      height: `${0.55 * rows}em`,
      "aria-hidden": "true",
    },
    squares.map(([column, row]) =>
      h("rect", { x: column * SQUARE, y: row * SQUARE, width: SQUARE, height: SQUARE }),
    ),
  );
}
