// Correcting an earlier move: one tap on the move, one on what it really was.

import { byId, button, h } from "./dom.js";
import { say } from "./faces.js";
import { gameOf } from "./games/registry.js";
import { play } from "./play.js";
import { t } from "./texts.js";

/** @import { HistoryLine, State } from "./types.js" */
/** @import { PutRight } from "./games/generic.js" */

/** @type {(state: State, line: HistoryLine) => void} */
export function correct(state, line) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("correct"));
  /** @type {PutRight} */
  const put = (move, pressed) =>
    play({ move: "correct", number: line.number, with: move }, pressed).then(
      (done) => done && dialog.close(),
    );
  const ways = gameOf(state).correct(state, line, put) ?? [h("p", {}, t("correct.other"))];
  dialog.replaceChildren(
    h("h2", {}, t("correct.title", { number: line.number })),
    h("p", {}, line.seat && `${line.seat}: `, say(line.text)),
    h("div", { class: "ways" }, ways),
    h("p", { class: "hint" }, t("correct.later")),
    h(
      "div",
      { class: "buttons" },
      button(t("correct.close"), () => dialog.close(), { class: "quiet" }),
    ),
  );
  dialog.showModal();
}
