import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

openPage();
const { cellName, fieldsOf } = await script("games/gruftmeister/state");

/** Fields at odd places, ways between them as blanks: a passage of four, and a lock of rock. */
const BOARD = ["#########", "#a a a a#", "### #####", "###a#####", "#########"];

test("a field is named as at the edge of the board, after Z with two letters", () => {
  assert.equal(cellName([0, 0]), "A1");
  assert.equal(cellName([25, 9]), "Z10");
  assert.equal(cellName([26, 0]), "AA1");
});

test("rock is no field", () => {
  const fields = fieldsOf({ board: BOARD, legend: { a: "floor" } });
  assert.deepEqual([...fields.keys()], ["0,0", "1,0", "2,0", "3,0", "1,1"]);
});
