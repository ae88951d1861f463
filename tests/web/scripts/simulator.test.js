import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

openPage();
const { HandsThrow } = await script("simulator/handsthrow");
const { ThrownAgain } = await script("simulator/handsthrow");

const LOOKED = 1e9;
const PLAYING = { sitting: "first", history: [{ number: 1 }], proposal: null };

test("a throw is rolling, then read, then over with the next move", () => {
  const thrown = new HandsThrow();
  assert.equal(thrown.awaits(PLAYING), null);
  thrown.begin(PLAYING);
  thrown.isDone(true);
  assert.equal(thrown.awaits(PLAYING), "rolling");
  assert.equal(thrown.rest(LOOKED), true);
  assert.equal(thrown.rest(LOOKED), false);
  assert.equal(thrown.awaits(PLAYING), "reading");
  assert.equal(thrown.awaits({ ...PLAYING, proposal: { kind: "question" } }), "asked");
  assert.equal(thrown.awaits({ ...PLAYING, proposal: { kind: "move" } }), "moment");
  assert.equal(thrown.awaits({ ...PLAYING, history: [{ number: 1 }, { number: 2 }] }), null);
});

test("what was seen before the throw is no news of it", () => {
  const thrown = new HandsThrow();
  thrown.begin(PLAYING);
  assert.equal(thrown.rest(LOOKED), false);
  thrown.isDone(true);
  assert.equal(thrown.rest(-1), false);
});

test("a player's mark turns what the game says, until the throw", () => {
  const again = new ThrownAgain();
  /** @type {(fate: string) => any} */
  const saying = (fate) => again.fate({ id: 7 }, { fate: () => fate }, false);
  again.mark(7, "again");
  assert.equal(saying("again"), "stays");
  assert.equal(saying("gone"), "gone");
  again.forget();
  assert.equal(saying("again"), "again");
});
