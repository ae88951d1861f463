// The rules in short: the turn, and every box with an example of what it is worth.

import { h } from "../../base/dom.js";
import { dice, die } from "../../picture/faces.js";
import { number, t } from "../../base/texts.js";
import { section } from "../generic.js";
import { boxName, DICE, viewOf } from "./state.js";

/** @typedef {{ name: string, faces: string[], points: number }} Example */
/** @typedef {{ boxes: Example[], bonus: number, bonus_from: number }} Sheet */
/**
 * What the rule book says of itself.
 * @typedef {object} Book
 * @property {number} dice
 * @property {number} throws
 * @property {Record<string, Sheet>} sheets
 * @property {number} extra_bonus
 */
/** @typedef {{ sheet: { default: string } }} Options */

/** @type {Rules} */
const rules = {
  sections(/** @type {{ book: Book, options: Options }} */ { book, options }, state) {
    const sheet = book.sheets[state ? viewOf(state).sheet : options.sheet.default];
    const { dice: count, throws, extra_bonus: points } = book;
    const { bonus, bonus_from: from } = sheet;
    const shown = ["6", "6", "2", "6", "5"].map((face) =>
      die(face, { more: face === "6" ? "rules-kept" : "" }),
    );
    const boxes = h("table.rules-boxes", h("tbody", sheet.boxes.map(row)));
    const hasExtra = state && viewOf(state).extra_bonus;
    return [
      section("rules.aim", "yacht.rules.aim"),
      section("rules.turn", "yacht.rules.turn", { dice: count, throws, again: throws - 1 }, shown),
      section("yacht.rules.boxes", "yacht.rules.worth", {}, boxes),
      ...(bonus > 0 ? [section("yacht.rules.bonus", "yacht.rules.upper", { bonus, from })] : []),
      ...(hasExtra ? [section("yacht.extra", "yacht.rules.extra", { points })] : []),
    ];
  },

  now(state) {
    const view = viewOf(state);
    /** @type {Record<string, () => string>} */
    const ways = {
      throw: () =>
        view.throw === 0
          ? t("rules.may_throw", { dice: DICE })
          : t("yacht.rules.may_keep", { throws: view.throws - view.throw }),
      score: () => t("yacht.rules.may_score", { boxes: Object.keys(view.options).length }),
    };
    return view.may.flatMap((move) => ways[move]?.() ?? []);
  },
};

export default rules;

/** @param {Example} example */
const row = ({ name, faces, points }) =>
  h("tr", h("th", { scope: "row" }, boxName(name)), h("td", dice(faces)), h("td", number(points)));
