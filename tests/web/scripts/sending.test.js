import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { openPage, script } from "./page.js";

openPage({ role: "seat-1" });
const { doOnce, sendMove } = await script("base/sending");
const { knows, Refused, told } = await script("base/api");

const MOVE = { move: "throw", faces: ["1"] };
const AWAY = new Error("the Wi-Fi is off");

/** @type {(number: number, sitting?: string) => any} */
const stateAfter = (number, sitting = "first") => ({ sitting, history: [{ number }], view: {} });

/** What was asked of the table, and what it answers, one after the other: a body, or an error. @type {any[]} */
let answers = [];
/** @type {{ path: string, body: any }[]} */
let asked = [];

/** @type {(address: string, options: any) => Promise<any>} */
async function answer(address, { body }) {
  const path = address.replace("/api/v1/", "").split("?")[0];
  asked.push({ path, body: body && JSON.parse(body) });
  const next = path === "state" ? told.state : answers.shift();
  if (next instanceof Error) throw next;
  const { status = 200, ...json } = next;
  return { ok: status === 200, status, statusText: "", json: async () => json };
}

/** What waits for a time, by its timer. @type {Map<number, () => void>} */
const waiting = new Map();
const { setTimeout, clearTimeout } = globalThis;
let timers = 0;

const moves = () => asked.filter(({ path }) => path === "moves").map(({ body }) => body);

/** Let time pass until something is done. @type {(done: Promise<any>) => Promise<any>} */
async function inTime(done) {
  let over = false;
  const end = () => (over = true);
  done.then(end, end);
  while (!over) {
    await new Promise((soon) => setImmediate(soon));
    for (const [timer, act] of waiting) {
      waiting.delete(timer);
      act();
    }
  }
  return done;
}

beforeEach(() => {
  Object.assign(globalThis, {
    fetch: answer,
    setTimeout: (/** @type {() => void} */ act) => waiting.set((timers += 1), act) && timers,
    clearTimeout: (/** @type {number} */ timer) => waiting.delete(timer),
  });
  [answers, asked] = [[], []];
  knows(stateAfter(3));
});
afterEach(() => Object.assign(globalThis, { setTimeout, clearTimeout }));

test("a move that was not answered goes again under its own id", async () => {
  answers = [AWAY, { status: 503, error: { code: "busy", message: "", hint: "" } }, { number: 4 }];
  assert.deepEqual(await inTime(sendMove(MOVE)), { number: 4 });
  const [first, ...rest] = moves();
  assert.equal(first.after, 3);
  assert.equal(rest.length, 2);
  for (const again of rest) assert.deepEqual(again, first);
});

test("once what it belonged to is over the table only says whether it had come", async () => {
  answers = [AWAY, { number: 4 }];
  const sent = sendMove(MOVE);
  await new Promise((soon) => setImmediate(soon));
  knows(stateAfter(4));
  await inTime(sent);
  const [first, again] = moves();
  assert.equal(again.id, first.id);
  assert.equal(again.again, true);
});

test("another sitting is over, too", async () => {
  answers = [AWAY, { number: 4 }];
  const sent = sendMove(MOVE);
  await new Promise((soon) => setImmediate(soon));
  knows(stateAfter(3, "second"));
  await inTime(sent);
  assert.equal(moves()[1].again, true);
});

test("what the table refuses is not sent again", async () => {
  answers = [{ status: 409, error: { code: "illegal", message: "not now", hint: "" } }];
  await assert.rejects(inTime(sendMove(MOVE)), (error) => error instanceof Refused && error.status === 409);
  assert.equal(moves().length, 1);
});

test("whoever listens hears whether a try has failed", async () => {
  answers = [AWAY, { number: 4 }];
  const late = mock.fn();
  await inTime(sendMove(MOVE, undefined, undefined, late));
  assert.equal(late.mock.callCount(), 1);
});

test("the second press of a double press is one with the first", async () => {
  const act = mock.fn(async () => "done");
  const [one, other] = [doOnce(["throw", {}], act), doOnce(["throw", {}], act)];
  assert.equal(one, other);
  await one;
  await doOnce(["throw", {}], act);
  assert.equal(act.mock.callCount(), 2);
});

test("a failed press does not bar the next one", async () => {
  await assert.rejects(doOnce("throw", async () => Promise.reject(new Error("gone"))));
  assert.equal(await doOnce("throw", async () => "thrown"), "thrown");
});
