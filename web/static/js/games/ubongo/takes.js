// Taking by tap: a row within reach is chosen, what it brings is shown, and taken.

import { button, choiceKey, h } from "../../base/dom.js";
import { mark } from "../../base/seats.js";
import { isSending } from "../../base/sending.js";
import { number, t } from "../../base/texts.js";
import { wouldTake } from "./board.js";
import { momentOf, send } from "./sending.js";
import { namesOf, nearest, viewOf } from "./state.js";

/** A second tap so soon after the first is one tap too many, not a confirmation. */
const TOO_SOON_MS = 450;

/** What was chosen, but not sent; it holds for one take. */
const plan = { of: "", row: /** @type {number | null} */ (null), at: 0 };

/** @type {(state: State, name: string) => string} */
const takeOf = (state, name) => {
  const { pawn, rows } = viewOf(state).players[name];
  return [momentOf(state), name, pawn, rows].join();
};

/** The row that was chosen for this player's take; null: none yet. @type {(state: State, name: string) => number | null} */
export const chosenRow = (state, name) => (plan.of === takeOf(state, name) ? plan.row : null);

/** Choose a row; the same again confirms it. @type {(state: State, name: string, row: number) => void} */
export function pick(state, name, row) {
  const now = performance.now();
  if (chosenRow(state, name) === row) {
    if (now - plan.at > TOO_SOON_MS) take(state, name, row);
    return;
  }
  Object.assign(plan, { of: takeOf(state, name), row, at: now });
}

/** @type {(state: State, name: string, row: number) => unknown} */
const take = (state, name, row) => send(state, `take-${name}`, { move: "take", seat: name, row });

/** The rows that a player may go to, with what each brings, and the button that takes. @type {(state: State, name: string) => Child} */
export function takeRows(state, name) {
  const view = viewOf(state);
  const { rows, pawn } = view.players[name];
  const chosen = chosenRow(state, name);
  const busy = isSending(`take-${name}`);
  const one = (/** @type {number} */ row) => {
    const words = [
      h("b.take-number", number(row + 1)),
      h("span.unseen", rowLabel(row, namesOf(nearest(view, row)))),
      h("span.pawn-way", wayText(row - pawn), row === pawn && mark(state.seats, name)),
      wouldTake(view, row),
      h("span.hint", t("ubongo.take.left", { count: view.gems[row].length })),
    ];
    const look = { class: "take-row", disabled: busy };
    return choiceKey(`row-${row}`, words, row === chosen, () => pick(state, name, row), look);
  };
  return h("div.take", [
    h("p.hint", t("ubongo.take.choose")),
    state.camera.health === "running" && h("p.hint", t("ubongo.take.seen")),
    h("div.take-rows", { role: "group", "aria-label": t("ubongo.take.choose") }, rows.map(one)),
    confirmBar(state, name, chosen, busy),
  ]);
}

/** @type {(row: number, colours: string) => string} */
const rowLabel = (row, colours) =>
  t(colours ? "ubongo.take.row" : "ubongo.take.row_empty", { row: row + 1, colours });

/** @param {number} fields downwards */
const wayText = (fields) => (fields ? `${fields < 0 ? "↑" : "↓"}${number(Math.abs(fields))}` : "");

/** @type {(state: State, name: string, row: number | null, busy: boolean) => Child} */
function confirmBar(state, name, row, busy) {
  const gems = row === null ? [] : nearest(viewOf(state), row);
  const label =
    row === null || gems.length
      ? t("ubongo.take.go", { count: gems.length })
      : t("ubongo.take.go_nothing");
  const move = () =>
    send(state, `pawn-${name}`, { move: "move_pawn", seat: name, row: /** @type {number} */ (row) });
  return h("div.buttons.take-buttons", [
    button("take", label, () => row !== null && take(state, name, row), {
      class: "strong big",
      disabled: row === null || busy,
    }),
    row !== null &&
      row !== viewOf(state).players[name].pawn &&
      state.may.includes("move_pawn") &&
      button("pawn", t("ubongo.take.only_pawn"), move, { class: "quiet", disabled: busy }),
  ]);
}
