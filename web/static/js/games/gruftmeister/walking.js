// Walking by tap: the fields that the chosen figure reaches light up, and the doors and coffins beside the master.

import { h } from "../../base/dom.js";
import { pressedBy } from "../../base/keys.js";
import { redraw } from "../../base/redraw.js";
import { sending } from "../../base/sending.js";
import { t } from "../../base/texts.js";
import { onCell, SIDE } from "./crypt.js";
import { send } from "./sending.js";
import {
  cellName,
  cellOf,
  errandsOf,
  FIGURES,
  figureName,
  keyOf,
  movesOf,
  viewOf,
  walksOf,
} from "./state.js";

/** @import { Cell, Figure, View, Words } from "./types.js" */

/** Moves that are made at a field beside the master, by what of them names the field. */
const AT = { peek: "door", use_tool: "door", use_key: "door", fight: "coffin", shut_in: "remove" };

/** What was chosen, but not sent. @type {{ figure: Figure | null, cell: string, turn: string }} */
export const plan = { figure: null, cell: "", turn: "" };

/** Forget what was chosen in another turn. @param {State} state */
export function keepPlan(state) {
  const { turn } = viewOf(state);
  const now = [state.sitting, turn.seat].join();
  if (plan.turn !== now) Object.assign(plan, { figure: null, turn: now, cell: "" });
}

/** The figure that walks if a field is tapped. @param {View} view @returns {Figure} */
export function walkerOf(view) {
  const { left, walker } = view.turn;
  if (plan.figure && left[plan.figure] > 0) return plan.figure;
  if (walker && left[walker] > 0) return walker;
  return FIGURES.find((figure) => left[figure] > 0) ?? "master";
}

/** The field that a move is made at; null: it is made nowhere in particular. @param {Words} words @returns {Cell | null} */
export const placeOf = (words) => words[AT[/** @type {keyof typeof AT} */ (words.move)] ?? ""] ?? null;

/** What can be done at fields beside the master, by `column,row`. @param {View} view */
export function deedsOf(view) {
  /** @type {Map<string, Words[]>} */
  const deeds = new Map();
  for (const words of movesOf(view, ...Object.keys(AT))) {
    const key = keyOf(/** @type {Cell} */ (placeOf(words)));
    deeds.set(key, [...(deeds.get(key) ?? []), words]);
  }
  return deeds;
}

/** The fields that can be tapped. @type {(state: State) => Child} */
export function targets(state) {
  const view = viewOf(state);
  if (sending.busy || view.waiting) return null;
  const walker = walkerOf(view);
  const walks = walksOf(view, walker);
  const others = view.turn.walker === null ? walksOf(view, otherOf(walker)) : new Map();
  const deeds = deedsOf(view);
  const errands = walker === "master" ? errandsOf(view) : new Map();
  const keys = new Set([...walks.keys(), ...deeds.keys(), ...errands.keys(), ...others.keys()]);
  return [...keys].map((key) => {
    const cell = cellOf(key);
    const deed = deeds.get(key);
    const errand = walks.has(key) || deed ? undefined : errands.get(key);
    const figure = walks.has(key) || deed || errand ? walker : otherOf(walker);
    const walk = walks.get(key) ?? (figure === walker ? undefined : others.get(key));
    const act = () => {
      if (walk) return walkTo(state, figure, walk);
      if (errand) return send(state, errand);
      plan.cell = plan.cell === key ? "" : key;
      redraw();
      return document.querySelector("#own .deeds")?.scrollIntoView({ block: "nearest" });
    };
    const text = errand ? errandText(errand) : textOf(figure, cell, walk, deed);
    return target(cell, text, act, {
      look: `${deed || errand ? "deed" : "walk"} ${figure === walker ? "" : "other"} ${plan.cell === key ? "chosen" : ""}`,
      steps: errand ? errand.length - 1 : (walk?.length ?? 0),
    });
  });
}

/** @param {Figure} figure */
const otherOf = (figure) => (figure === "master" ? "servant" : "master");

/** A walk and what is done at its end. @param {Words[]} errand */
function errandText(errand) {
  const [steps, deed] = [errand.length - 1, errand[errand.length - 1]];
  const before = errand[steps - 1];
  return t("gruftmeister.walk_and", { place: cellName(before.to), steps, deed: deedText(deed) });
}

/** @type {(state: State, figure: Figure, walk: Cell[]) => unknown} */
const walkTo = (state, figure, walk) =>
  send(
    state,
    walk.map((to) => ({ move: "step", figure, to })),
  );

/** @type {(figure: Figure, cell: Cell, walk: Cell[] | undefined, deeds: Words[] | undefined) => string} */
function textOf(figure, cell, walk, deeds = []) {
  const place = cellName(cell);
  if (walk) return t("gruftmeister.walk_to", { name: figureName(figure), place, steps: walk.length });
  return deeds.map((words) => deedText(words)).join(", ");
}

/** @param {Words} words */
export const deedText = (words) =>
  t(`gruftmeister.do.${words.move}`, {
    place: cellName(/** @type {Cell} */ (placeOf(words))),
    face: words.face ?? "",
  });

/** A field that can be tapped. @type {(cell: Cell, label: string, act: () => unknown, how: { look: string, steps: number }) => Child} */
const target = (cell, label, act, { look, steps }) =>
  onCell(
    cell,
    {
      class: `target ${look}`,
      tabindex: "0",
      "aria-label": label,
      "data-key": keyOf(cell),
      ...pressedBy(act),
    },
    h("title", label),
    h("rect", { x: 3, y: 3, width: SIDE - 6, height: SIDE - 6, rx: 7 }),
    steps > 0 && h("text", { x: 6, y: 14, "font-size": 11 }, String(steps)),
  );
