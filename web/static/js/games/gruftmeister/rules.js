// The rules in short: the aim, the turn, doors, fights with their odds, carrying, and the end.

import { h } from "../../base/dom.js";
import { percent, t } from "../../base/texts.js";
import { section } from "../generic.js";
import { cryptOf, faceOf, FIGURES, figureName, movesOf, viewOf } from "./state.js";
import { named } from "./things.js";

/** @import { Book } from "./types.js" */

/** @type {Rules} */
const rules = {
  sections(/** @type {{ book: Book }} */ { book }, state) {
    const crypt = state && cryptOf(viewOf(state));
    return [
      told("aim", { treasures: book.home }),
      told("turn", { steps: book.steps }),
      told("chests", {}, ["sword", "shield", "crowbar", "heart", "treasure"]),
      told("doors", {}, crypt ? Object.keys(crypt.needs).map(faceOf) : ["barred", "bolted"]),
      told("locks", {}),
      fights(book),
      told("death", { hearts: book.hearts }),
      told("carrying", { master: book.carry.master, servant: book.carry.servant }),
      told("end", { treasures: book.home }),
      told("camera", {}),
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
const told = (name, params, things = []) =>
  section(
    `gruftmeister.rules.${name}`,
    `gruftmeister.rules.${name}_text`,
    params,
    things.map((thing) => named(thing)),
  );

/** @type {(book: Book) => Section} */
function fights({ armed, win }) {
  const head = [3, 2, 1].map((hearts) =>
    h("th", { scope: "col" }, t("gruftmeister.hearts", { hearts })),
  );
  const rows = armed.map(([weapons, armour], row) =>
    h("tr", [
      h("th", { scope: "row" }, t("gruftmeister.rules.armed", { weapons, armour })),
      win[row].map((chance) => h("td", percent(chance))),
    ]),
  );
  return section("gruftmeister.rules.fights", "gruftmeister.rules.fights_text", {}, [
    ["monster", "logo", "back"].map((face) => named(face)),
    h("table.rules-odds", [
      h("thead", h("tr", h("th", { scope: "col" }, t("gruftmeister.rules.win")), head)),
      h("tbody", rows),
    ]),
  ]);
}

/** @param {State} state */
function walks(state) {
  const { turn } = viewOf(state);
  return FIGURES.filter((figure) => turn.left[figure] > 0).map((figure) =>
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
