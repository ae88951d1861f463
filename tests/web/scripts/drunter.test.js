import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

openPage();
const { clockwise, laysOf, lastLay, needsVote, printedOn } = await script("games/drunter/state");

const BOARD = {
  grid: [15, 10],
  cells: { "0,0": "start river", "2,0": "outhouse", "4,3": "town hall 7", "5,5": "tree" },
};
const WAY = { kind: "river", gang: 0, towards: 1, squares: [[1, 0], [2, 0]] };

/** @type {(hand: Record<string, number[]>, more?: object) => any} */
const viewOf = (hand, more = {}) => ({
  board: BOARD,
  town: { ways: [WAY], tiles: [] },
  tiles: { Ana: hand },
  supply: { street: [1, 2, 3], river: [1, 2, 3], wall: [1, 2, 3] },
  variant: "basic",
  ...more,
});

test("a board tells its buildings, outhouses and starts", () => {
  assert.deepEqual(printedOn(BOARD), {
    buildings: [{ square: [4, 3], type: "town hall", value: 7 }],
    outhouses: [[2, 0]],
    starts: [{ square: [0, 0], kind: "river" }],
  });
});

test("a lay is as long as a tile of its kind, and as the space", () => {
  const lays = laysOf(viewOf({ street: [2], river: [1, 1, 3], wall: [] }), "Ana");
  assert.deepEqual(lays.map(({ length }) => length), [1]);
});

test("without a hand of one's own all that is left may be laid", () => {
  const lays = laysOf(viewOf({}, { tiles: null }), "Ana");
  assert.deepEqual(lays.map(({ length }) => length), [1, 2]);
  assert.deepEqual(laysOf(viewOf({}), "nobody"), []);
});

test("a lay over an outhouse is voted on in the basic game", () => {
  const [short, long] = laysOf(viewOf({}, { tiles: null }), "Ana");
  assert.deepEqual(long.outhouses, [[2, 0]]);
  assert.ok(needsVote({ variant: "basic" }, long));
  assert.ok(!needsVote({ variant: "basic" }, short));
  assert.ok(!needsVote({ variant: "solo" }, long));
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
