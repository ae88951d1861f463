// Walking by tap: the fields that the chosen figure reaches light up, and the doors and coffins beside the master.

import { h, redraw } from "../../base/dom.js";
import { pressedBy } from "../../base/keys.js";
import { sending } from "../../base/sending.js";
import { t } from "../../base/texts.js";
import { onCell, SIDE } from "./crypt.js";
import { send } from "./sending.js";
import { cellName, cellOf, FIGURES, figureName, keyOf, movesOf, viewOf } from "./state.js";

/** @import { Cell, Figure, Goal, View, Words } from "./types.js" */

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

/**
 * The fields that can be tapped: what the chosen figure gets to, what can be done beside the master, and, before
 * either has walked, where the other one gets to.
 * @type {(state: State) => Child}
 */
export function targets(state) {
  const view = viewOf(state);
  if (sending.busy || view.waiting || !view.goals) return null;
  const walker = walkerOf(view);
  const other = walker === "master" ? "servant" : "master";
  const deeds = deedsOf(view);
  const beside = [...deeds.keys()].map((key) => ({ at: cellOf(key), moves: [] }));
  const others = view.turn.walker === null ? view.goals[other].filter((goal) => !deedOf(goal)) : [];
  /** @type {Map<string, Child>} */
  const found = new Map();
  const add = (/** @type {Goal} */ goal, /** @type {Figure} */ figure) => {
    const key = keyOf(goal.at);
    if (!found.has(key)) found.set(key, target(state, goal, figure, walker, deeds.get(key)));
  };
  for (const goal of [...view.goals[walker], ...beside]) add(goal, walker);
  for (const goal of others) add(goal, other);
  return [...found.values()];
}

/** What is done at the end of the walk; undefined: nothing. @param {Goal} goal */
const deedOf = ({ moves }) => moves.find(({ move }) => move !== "step");

/** A field that can be tapped; `deeds`: what can be done there from where the master stands. @type {(state: State, goal: Goal, figure: Figure, walker: Figure, deeds?: Words[]) => Child} */
function target(state, goal, figure, walker, deeds) {
  const { at, moves } = goal;
  const [key, deed, label] = [keyOf(at), deedOf(goal), textOf(figure, goal, deeds)];
  const steps = moves.length - (deed ? 1 : 0);
  const act = () => {
    if (moves.length) return send(state, moves);
    plan.cell = plan.cell === key ? "" : key;
    redraw();
    return document.querySelector("#own .deeds")?.scrollIntoView({ block: "nearest" });
  };
  const look = ["target", deeds || deed ? "deed" : "walk", figure !== walker && "other"];
  return onCell(
    at,
    {
      class: [...look, plan.cell === key && "chosen"],
      tabindex: "0",
      "aria-label": label,
      "data-key": key,
      ...pressedBy(act),
    },
    h("title", label),
    h("rect", { x: 3, y: 3, width: SIDE - 6, height: SIDE - 6, rx: 7 }),
    steps > 0 && h("text", { x: 6, y: 14, "font-size": 11 }, String(steps)),
  );
}

/** A walk, what is done at its end, or what can be done there at once. @type {(figure: Figure, goal: Goal, deeds?: Words[]) => string} */
function textOf(figure, goal, deeds = []) {
  const { moves, at } = goal;
  const deed = deedOf(goal);
  const [place, steps, name] = [cellName(at), moves.length, figureName(figure)];
  if (!steps) return deeds.map((words) => deedText(words)).join(", ");
  if (!deed) return t("gruftmeister.walk_to", { name, place, steps });
  const before = moves[steps - 2].to;
  const walk = { place: cellName(before), steps: steps - 1, deed: deedText(deed) };
  return t("gruftmeister.walk_and", walk);
}

/** @param {Words} words */
export const deedText = (words) =>
  t(`gruftmeister.do.${words.move}`, {
    place: cellName(/** @type {Cell} */ (placeOf(words))),
    face: words.face ?? "",
  });
