import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, script } from "./page.js";

/** @type {(language: string, texts: Record<string, string>) => Promise<any>} */
async function textsIn(language, texts) {
  openPage({ language, texts });
  return script("base/texts", language + Object.keys(texts).join());
}

const DICE = "{n, plural, =0 {no dice} one {# die} few {# dice, few} other {# dice}}";

test("plurals are those of the language", async () => {
  const said = async (/** @type {string} */ language, /** @type {number} */ n) =>
    (await textsIn(language, { dice: DICE })).t("dice", { n });
  assert.equal(await said("en", 1), "1 die");
  assert.equal(await said("en", 0), "no dice");
  assert.equal(await said("cs", 3), "3 dice, few");
  assert.equal(await said("cs", 5), "5 dice");
  assert.equal(await said("fr", 1.5), "1,5 die");
});

test("a form holds fields of its own", async () => {
  const { t } = await textsIn("en", { built: "{n, plural, one {a city by {who}} other {# by {who}}}." });
  assert.equal(t("built", { n: 1, who: "Ana" }), "a city by Ana.");
  assert.equal(t("built", { n: 2, who: "Ana" }), "2 by Ana.");
});

test("what is filled in is never read as a text", async () => {
  const { t } = await textsIn("en", { hello: "Hello {name}" });
  assert.equal(t("hello", { name: "{name} # {n, plural, one {x}}" }), "Hello {name} # {n, plural, one {x}}");
});

test("faces are named, or left to be drawn", async () => {
  const { t, pieces } = await textsIn("en", { thrown: "Thrown: {faces}", "face.top": "a top" });
  assert.equal(t("thrown", { faces: "top knight_red" }), "Thrown: a top, knight red");
  assert.deepEqual(pieces("thrown", { faces: "top top" })[1], { faces: ["top", "top"], param: "faces" });
});

test("no chance looks certain that is not", async () => {
  const { percent } = await textsIn("en", { certain: "" });
  assert.equal(percent(1), "100%");
  assert.equal(percent(0.996), "99.6%");
  assert.equal(percent(0.004), "0.4%");
  assert.equal(percent(0.5), "50%");
});

test("a game's texts come later", async () => {
  const { addTexts, hasText, nameOf } = await textsIn("en", { before: "" });
  assert.equal(nameOf("box.yacht", "four_of_a_kind"), "four of a kind");
  addTexts({ "box.yacht": "Yacht" });
  assert.ok(hasText("box.yacht"));
  assert.equal(nameOf("box.yacht", "yacht"), "Yacht");
});
