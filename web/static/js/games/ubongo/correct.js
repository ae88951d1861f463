// Putting an earlier move right: another symbol, another row.

import { button, h } from "../../dom.js";
import { number, t } from "../../texts.js";
import { symbolKey } from "./own.js";
import { ROWS, SYMBOLS } from "./state.js";

/** @import { Child, HistoryLine, Move, State } from "../../types.js" */
/** @import { Editing } from "../generic.js" */

/** @type {(state: State, line: HistoryLine, editing: Editing) => Child} */
export function correct(_state, line, { put }) {
  const move = /** @type {Move} */ (line.move);
  if (move.move === "start" || move.move === "symbol") return symbols(move, put);
  if (move.move === "take" || move.move === "move_pawn") return rows(move, put);
  return null;
}

/** @type {(move: Move, put: Editing["put"]) => Child} */
const symbols = (move, put) =>
  h(
    "div",
    { class: "symbols" },
    SYMBOLS.map((symbol) =>
      symbolKey(
        symbol,
        (event) => put({ ...move, symbol }, event.currentTarget),
        false,
        move.symbol === symbol,
      ),
    ),
  );

/** @type {(move: Move, put: Editing["put"]) => Child} */
const rows = (move, put) => [
  h("p", {}, t("ubongo.correct.row")),
  h(
    "div",
    { class: "buttons" },
    ROWS.map((row) =>
      button(number(row + 1), (event) => put({ ...move, row }, event.currentTarget), {
        "aria-pressed": String(move.row === row),
        "data-key": `correct-${row}`,
      }),
    ),
  ),
];
