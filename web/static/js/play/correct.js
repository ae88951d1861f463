// Correcting an earlier move: one tap on the move, one on what it really was.

import { lastStanding, role, told } from "../base/api.js";
import { closeDialog, newDialog } from "../base/dialogs.js";
import { button, h, onceButton, show } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { gameOf } from "../games/registry.js";
import { play } from "../base/sending.js";
import { pair, t } from "../base/texts.js";

/** @import { PutRight } from "../games/generic.js" */

/** `place`: the move's place among all. @type {(state: State, line: HistoryLine & { place: number }) => void} */
export function correct(state, line) {
  /** @type {Draft} */
  const draft = {};
  /** @type {PutRight} */
  const put = (move, pressed, also = []) => {
    const more = also.length ? { also } : {};
    return play({ move: "correct", number: line.number, with: move, ...more }, pressed).then(
      (done) => done && closeDialog(opened),
    );
  };
  const opened = newDialog("correct", (dialog) => {
    const ways = gameOf(state).correct(state, line, { put, draft });
    show(dialog, [
      h("h2", { id: "correct-title" }, t("correct.title", { number: line.place })),
      h("p", line.seat && pair(line.seat, ""), say(line.text)),
      h("div.ways", [
        ways
          ? [ways, h("p.hint", t("correct.later"))]
          : [h("p", t("correct.other")), takeBack(line, dialog)],
      ]),
      h("div.buttons", [button(null, t("correct.close"), () => closeDialog(dialog), "quiet")]),
    ]);
  });
}

/** Takes a move back from here, as long as it is the last one. @type {(line: HistoryLine, dialog: HTMLDialogElement) => Child} */
function takeBack(line, dialog) {
  const isLast = () => told.state && lastStanding(told.state)?.number === line.number;
  if (!isLast() || (role !== "host" && !told.state?.may.includes("undo"))) return null;
  const act = async (/** @type {Element} */ pressed) => {
    // Another move came meanwhile: it must not be taken back in place of this one.
    if (!isLast() || (await play({ move: "undo" }, pressed))) closeDialog(dialog);
  };
  return onceButton("take-back", t("enter.undo"), act);
}
