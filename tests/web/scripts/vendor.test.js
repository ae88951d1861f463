// What is vendored is what its package holds.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const read = (path) => readFile(new URL(`../../../${path}`, import.meta.url), "utf-8");
const code = (text) => text.replace(/^\/\/.*\n?/gm, "").trim();

test("the vendored Preact is that of its package, and of the version it says", async () => {
  const vendored = await read("web/static/js/vendor/preact.js");
  assert.equal(code(vendored), code(await read("node_modules/preact/dist/preact.mjs")));
  const { version } = JSON.parse(await read("node_modules/preact/package.json"));
  assert.ok(vendored.startsWith(`// Preact ${version} `));
});
