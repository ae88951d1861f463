import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

openPage();
const { clockwise, laysOf, lastLay, printedOn } = await script("games/drunter/state");

const BOARD = {
  grid: [15, 10],
  cells: { "0,0": "start river", "2,0": "outhouse", "4,3": "town hall 7", "5,5": "tree" },
};
test("a board tells its buildings, outhouses and starts", () => {
  assert.deepEqual(printedOn(BOARD), {
    buildings: [{ square: [4, 3], type: "town hall", value: 7 }],
    outhouses: [[2, 0]],
    starts: [{ square: [0, 0], kind: "river" }],
  });
});

test("a lay covers as many squares as its tile is long, and is voted on from there on", () => {
  const squares = [[1, 0], [2, 0], [3, 0]];
  const way = { kind: "river", gang: [0, 0], towards: "east", squares, lengths: [1, 3], asks_from: 2 };
  const [short, long] = laysOf({ town: { ways: [way, { ...way, lengths: [] }] } });
  assert.deepEqual([short.squares, short.asks], [[[1, 0]], false]);
  assert.deepEqual([long.squares, long.asks], [squares, true]);
});

test("a lay that was taken back asks nothing", () => {
  const lay = { move: "lay" };
  assert.equal(lastLay({ history: [{ number: 1, move: lay }, { number: 2, move: lay, undone: true }] }), 1);
  assert.equal(lastLay({ history: [] }), 0);
});

test("seats are told clockwise from a player on", () => {
  assert.deepEqual(clockwise(["Ana", "Bob", "Eva"], "Bob"), ["Bob", "Eva", "Ana"]);
  assert.deepEqual(clockwise(["Ana", "Bob"], "gone"), ["Ana", "Bob"]);
});
