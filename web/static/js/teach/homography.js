// Where the squares of a board lie on its picture: four corners fix a flat board seen at a slant.

/** From a place on the board, in squares from its top left corner, to the picture. @typedef {(column: number, row: number) => Point} OnPicture */

/**
 * `corners` are the middles of the four corner squares, clockwise from the top left.
 * @type {(corners: readonly (readonly number[])[], columns: number, rows: number) => OnPicture}
 */
export function onPicture(corners, columns, rows) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const whole = dx1 * dy2 - dx2 * dy1;
  const [g, k] = [(sx * dy2 - dx2 * sy) / whole, (dx1 * sy - sx * dy1) / whole];
  return (column, row) => {
    const [u, v] = [(column - 0.5) / (columns - 1), (row - 0.5) / (rows - 1)];
    const below = g * u + k * v + 1;
    const x = (x1 - x0 + g * x1) * u + (x3 - x0 + k * x3) * v + x0;
    const y = (y1 - y0 + g * y1) * u + (y3 - y0 + k * y3) * v + y0;
    return [x / below, y / below];
  };
}

/** The corners of a square, clockwise from its own top left. @type {(at: OnPicture, column: number, row: number) => Point[]} */
export const squareAt = (at, column, row) => [
  at(column, row),
  at(column + 1, row),
  at(column + 1, row + 1),
  at(column, row + 1),
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
 * @type {(at: OnPicture, columns: number, rows: number, place: readonly number[]) => [number, number] | null}
 */
export function squareUnder(at, columns, rows, place) {
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      if (isInside(squareAt(at, column, row), place)) return [column, row];
  return null;
}

/** @type {(square: Point[], place: readonly number[]) => boolean} */
const isInside = (square, [x, y]) =>
  square.every(([x1, y1], number) => {
    const [x2, y2] = square[(number + 1) % square.length];
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= 0;
  });
