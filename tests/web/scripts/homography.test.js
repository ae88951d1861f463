import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

openPage();
const { linesOf, squareAt, squaresOn, squareUnder } = await script("picture/homography");

const [COLUMNS, ROWS] = [6, 4];
const SLANTED = [[0.2, 0.2], [0.8, 0.2], [0.95, 0.9], [0.05, 0.9]];

test("the middles of the corner squares lie where they were set", () => {
  const { at } = squaresOn(SLANTED, COLUMNS, ROWS);
  const ends = [[0.5, 0.5], [COLUMNS - 0.5, 0.5], [COLUMNS - 0.5, ROWS - 0.5], [0.5, ROWS - 0.5]];
  for (const [place, [x, y]] of SLANTED.entries()) {
    const [u, v] = at(ends[place][0], ends[place][1]);
    assert.ok(Math.hypot(u - x, v - y) < 1e-9);
  }
});

test("straight lines of a board seen at a slant stay straight", () => {
  const { at } = squaresOn(SLANTED, COLUMNS, ROWS);
  const [a, b, c] = [at(0, 0), at(3, 2), at(6, 4)];
  assert.ok(Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) < 1e-9);
  assert.equal(linesOf(at, COLUMNS, ROWS).length, COLUMNS + ROWS + 2);
});

test("the middle of each square lies under that square, what is beside the board under none", () => {
  const board = squaresOn(SLANTED, COLUMNS, ROWS);
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column < COLUMNS; column += 1) {
      const corners = squareAt(board.at, column, row);
      const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis] / 4, 0));
      assert.deepEqual(squareUnder(board, COLUMNS, ROWS, middle), [column, row]);
    }
  assert.equal(squareUnder(board, COLUMNS, ROWS, [0.02, 0.02]), null);
});

test("a place of the picture leads back to its square, also between squares", () => {
  const { at, under } = squaresOn(SLANTED, COLUMNS, ROWS);
  for (const [column, row] of [[0.5, 0.5], [5.5, 3.5], [1.25, 2.75], [3, 2]]) {
    const [across, down] = under(at(column, row));
    assert.ok(Math.hypot(across - column, down - row) < 1e-9);
  }
});
