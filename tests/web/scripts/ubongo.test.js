import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

openPage({ role: "seat-2" });
const { ownName } = await script("base/api");
const { lastTakes, leading, mayCall, mayTake, nearest, strength, takers } =
  await script("games/ubongo/state");

const NONE = { red: 0, green: 0, blue: 0, yellow: 0, brown: 0, violet: 0 };
/** @type {(more?: object) => any} */
const player = (more = {}) => ({ rows: [0, 1], taken: false, out_of_time: false, gems: NONE, ...more });

/** @type {(players: Record<string, any>, calls: string[][], more?: object) => any} */
const stateOf = (players, calls, more = {}) => ({
  seats: Object.keys(players),
  may: ["call", "take", "false_call"],
  view: { players, calls, phase: "running", late_takes: true, ...more },
});

test("the page of a seat knows its player", () => {
  assert.equal(ownName({ seats: ["Ana", "Bob"] }), "Bob");
});

test("whoever called first takes first", () => {
  const both = { Ana: player(), Bob: player() };
  const calls = [["Ana"], ["Bob"]];
  assert.deepEqual(takers(stateOf(both, calls)), ["Ana"]);
  assert.deepEqual(takers(stateOf({ ...both, Ana: player({ taken: true }) }, calls)), ["Bob"]);
});

test("two calls of one moment are not settled by the page", () => {
  assert.deepEqual(takers(stateOf({ Ana: player(), Bob: player() }, [["Ana", "Bob"]])), []);
});

test("without late takes all take until their time is over", () => {
  const state = stateOf({ Ana: player(), Bob: player({ out_of_time: true }) }, [], { late_takes: false });
  assert.ok(mayTake(state, "Ana"));
  assert.ok(!mayTake(state, "Bob"));
});

test("nobody calls twice, or once the sand is through", () => {
  const players = { Ana: player(), Bob: player() };
  assert.ok(mayCall(stateOf(players, [["Ana"]]), "Bob"));
  assert.ok(!mayCall(stateOf(players, [["Ana"]]), "Ana"));
  assert.ok(!mayCall(stateOf(players, [], { phase: "taking" }), "Ana"));
});

test("gems are compared colour by colour, from the most on", () => {
  const gems = { ...NONE, blue: 2, red: 4, brown: 4 };
  const { view } = stateOf({ Ana: player({ gems }) }, []);
  assert.deepEqual(strength(view, "Ana"), [4, 4, 2, 0, 0, 0]);
  assert.deepEqual(leading(view, "Ana"), ["red", "brown"]);
  assert.deepEqual(leading({ players: { Bob: player() } }, "Bob"), []);
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
