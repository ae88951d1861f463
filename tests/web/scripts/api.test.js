import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

openPage();
const { get, lastMove, newId, post, Refused } = await script("base/api");

test("the length of what is sent tells nothing", async () => {
  /** @type {number[]} */
  const lengths = [];
  const answer = async (/** @type {string} */ _address, /** @type {{ body: string }} */ { body }) => {
    lengths.push(new TextEncoder().encode(body).length);
    return { ok: true, json: async () => ({}) };
  };
  Object.assign(globalThis, { fetch: answer });
  for (const card of ["JA", "JEEIIN", "Příliš žluťoučký kůň 🐎"]) await post("moves", { move: "vote", card });
  assert.deepEqual(lengths, [1024, 1024, 1024]);
});

test("an answer that is cut short is none", async () => {
  const cut = async () => JSON.parse('{"players": [');
  const fails = (/** @type {number} */ status) => async () => ({ ok: status === 200, status, json: cut });
  for (const status of [200, 502]) {
    Object.assign(globalThis, { fetch: fails(status) });
    const why = { status: status === 200 ? 0 : status, code: status === 200 ? "unreachable" : "unknown" };
    await assert.rejects(get("evenings"), (error) => error instanceof Refused && has(error, why));
  }
});

/** @type {(error: any, why: Record<string, unknown>) => boolean} */
const has = (error, why) => Object.entries(why).every(([name, value]) => error[name] === value);

test("the last move has the highest number, wherever it stands", () => {
  assert.equal(lastMove({ history: [{ number: 2 }, { number: 7 }, { number: 5 }] }), 7);
  assert.equal(lastMove({ history: [] }), 0);
});

test("no two moves have one id", () => {
  const ids = new Set(Array.from({ length: 1000 }, newId));
  assert.equal(ids.size, 1000);
  for (const id of ids) assert.match(id, /^[0-9a-f]{24}$/);
});
