import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

openPage({ role: "seat-2" });
const { ownName } = await script("base/api");
const { lastTakes, nearest, takers } = await script("games/ubongo/state");

test("the page of a seat knows its player", () => {
  assert.equal(ownName({ seats: ["Ana", "Bob"] }), "Bob");
});

test("who may take is told in the order of the calls, where this page may say it", () => {
  const players = { Ana: { may: ["take"] }, Bob: { may: ["call"] }, Eva: { may: ["take"] } };
  const view = { players, calls: [["Eva"], ["Bob", "Ana"]] };
  assert.deepEqual(takers({ may: ["take"], view }), ["Eva", "Ana"]);
  assert.deepEqual(takers({ may: [], view }), []);
});

test("a take brings the first two gems of a row", () => {
  assert.deepEqual(nearest({ gems: [["red"], ["blue", "green", "blue"]] }, 1), ["blue", "green"]);
  assert.deepEqual(nearest({ gems: [["red"], []] }, 0), ["red"]);
});

test("the round that is over tells who took what", () => {
  /** @type {(move: object, undone?: boolean) => any} */
  const line = (move, undone = false) => ({ undone, move });
  const history = [
    line({ move: "start" }),
    line({ move: "call", seat: "Ana" }),
    line({ move: "false_call", seat: "Ana" }),
    line({ move: "call", seat: "Bob" }),
    line({ move: "take", seat: "Bob", row: 5 }, true),
    line({ move: "take", seat: "Bob", row: 2 }),
    line({ move: "call", seat: "Eva" }),
    line({ move: "time_up" }),
    line({ move: "start" }),
    line({ move: "call", seat: "Ana" }),
  ];
  assert.deepEqual(lastTakes({ history }), [
    { seat: "Bob", row: 2 },
    { seat: "Eva", row: null },
  ]);
});
