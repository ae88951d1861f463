// The rules in short, with the dice and cities drawn that they speak of.

import { h, icon } from "../../base/dom.js";
import { die } from "../../picture/faces.js";
import { faceName, number, t } from "../../base/texts.js";
import { cityDrawing } from "./city.js";
import { figures, section } from "../generic.js";
import { viewNow, viewOf } from "./state.js";

/** @import { View } from "./types.js" */
/** @typedef {Pick<View, "city" | "cities">} Example */
/** @typedef {{ target: { default: number } }} Options */
/**
 * What the rule book says of itself.
 * @typedef {object} Book
 * @property {number} dice
 * @property {number} throws
 * @property {number} knights_to_keep_one
 * @property {string[]} faces
 * @property {Record<string, number>} points by how many dice the largest closed city has
 * @property {Record<string, number>} points_doubled
 * @property {Record<"fitting" | "clashing" | "closed" | "open", Example>} examples
 */

const NEIGHBOUR = "M12 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M2 24c0-12 20-12 20 0Z";
const MARKS = { right: "M4 13l6 6 11-14", wrong: "M5 5l14 14M19 5L5 19" };

/** @type {Rules} */
const rules = {
  sections(/** @type {{ book: Book, options: Options }} */ { book, options }, state) {
    const { examples, faces, dice, throws, knights_to_keep_one: knights } = book;
    const target = state ? viewOf(state).target : options.target.default;
    const aim = state && viewOf(state).finish_round ? "rules.city.aim_round" : "rules.city.aim";
    const all = figures(faces, (face) => die(face, { label: "" }), faceName);
    const kept = [
      Array.from({ length: knights }, () => die("knight")),
      h("b", "→"),
      die("knight"),
      h("b", "×2"),
    ];
    return [
      section("rules.aim", aim, { target }),
      section("rules.city.city", "rules.city.fit", {}, [
        marked("right", examples.fitting),
        marked("wrong", examples.clashing),
      ]),
      section("rules.city.closed", "rules.city.every_edge", {}, [
        marked("right", examples.closed),
        marked("wrong", examples.open),
      ]),
      section("rules.city.worth", "rules.city.largest", {}, worth(book)),
      section("rules.turn", "rules.city.turn", { dice, throws }, h("div.rules-faces", all)),
      section("rules.city.knights", "rules.city.keep", { knights }, kept),
      section("rules.city.catapults", "rules.city.pass", { dice }, [
        icon("rules-person", 24, NEIGHBOUR),
        h("b", "←"),
        die("catapult"),
      ]),
    ];
  },

  now(state) {
    const view = viewNow(state);
    const { throw: throws, dice_to_throw: dice, points_now: points, may_take } = view;
    /** @type {Record<string, () => string[]>} */
    const ways = {
      throw: () => [t(throws === 0 ? "rules.may_throw" : "rules.city.may_throw_again", { dice })],
      set_aside: () => [t("rules.city.may_aside")],
      stop: () => may_take.map((take) => t(`rules.city.may_stop_${take}`, { points })),
    };
    return view.may.flatMap((move) => ways[move]?.() ?? []);
  },
};

export default rules;

/** @param {Book} book */
function worth({ points, points_doubled }) {
  const sizes = Object.keys(points);
  const row = (/** @type {Child} */ head, /** @type {Record<string, number>} */ values) =>
    h("tr", [h("th", { scope: "row" }, head), sizes.map((size) => h("td", number(values[size])))]);
  const heads = sizes.map((size) => h("th", { scope: "col" }, size));
  const label = t("rules.city.doubled");
  return h("table.worth", [
    h("thead", h("tr", h("th", { scope: "row" }, t("rules.city.dice")), heads)),
    h("tbody", row(t("scores.title"), points), row([die("knight", { label }), " ×2"], points_doubled)),
  ]);
}

/** A city as an example of what is right, or wrong. @type {(mark: keyof typeof MARKS, example: Example) => Child} */
function marked(mark, example) {
  const look = { viewBox: "0 0 24 24", class: `rules-mark ${mark}`, "aria-hidden": "true" };
  const sign = h("svg", look, h("path", { d: MARKS[mark] }));
  return h("figure.field", cityDrawing(/** @type {View} */ (example)), sign);
}
