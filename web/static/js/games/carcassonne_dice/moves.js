// The moves by tap: entered, and put right.

import { button, h } from "../../dom.js";
import { play } from "../../play.js";
import { t } from "../../texts.js";
import { moveOf, throwCorrection, throwEntry } from "../../throws.js";
import { buildEntry } from "./build.js";
import { viewNow, viewOf } from "./state.js";

/** @import { Child, HistoryLine, State } from "../../types.js" */
/** @import { Draft, PutRight } from "../generic.js" */
/** @import { View } from "./types.js" */

/** A correction offers at least so many numbers of knights. */
const LEAST_NUMBERS = 4;

/** @param {View} view */
export const facesOf = ({ faces }) => Object.keys(faces);

/** @type {(state: State, draft: Draft, redraw: () => void) => HTMLElement[]} */
export function enter(state, draft, redraw) {
  const view = viewOf(state);
  const entries = {
    throw: () => throwEntry({ faces: facesOf(view), count: view.dice_to_throw, draft, redraw }),
    set_aside: () => buildEntry(state, draft, redraw),
    stop: () => stopEntry(viewNow(state)),
  };
  return Object.entries(entries).flatMap(([move, entry]) => (state.may.includes(move) ? [entry()] : []));
}

/** Stopping takes what lies on the table: what is being built counts. @param {View} view */
function stopEntry({ may_take, points_now }) {
  const label = { city: t("enter.stop_city", { points: points_now }), knight: t("enter.stop_knight") };
  const stop = (/** @type {"city" | "knight"} */ take) =>
    button(label[take], (event) => play({ move: "stop", take }, event.currentTarget), {
      "data-key": `stop-${take}`,
    });
  return h(
    "fieldset",
    { class: "entry" },
    h("legend", {}, t("enter.stop")),
    h("div", { class: "buttons" }, may_take.map(stop)),
  );
}

/** @type {(state: State, line: HistoryLine, put: PutRight) => Child} */
export function correct(state, line, put) {
  const { move } = line.move;
  if (move === "throw") return throwCorrection(facesOf(viewOf(state)), line, put);
  if (move === "stop") return stopCorrection(line, put);
  if (move === "set_aside") return knightsCorrection(line, put);
  return null;
}

/** @type {(line: HistoryLine, put: PutRight) => Child} */
function stopCorrection(line, put) {
  const move = moveOf(line);
  const labels = { city: t("correct.take_city"), knight: t("correct.take_knight") };
  const choices = Object.entries(labels).map(([take, label]) =>
    button(label, (event) => put({ ...move, take }, event.currentTarget), {
      "aria-pressed": String(move.take === take),
    }),
  );
  return [h("p", {}, t("correct.stop")), h("div", { class: "buttons" }, choices)];
}

/** @type {(line: HistoryLine, put: PutRight) => Child} */
function knightsCorrection(line, put) {
  const move = moveOf(line);
  const now = move.knights ?? 0;
  const choices = Array.from({ length: Math.max(LEAST_NUMBERS, now + 2) }, (_, knights) =>
    button(String(knights), (event) => put({ ...move, knights }, event.currentTarget), {
      "aria-pressed": String(knights === now),
    }),
  );
  return [h("p", {}, t("enter.knights")), h("div", { class: "buttons" }, choices)];
}
