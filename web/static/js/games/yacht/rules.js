// The rules in short: the turn, and every box with an example of what it is worth.

import { h } from "../../base/dom.js";
import { dice, die } from "../../picture/faces.js";
import { number, t } from "../../base/texts.js";
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
    return [aim(), turn(book), boxes(sheet), ...bonuses(book, sheet, state)];
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

/** @type {() => Section} */
const aim = () => ({ title: t("rules.aim"), text: t("yacht.rules.aim") });

/** @type {(book: Book) => Section} */
const turn = ({ dice: count, throws }) => ({
  title: t("rules.turn"),
  drawing: ["6", "6", "2", "6", "5"].map((face) =>
    die(face, { more: face === "6" ? "rules-kept" : "" }),
  ),
  text: t("yacht.rules.turn", { dice: count, throws, again: throws - 1 }),
});

/** @type {(sheet: Sheet) => Section} */
function boxes({ boxes: all }) {
  return {
    title: t("yacht.rules.boxes"),
    drawing: h("table.rules-boxes", h("tbody", all.map(row))),
    text: t("yacht.rules.worth"),
  };
}

/** @param {Example} example */
const row = ({ name, faces, points }) =>
  h("tr", h("th", { scope: "row" }, boxName(name)), h("td", dice(faces)), h("td", number(points)));

/** @type {(book: Book, sheet: Sheet, state: State | null) => Section[]} */
function bonuses({ extra_bonus }, { bonus, bonus_from }, state) {
  const title = t("yacht.rules.bonus");
  const upper = bonus > 0 && { title, text: t("yacht.rules.upper", { bonus, from: bonus_from }) };
  const extra = state &&
    viewOf(state).extra_bonus && {
      title: t("yacht.extra"),
      text: t("yacht.rules.extra", { points: extra_bonus }),
    };
  return [upper, extra].filter((section) => section !== null && section !== false);
}
