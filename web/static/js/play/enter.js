// Entering by tap, for when there is no camera or it saw nothing; taking back the last move; putting an earlier one
// right: one tap on the move, one on what it really was.

import { lastStanding, role, told } from "../base/api.js";
import { h, onceButton, show, heldFor, button } from "../base/dom.js";
import { gameOf } from "../games/registry.js";
import { player } from "../base/seats.js";
import { play } from "../base/sending.js";
import { t, pair } from "../base/texts.js";
import { closeDialog, newDialog } from "../base/dialogs.js";
import { say } from "../picture/faces.js";

/** @import { PutRight } from "../games/generic.js" */

/** What has been chosen, but not yet sent; forgotten when the position changes. */
const drafts = heldFor(() => /** @type {Draft} */ ({}));
/** Whether the player opened or closed the part; null: neither yet. @type {boolean | null} */
let opened = null;

/**
 * The last move is taken back by who made it, and by the host, whose page says whose it is; `host`: the record
 * may be downloaded, too.
 * @type {(place: HTMLElement, state: State, options?: { host?: boolean }) => void}
 */
export function drawEnter(place, state, { host = false } = {}) {
  const { sitting, view } = state;
  const draft = drafts.during([sitting, view]);
  const entries = sitting ? gameOf(state).enter(state, draft) : [];
  show(place, sitting && [entries.length > 0 && inside(state, entries), undo(state, host)]);
}

/** @type {(state: State, entries: Child[]) => Child} */
const inside = ({ camera }, entries) =>
  h(
    "details",
    { open: opened ?? camera.health !== "running", ontoggle: (event) => (opened = event.target.open) },
    [h("summary", h("h3", t("enter.title"))), entries],
  );

/** @type {(state: State, host: boolean) => Child} */
function undo({ seats, history, may, for_good, holds_secrets }, host) {
  const last = lastStanding({ history });
  if (!last || !(host || may.includes("undo"))) return null;
  const whose = host && last.seat !== null && player(seats, last.seat);
  const back = (/** @type {Element} */ pressed) => play({ move: "undo" }, pressed);
  return h("div.buttons.last", [
    !for_good && onceButton("undo", [t("enter.undo"), whose], back, "quiet"),
    host &&
      !holds_secrets &&
      h("a.as-button.quiet", { href: "/api/v1/record?as=host", download: "record.jsonl" }, [
        t("enter.record"),
      ]),
  ]);
}

/** `place`: the move's place among all. @type {(state: State, line: HistoryLine & { place: number }) => void} */
export function correct(state, line) {
  /** @type {Draft} */
  const draft = {};
  /** @type {PutRight} */
  const put = (move, pressed, also = []) => {
    const more = also.length ? { also } : {};
    return play({ move: "correct", number: line.number, with: move, ...more }, pressed).then(
      (done) => done && closeDialog(shown),
    );
  };
  const shown = newDialog("correct", (dialog) => {
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
