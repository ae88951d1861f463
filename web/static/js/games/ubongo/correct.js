// Putting right: an earlier move's symbol or row, and a gem on the board, tapped by the host.

import { closeDialog } from "../../base/dialogs.js";
import { button, choiceKey, each, h } from "../../base/dom.js";
import { lastOf } from "../../base/lists.js";
import { number, t } from "../../base/texts.js";
import { send } from "./sending.js";
import { COLOURS, HOLES, ROWS, SYMBOLS, colourName, may, viewOf } from "./state.js";
import { IS_HOST } from "../../base/api.js";
import { isSending } from "../../base/sending.js";
import { gem, symbolKey } from "./gems.js";

/** @type {(state: State, line: HistoryLine, editing: Editing) => Child} */
export function correct(state, line, { put }) {
  const move = /** @type {Move} */ (line.move);
  if (move.move === "start" || move.move === "symbol") return symbols(move, put);
  if (move.move === "take" || move.move === "move_pawn") return rows(move, put);
  if (move.move === "call" && may(state, "false_call", String(line.seat)) && isLatestCall(state, line))
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

/** Whether gems are being put right, and which was tapped; holes count from the red field at first. */
const fixing = { on: false, row: 0, hole: /** @type {number | null} */ (null) };

/** What a tap on a gem does; null: nothing. @type {() => ((row: number, hole: number) => void) | null} */
export function gemTapped() {
  if (!fixing.on) return null;
  return (row, hole) => Object.assign(fixing, { row, hole });
}

/** The gem that was tapped. @type {(row: number, hole: number) => boolean} */
export const isTapped = (row, hole) => fixing.on && fixing.row === row && fixing.hole === hole;

/** @type {(state: State) => Child} */
export function putGemRight(state) {
  if (!IS_HOST || state.outcome) return null;
  const toggle = () => Object.assign(fixing, { on: !fixing.on, hole: null });
  const label = t(fixing.on ? "ubongo.correct.gems_done" : "ubongo.correct.gems");
  return h("div.put-gem-right", [
    fixing.on && fixing.hole === null && h("p", { role: "status" }, t("ubongo.correct.gems_how")),
    fixing.on && fixing.hole !== null && colours(state, fixing.row, fixing.hole),
    choiceKey("fix-gems", label, fixing.on, toggle, "quiet"),
  ]);
}

/** @type {(state: State, row: number, hole: number) => Child} */
function colours(state, row, hole) {
  const gems = viewOf(state).gems[row];
  const now = gems[hole - (HOLES - gems.length)];
  const put = (/** @type {string} */ colour) => {
    send(state, `gem-${row}-${hole}`, { move: "gem", row, hole, gem: colour });
    fixing.hole = null;
  };
  return [
    h("p", { role: "status" }, t("ubongo.correct.gem", { row: row + 1, hole: hole + 1 })),
    each("div.colour-keys", COLOURS, (colour) => {
      const words = [gem(colour, ""), h("span", colourName(colour))];
      const look = { class: "colour-key", disabled: isSending(`gem-${row}-${hole}`) };
      return choiceKey(`gem-${colour}`, words, colour === now, () => put(colour), look);
    }),
  ];
}
