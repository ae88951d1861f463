// Where the cells of a board lie in the picture: places in fractions of it, by column and row.

/**
 * @typedef {object} Grid
 * @property {[number, number]} grid columns and rows
 * @property {Point[]} corners the centres of the corner cells, clockwise from the top left
 */

/** The way that a piece with so many quarter turns runs. @type {Point[]} */
// prettier-ignore
export const WAYS = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const ROUNDS = 4;

/** The place of a column and a row, which may lie between cells. @type {(board: Grid, at: Point) => Point} */
export function placeOf({ grid: [columns, rows], corners: [a, b, c, d] }, [column, row]) {
  const [u, v] = [column / Math.max(columns - 1, 1), row / Math.max(rows - 1, 1)];
  const along = (/** @type {0 | 1} */ axis) =>
    (1 - v) * ((1 - u) * a[axis] + u * b[axis]) + v * ((1 - u) * d[axis] + u * c[axis]);
  return [along(0), along(1)];
}

/** The column and the row, between cells too, that are seen at a place. @type {(board: Grid, place: Point) => Point} */
export function cellAt(board, place) {
  /** @type {Point} */
  let at = [(board.grid[0] - 1) / 2, (board.grid[1] - 1) / 2];
  for (let round = 0; round < ROUNDS; round++) {
    const here = placeOf(board, at);
    const right = placeOf(board, [at[0] + 1, at[1]]);
    const below = placeOf(board, [at[0], at[1] + 1]);
    const [ax, ay] = [right[0] - here[0], right[1] - here[1]];
    const [bx, by] = [below[0] - here[0], below[1] - here[1]];
    const [dx, dy] = [place[0] - here[0], place[1] - here[1]];
    const size = ax * by - ay * bx;
    at = [at[0] + (dx * by - dy * bx) / size, at[1] + (dy * ax - dx * ay) / size];
  }
  return at;
}

/** The corners of a cell, or of so many from it on, clockwise from its top left. @type {(board: Grid, cell: Point, size?: Point) => Point[]} */
export function cornersOf(board, [column, row], [columns, rows] = [1, 1]) {
  const [left, top, right, bottom] = [column - 0.5, row - 0.5, column + columns - 0.5, row + rows - 0.5];
  const ends = /** @type {Point[]} */ ([[left, top], [right, top], [right, bottom], [left, bottom]]); // prettier-ignore
  return ends.map((end) => placeOf(board, end));
}

/** The cells of a piece of so many parts, from its first on. @type {(first: Point, turns: number, length: number) => Point[]} */
export const cellsOf = ([column, row], turns, length) =>
  Array.from({ length }, (_, n) => [column + WAYS[turns][0] * n, row + WAYS[turns][1] * n]);
