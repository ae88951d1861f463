// What scripts share: lists, what a browser keeps, and drawing anew after a choice.

import assert from "node:assert/strict";
import test from "node:test";

import { openPage, script } from "./page.js";

openPage();
const { without } = await script("base/lists");
const { keepAs, recall } = await script("base/kept");
const { onRedraw, redraw } = await script("base/dom");

test("what is taken out of a list goes once for each that is named", () => {
  assert.deepEqual(without(["1", "1", "2"], ["1", "3"]), ["1", "2"]);
});

/** A browser's storage with these entries. @param {Map<string, string>} kept */
const storage = (kept) => () => ({
  getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ what) => kept.set(key, what),
  removeItem: (/** @type {string} */ key) => kept.delete(key),
});

test("what is kept is recalled until it is kept no more", () => {
  const kept = storage(new Map());
  keepAs("choice", { on: true }, kept);
  assert.deepEqual(recall("choice", kept), { on: true });
  keepAs("choice", undefined, kept);
  assert.equal(recall("choice", kept), undefined);
});

test("where nothing can be kept or read, nothing is recalled", () => {
  const none = () => {
    throw new Error("denied");
  };
  keepAs("choice", 1, none);
  assert.equal(recall("choice", none), undefined);
  assert.equal(recall("choice", storage(new Map([["choice", "no JSON"]]))), undefined);
});

test("a part is drawn after each choice until it is gone", () => {
  let draws = 0;
  const stop = onRedraw(() => (draws += 1));
  redraw();
  stop();
  redraw();
  assert.equal(draws, 1);
});
