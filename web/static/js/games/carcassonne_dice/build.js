// Building a city by tap: choose a die, tap a place, tap the die to turn it; knights beside it.

import { button, h, onceButton } from "../../base/dom.js";
import { die, dieGroup, faceKey } from "../../picture/faces.js";
import { play } from "../../base/sending.js";
import { faceName, t } from "../../base/texts.js";
import { bounds, cellBeside, SIDES } from "./city.js";
import { Plan } from "./plan.js";
import { viewOf } from "./state.js";

/** @import { Cell } from "./types.js" */

/** The field has at least so many columns, and rows. */
const LEAST = { columns: 5, rows: 4 };

/** @type {(state: State, draft: Draft) => Child} */
export function buildEntry(state, draft) {
  /** @type {Plan} */
  const plan = (draft.plan = draft.plan ?? new Plan(viewOf(state)));
  return h("fieldset.entry", [
    h("legend", t("enter.aside")),
    planned(plan),
    onceButton("aside", t("enter.aside_go"), (pressed) => play(plan.move(), pressed), {
      class: "strong",
      disabled: plan.count === 0,
    }),
  ]);
}

/** The dice that can be placed, the cells, and the knights. @type {(plan: Plan) => Child[]} */
export function planned(plan) {
  const city = plan.left.length + plan.city.length > 0;
  return [
    city && h("p.hint", t("enter.pick")),
    h("div.face-keys", looseDice(plan)),
    city && field(plan),
    plan.current && button("back", t("enter.back"), () => plan.takeOff(), "quiet"),
    plan.looseKnights > 0 && knights(plan),
  ];
}

/** @type {(plan: Plan) => Child[]} */
function looseDice(plan) {
  const { left } = plan;
  return left.map((face, i) => {
    const isOn = face === plan.held && left.indexOf(face) === i;
    return faceKey(`hold-${face}-${i}`, face, () => (plan.held = face), { isOn });
  });
}

/** @type {(plan: Plan) => Child} */
function knights(plan) {
  const key = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ by) =>
    button(name, sign, () => (plan.knights += by), {
      "aria-label": t(`enter.${name}`),
      disabled: plan.knights === (by > 0 ? plan.looseKnights : 0),
    });
  return h("div.stepper", [
    die("knight"),
    h("span", t("enter.knights")),
    key("fewer", "−", -1),
    h("b", { "aria-live": "polite" }, plan.knights),
    key("more", "+", 1),
  ]);
}

/** The cells to build on: all that stands, and room around it. @type {(plan: Plan) => Child} */
function field(plan) {
  const cells = plan.city.map(({ cell }) => cell);
  const box = cells.length ? bounds(cells, 1) : { left: 0, top: 0, right: 0, bottom: 0 };
  const [left, columns] = widened(box.left, box.right, LEAST.columns);
  const [top, rows] = widened(box.top, box.bottom, LEAST.rows);
  const squares = Array.from({ length: columns * rows }, (_, i) =>
    square(plan, [left + (i % columns), top + Math.floor(i / columns)]),
  );
  return h("div.build-field", { style: `--columns: ${columns}` }, squares);
}

/**
 * The first and the number of at least so many, with `first` to `last` in their middle.
 * @type {(first: number, last: number, least: number) => [number, number]}
 */
function widened(first, last, least) {
  const count = last - first + 1;
  const missing = Math.max(0, least - count);
  return [first - Math.floor(missing / 2), count + missing];
}

/** Where a cell lies, told by the dice beside it. @type {(plan: Plan, cell: Cell) => string} */
function placeOf(plan, cell) {
  const beside = SIDES.flatMap((side) => {
    const there = plan.at(cellBeside(cell, side));
    return there ? t(`enter.beside_${side}`, { face: there.face }) : [];
  });
  return beside.join(", ") || t("enter.free");
}

/** Which die it is, and how it is turned. @type {(plan: Plan, built: import("./types.js").BuiltDie) => string} */
function standing(plan, built) {
  const sides = plan.citySides(built).map((side) => t(`enter.city_${side}`));
  return `${faceName(built.face)}, ${sides.join(", ")}`;
}

/** @type {(plan: Plan, cell: Cell) => Child} */
function square(plan, cell) {
  const there = plan.at(cell);
  const fixed = there !== undefined && !plan.placed.includes(there);
  const where = placeOf(plan, cell);
  const drawing =
    there &&
    h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, dieGroup(there.face, there.turns));
  const current = there && there === plan.current;
  return button(`cell-${cell}`, drawing, () => plan.tap(cell), {
    class: ["square", fixed ? "fixed" : there && "placed", current && "current"],
    "aria-label": there ? `${standing(plan, there)}, ${where}` : where,
    disabled: !plan.mayTap(cell),
  });
}
