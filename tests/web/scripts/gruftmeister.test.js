import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

openPage();
const { cellName, errandsOf, fieldsOf, walksOf } = await script("games/gruftmeister/state");

/** Fields at odd places, ways between them as blanks: a passage of four, and a lock of rock. */
const BOARD = ["#########", "#a a a a#", "### #####", "###a#####", "#########"];

/** @type {(more?: object) => any} */
const crypt = (more = {}) => ({
  board: BOARD,
  legend: { a: "floor" },
  closed: { chest: [], coffin: [], door: [] },
  doors: {},
  peeked: [],
  things: { sword: "weapon" },
  players: [{ master: [0, 0], servant: [3, 0], carries: { master: [], servant: [] } }],
  turn: { seat: 1, left: { master: 3, servant: 1 }, beaten: [], unlocked: [] },
  moves: [
    { move: "step", figure: "master", to: [1, 0] },
    { move: "step", figure: "servant", to: [2, 0] },
  ],
  ...more,
});

test("a field is named as at the edge of the board, after Z with two letters", () => {
  assert.equal(cellName([0, 0]), "A1");
  assert.equal(cellName([25, 9]), "Z10");
  assert.equal(cellName([26, 0]), "AA1");
});

test("rock is no field", () => {
  assert.deepEqual([...fieldsOf(crypt()).keys()], ["0,0", "1,0", "2,0", "3,0", "1,1"]);
});

test("a figure walks as far as it has steps, and its way is told", () => {
  const walks = walksOf(crypt(), "master");
  assert.deepEqual([...walks.keys()].sort(), ["1,0", "1,1", "2,0", "3,0"]);
  assert.deepEqual(walks.get("3,0"), [
    [1, 0],
    [2, 0],
    [3, 0],
  ]);
  assert.deepEqual([...walksOf(crypt(), "servant").keys()], ["2,0"]);
});

test("a chest ends the master's walk, and a door bars it", () => {
  const closed = { chest: [[2, 0]], coffin: [], door: [[1, 1]] };
  assert.deepEqual([...walksOf(crypt({ closed }), "master").keys()].sort(), ["1,0", "2,0"]);
});

test("the master walks to a coffin with a weapon only", () => {
  const closed = { chest: [], coffin: [[2, 0]], door: [] };
  assert.equal(errandsOf(crypt({ closed })).size, 0);
  const armed = [{ master: [0, 0], servant: [3, 0], carries: { master: ["sword"], servant: [] } }];
  assert.deepEqual(errandsOf(crypt({ closed, players: armed })).get("2,0"), [
    { move: "step", figure: "master", to: [1, 0] },
    { move: "fight", coffin: [2, 0] },
  ]);
});

test("nobody looks under a door twice, or without a step left", () => {
  const closed = { chest: [], coffin: [], door: [[1, 1]] };
  assert.deepEqual([...errandsOf(crypt({ closed })).keys()], ["1,1"]);
  assert.equal(errandsOf(crypt({ closed, peeked: [[1, 1, 1]] })).size, 0);
  const tired = { seat: 1, left: { master: 1, servant: 0 }, beaten: [], unlocked: [] };
  assert.equal(errandsOf(crypt({ closed, turn: tired })).size, 0);
});
