// The cells of a board that was read: where they lie in the picture, and what was read on each.

import { onPicture, squareAt, squareUnder } from "../teach/homography.js";
import { EMPTY } from "../teach/pieces.js";

/** @typedef {SeenBoard["cells"][number]} SeenCell */

/** Where the cells of a board lie on its picture. @param {SeenBoard} board */
function cellsOf({ corners, grid: [columns, rows] }) {
  const at = onPicture(corners, columns + 1, rows + 1);
  return (/** @type {number} */ column, /** @type {number} */ row) => at(column + 0.5, row + 0.5);
}

/** Where the cells of a board have their middles, in fractions of the picture. @param {SeenBoard} board @returns {Point[]} */
export function cellMiddles(board) {
  const [columns, rows] = board.grid;
  const at = cellsOf(board);
  return Array.from({ length: columns * rows }, (_, n) =>
    at((n % columns) + 0.5, Math.floor(n / columns) + 0.5),
  );
}

/** The cell that was tapped, whether or not anything was read on it; null beside the board. @type {(board: SeenBoard, at: Point) => SeenCell | null} */
export function cellUnder(board, at) {
  const [columns, rows] = board.grid;
  const place = squareUnder(cellsOf(board), columns, rows, at);
  return place && cellAt(board, place);
}

/** A cell of a board; one on which nothing was read is bare. @type {(board: SeenBoard, place: readonly number[]) => SeenCell} */
function cellAt(board, [column, row]) {
  const corners = squareAt(cellsOf(board), column, row);
  const bare = { label: EMPTY, turns: 0, on: null, confidence: 1, sure: true, likely: [] };
  const there = board.cells.find(({ cell: [x, y] }) => x === column && y === row);
  return there ?? { ...bare, cell: [column, row], corners };
}

/** A cell can be put right unless something hides it. @type {(board: SeenBoard, cell: SeenCell) => boolean} */
export const isInView = ({ hidden }, { cell: [column, row] }) =>
  !hidden.some(({ cell: [x, y] }) => x === column && y === row);
