// The moves by tap: entered, and put right.

import { choiceKey, h, onceButton } from "../../base/dom.js";
import { play } from "../../base/sending.js";
import { t } from "../../base/texts.js";
import { moveOf, throwCorrection, throwEntry } from "../../play/throws.js";
import { asideCorrection } from "./aside.js";
import { asideWith, turnOf } from "./before.js";
import { buildEntry } from "./build.js";
import { facesOf, viewNow, viewOf } from "./state.js";

/** @import { PutRight } from "../generic.js" */
/** @import { View } from "./types.js" */

/** @type {Taps} */
const taps = { enter, correct };

export default taps;

/** @type {(state: State, draft: Draft) => Child[]} */
function enter(state, draft) {
  const view = viewOf(state);
  const entries = {
    throw: () =>
      throwEntry({
        faces: facesOf(view),
        count: view.dice_to_throw,
        draft,
        read: view.throw === 0 ? (state.watch.seen?.dice ?? []).map(({ face }) => face) : [],
      }),
    set_aside: () => buildEntry(state, draft),
    stop: () => stopEntry(viewNow(state)),
  };
  return Object.entries(entries).flatMap(([move, entry]) => (state.may.includes(move) ? [entry()] : []));
}

/** Stopping takes what lies on the table: what is being built counts. @param {View} view */
function stopEntry({ may_take, points_now }) {
  const label = { city: t("enter.stop_city", { points: points_now }), knight: t("enter.stop_knight") };
  const stop = (/** @type {"city" | "knight"} */ take) =>
    onceButton(`stop-${take}`, label[take], (pressed) => play({ move: "stop", take }, pressed));
  return h("fieldset.entry", h("legend", t("enter.stop")), h("div.buttons", may_take.map(stop)));
}

/** @type {(state: State, line: HistoryLine, editing: Editing) => Child} */
function correct(state, line, { put, draft }) {
  const { move } = line.move;
  const { faces } = viewOf(state);
  if (move === "throw") return throwCorrection(Object.keys(faces), line, withAside(state, line, put));
  if (move === "stop") return stopCorrection(line, put);
  if (move === "set_aside") return asideCorrection(state, line, { put, draft });
  return null;
}

/** Correcting a throw corrects what was set aside of it, too. @type {(state: State, line: HistoryLine, put: PutRight) => PutRight} */
function withAside(state, line, put) {
  const { faces } = viewOf(state);
  const also = (/** @type {string[]} */ really) =>
    asideWith(faces, turnOf(state.history, line), line, really);
  return (move, pressed) => put(move, pressed, also(move.faces));
}

/** @type {(line: HistoryLine, put: PutRight) => Child} */
function stopCorrection(line, put) {
  const move = moveOf(line);
  const labels = { city: t("correct.take_city"), knight: t("correct.take_knight") };
  const choices = Object.entries(labels).map(([take, label]) =>
    choiceKey(null, label, move.take === take, (pressed) => put({ ...move, take }, pressed)),
  );
  return [h("p", t("correct.stop")), h("div.buttons", choices)];
}
