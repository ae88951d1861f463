// Where the squares of a board lie on its picture: four corners fix a flat board seen at a slant.

/** From a place on the board, in squares from its top left corner, to the picture. @typedef {(column: number, row: number) => Point} OnPicture */
/** That way, and the way back. @typedef {{ at: OnPicture, under: (place: readonly number[]) => Point }} Squares */

/**
 * `corners` are the middles of the four corner squares, clockwise from the top left; with no `inset` they are the
 * board's own.
 * @type {(corners: readonly (readonly number[])[], columns: number, rows: number, inset?: number) => Squares}
 */
export function squaresOn(corners, columns, rows, inset = 0.5) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const whole = dx1 * dy2 - dx2 * dy1;
  const [g, k] = [(sx * dy2 - dx2 * sy) / whole, (dx1 * sy - sx * dy1) / whole];
  const [ax, ay] = [x1 - x0 + g * x1, y1 - y0 + g * y1];
  const [bx, by] = [x3 - x0 + k * x3, y3 - y0 + k * y3];
  const [across, down] = [columns, rows].map((count) => Math.max(count - 2 * inset, 1));
  return {
    at(column, row) {
      const [u, v] = [(column - inset) / across, (row - inset) / down];
      const below = g * u + k * v + 1;
      return [(ax * u + bx * v + x0) / below, (ay * u + by * v + y0) / below];
    },
    under([x, y]) {
      const [p, q, r, s] = [ax - x * g, bx - x * k, ay - y * g, by - y * k];
      const size = p * s - q * r;
      const [u, v] = [(s * (x - x0) - q * (y - y0)) / size, (p * (y - y0) - r * (x - x0)) / size];
      return [inset + across * u, inset + down * v];
    },
  };
}

/** The corners of a square, or of so many from it on, clockwise from its own top left. @type {(at: OnPicture, column: number, row: number, size?: readonly number[]) => Point[]} */
export const squareAt = (at, column, row, [columns, rows] = [1, 1]) => [
  at(column, row),
  at(column + columns, row),
  at(column + columns, row + rows),
  at(column, row + rows),
];

/** The lines between the squares, from end to end. @type {(at: OnPicture, columns: number, rows: number) => [Point, Point][]} */
export function linesOf(at, columns, rows) {
  /** @type {[Point, Point][]} */
  const lines = [];
  for (let column = 0; column <= columns; column += 1) lines.push([at(column, 0), at(column, rows)]);
  for (let row = 0; row <= rows; row += 1) lines.push([at(0, row), at(columns, row)]);
  return lines;
}

/**
 * The square in which a place of the picture is; null where it is in none.
 * @type {(board: Squares, columns: number, rows: number, place: readonly number[]) => [number, number] | null}
 */
export function squareUnder({ under }, columns, rows, place) {
  const [column, row] = under(place).map(Math.floor);
  return column >= 0 && column < columns && row >= 0 && row < rows ? [column, row] : null;
}
