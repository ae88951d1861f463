// The rules in short: the aim, the turn, doors, fights with their odds, carrying, and the end.

import { h } from "../../base/dom.js";
import { percent, t } from "../../base/texts.js";
import { cryptOf, faceOf, figureName, movesOf, viewOf } from "./state.js";
import { named } from "./things.js";

/** @import { Book, Figure } from "./types.js" */

/** @type {Rules} */
const rules = {
  sections(/** @type {{ book: Book }} */ { book }, state) {
    const crypt = state && cryptOf(viewOf(state));
    return [
      section("aim", { treasures: book.home }),
      section("turn", { steps: book.steps }),
      section("chests", {}, ["sword", "shield", "crowbar", "heart", "treasure"]),
      section("doors", {}, crypt ? Object.keys(crypt.needs).map(faceOf) : ["barred", "bolted"]),
      section("locks", {}),
      fights(book),
      section("death", { hearts: book.hearts }),
      section("carrying", { master: book.carry.master, servant: book.carry.servant }),
      section("end", { treasures: book.home }),
      section("camera", {}),
    ];
  },

  now(state) {
    const view = viewOf(state);
    if (view.waiting) return [t(`gruftmeister.wait.${view.waiting.for}`)];
    return [...walks(state), ...deeds(state)];
  },
};

export default rules;

/** @type {(name: string, params: Record<string, number>, things?: string[]) => Section} */
const section = (name, params, things = []) => ({
  title: t(`gruftmeister.rules.${name}`),
  drawing: things.map((thing) => named(thing)),
  text: t(`gruftmeister.rules.${name}_text`, params),
});

/** @type {(book: Book) => Section} */
function fights({ armed, win }) {
  const head = [3, 2, 1].map((hearts) =>
    h("th", { scope: "col" }, t("gruftmeister.hearts", { hearts })),
  );
  const rows = armed.map(([weapons, armour], row) =>
    h(
      "tr",
      h("th", { scope: "row" }, t("gruftmeister.rules.armed", { weapons, armour })),
      win[row].map((chance) => h("td", percent(chance))),
    ),
  );
  return {
    title: t("gruftmeister.rules.fights"),
    drawing: [
      ["monster", "logo", "back"].map((face) => named(face)),
      h(
        "table.rules-odds",
        h("thead", h("tr", h("th", { scope: "col" }, t("gruftmeister.rules.win")), head)),
        h("tbody", rows),
      ),
    ],
    text: t("gruftmeister.rules.fights_text"),
  };
}

/** @param {State} state */
function walks(state) {
  const { turn } = viewOf(state);
  return /** @type {Figure[]} */ (["master", "servant"])
    .filter((figure) => turn.left[figure] > 0)
    .map((figure) =>
      t("gruftmeister.rules.now_walk", { name: figureName(figure), steps: turn.left[figure] }),
    );
}

/** @param {State} state */
function deeds(state) {
  const view = viewOf(state);
  const kinds = ["fight", "peek", "take", "heal"];
  return kinds
    .filter((kind) => movesOf(view, kind).length > 0)
    .map((kind) => t(`gruftmeister.rules.now_${kind}`));
}
