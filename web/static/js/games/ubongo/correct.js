// Putting an earlier move right: another symbol, another row.

import { closeDialog } from "../../base/dialogs.js";
import { button, choiceKey, each, h } from "../../base/dom.js";
import { lastOf } from "../../base/lists.js";
import { number, t } from "../../base/texts.js";
import { symbolKey } from "./own.js";
import { send } from "./sending.js";
import { mayTakeBack, ROWS, SYMBOLS } from "./state.js";

/** @type {(state: State, line: HistoryLine, editing: Editing) => Child} */
export function correct(state, line, { put }) {
  const move = /** @type {Move} */ (line.move);
  if (move.move === "start" || move.move === "symbol") return symbols(move, put);
  if (move.move === "take" || move.move === "move_pawn") return rows(move, put);
  if (move.move === "call" && mayTakeBack(state, String(line.seat)) && isLatestCall(state, line))
    return wrongCall(state, line);
  return null;
}

/** Whether a call is its player's latest, and not one of an earlier round. @type {(state: State, line: HistoryLine) => boolean} */
const isLatestCall = ({ history }, { seat, number: given }) =>
  lastOf(history.filter((one) => !one.undone && one.seat === seat && one.move.move === "call"))
    ?.number === given;

/** @type {(state: State, line: HistoryLine) => Child} */
function wrongCall(state, { seat }) {
  const back = (/** @type {Element} */ pressed) => {
    send(state, `false-${seat}`, { move: "false_call", seat });
    closeDialog(/** @type {Element} */ (pressed.closest("dialog")));
  };
  return [
    h("p", t("ubongo.correct.call")),
    button("correct-call", t("ubongo.calls.back"), back, "strong"),
  ];
}

/** @type {(move: Move, put: Editing["put"]) => Child} */
const symbols = (move, put) =>
  each("div.symbols", SYMBOLS, (symbol) =>
    symbolKey(symbol, (pressed) => put({ ...move, symbol }, pressed), false, move.symbol === symbol),
  );

/** @type {(move: Move, put: Editing["put"]) => Child} */
const rows = (move, put) => [
  h("p", t("ubongo.correct.row")),
  each("div.buttons", ROWS, (row) =>
    choiceKey(`correct-${row}`, number(row + 1), move.row === row, (pressed) =>
      put({ ...move, row }, pressed),
    ),
  ),
];
