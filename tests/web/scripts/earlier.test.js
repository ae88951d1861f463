import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

openPage();
const { Earlier } = await script("base/earlier");

/** Moves `from` to `to`, as the table numbers them. @type {(from: number, to: number) => { number: number }[]} */
const lines = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => ({ number: from + n }));

/** @type {(from: number, to: number, more?: object) => any} */
const stateWith = (from, to, more = {}) => ({
  sitting: "first",
  edition: 1,
  earlier: from - 1,
  history: lines(from, to),
  ...more,
});

/** A table that sends the earlier moves in parts of three. */
function partsOfThree() {
  const answer = async (/** @type {string} */ address) => {
    const before = Number(/history\/(\d+)/.exec(address)?.[1]);
    return { ok: true, json: async () => ({ lines: lines(Math.max(1, before - 3), before - 1) }) };
  };
  Object.assign(globalThis, { fetch: answer });
}

test("a page that does not show them does not wait for them", () => {
  assert.equal(new Earlier().fillIn(stateWith(9, 12)), true);
});

test("they are fetched once, and kept while the same is played", async () => {
  partsOfThree();
  const earlier = new Earlier();
  earlier.wanted = true;
  const first = stateWith(9, 12);
  assert.equal(earlier.fillIn(first), false);
  await earlier.fetch(first);
  const next = stateWith(10, 13);
  assert.equal(earlier.fillIn(next), true);
  assert.deepEqual(next.history, lines(1, 13));
  assert.equal(next.earlier, 0);
});

for (const change of [{ sitting: "second" }, { edition: 2 }])
  test(`they are fetched anew after ${Object.keys(change)[0]} has changed`, async () => {
    partsOfThree();
    const earlier = new Earlier();
    earlier.wanted = true;
    await earlier.fetch(stateWith(9, 12));
    assert.equal(earlier.fillIn(stateWith(10, 13, change)), false);
  });
