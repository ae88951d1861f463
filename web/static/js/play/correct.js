// Correcting an earlier move: one tap on the move, one on what it really was.

import { role, told } from "../base/api.js";
import { closeDialog, openDialog } from "../base/dialogs.js";
import { button, h, onceButton, show } from "../base/dom.js";
import { add, element } from "../base/element.js";
import { say } from "../picture/faces.js";
import { gameOf } from "../games/registry.js";
import { lastOf } from "../base/lists.js";
import { onRedraw } from "../base/redraw.js";
import { play } from "../base/sending.js";
import { pair, t } from "../base/texts.js";

/** @import { PutRight } from "../games/generic.js" */

/** `place`: the move's place among all. @type {(state: State, line: HistoryLine & { place: number }) => void} */
export function correct(state, line) {
  const title = t("correct.title", { number: line.place });
  const dialog = element("dialog", { id: "correct", "aria-label": title });
  const place = element("div.ways");
  const later = h("p.hint", t("correct.later"));
  /** @type {Draft} */
  const draft = {};
  /** @type {PutRight} */
  const put = (move, pressed, also = []) => {
    const more = also.length ? { also } : {};
    return play({ move: "correct", number: line.number, with: move, ...more }, pressed).then(
      (done) => done && closeDialog(dialog),
    );
  };
  const draw = () => {
    const ways = gameOf(state).correct(state, line, { put, draft });
    const none = [h("p", t("correct.other")), takeBack(line, dialog)];
    show(place, ways ? [ways, later] : none);
  };
  draw();
  const stop = onRedraw(draw);
  add(
    dialog,
    h("h2", title),
    h("p", line.seat && pair(line.seat, ""), say(line.text)),
    place,
    h(
      "div.buttons",
      button(null, t("correct.close"), () => closeDialog(dialog), "quiet"),
    ),
  );
  dialog.addEventListener("close", () => {
    stop();
    dialog.remove();
  });
  document.body.append(dialog);
  openDialog(dialog);
}

/** Takes a move back from here, as long as it is the last one. @type {(line: HistoryLine, dialog: HTMLDialogElement) => Child} */
function takeBack(line, dialog) {
  const isLast = () =>
    lastOf(told.state?.history.filter(({ undone }) => !undone))?.number === line.number;
  if (!isLast() || (role !== "host" && !told.state?.may.includes("undo"))) return null;
  const act = async (/** @type {Element} */ pressed) => {
    // Another move came meanwhile: it must not be taken back in place of this one.
    if (!isLast() || (await play({ move: "undo" }, pressed))) closeDialog(dialog);
  };
  return onceButton("take-back", t("enter.undo"), act);
}
