// The moves by tap: entered, and put right; what was set aside, too.

import { button, choiceKey, h, onceButton } from "../../base/dom.js";
import { play } from "../../base/sending.js";
import { t } from "../../base/texts.js";
import { misread, moveOf, swapped, throwCorrection, throwEntry } from "../../play/throws.js";
import { asideWith, lyingBefore, throwBefore, turnOf } from "./before.js";
import { buildEntry, planned } from "./build.js";
import { facesOf, viewNow, viewOf } from "./state.js";
import { lastOf } from "../../base/lists.js";
import { Plan } from "./plan.js";

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

/** @type {(state: State, line: HistoryLine, editing: Editing) => Child} */
function asideCorrection(state, line, { put, draft }) {
  const turn = turnOf(state.history, line);
  const throwLine = throwBefore(turn, line);
  if (!throwLine) return null;
  const move = moveOf(line);
  /** @type {Plan} */
  const plan = (draft.plan = draft.plan ?? planOf(state, turn, line));
  /** What the throw really showed, as far as it was put right. @type {string[]} */
  const really = (draft.really = draft.really ?? throwLine.move.faces);
  const faces = Object.keys(viewOf(state).faces);
  const swap = (/** @type {string} */ wrong, /** @type {string} */ right) => {
    draft.really = swapped(really, wrong, right);
    plan.swap(wrong, right);
  };
  const isRight = really === throwLine.move.faces;
  const also = isRight
    ? []
    : [{ number: throwLine.number, with: { ...moveOf(throwLine), faces: really } }];
  const thrownAfter = turn.some((later) => later.number > line.number && later.move.move === "throw");
  const count = (move.city ?? []).length + (move.knights ?? 0);
  const right = (/** @type {Element} */ pressed) => put({ ...move, ...plan.move() }, pressed, also);
  const none = (/** @type {Element} */ pressed) => put({ ...move, knights: 0, city: [] }, pressed);
  return [
    planned(plan),
    // A die may have been read wrongly.
    h("details", h("summary", t("correct.misread")), misread(faces, plan.thrown, swap)),
    thrownAfter && plan.count !== count && h("p.hint", t("correct.other_count")),
    h("div.buttons", [
      button("correct-aside", t("correct.aside"), right, "strong"),
      button("correct-no-aside", t("correct.no_aside"), none, "quiet"),
    ]),
  ];
}

/** The plan that the move was. @type {(state: State, turn: HistoryLine[], line: HistoryLine) => Plan} */
function planOf(state, turn, line) {
  const plan = new Plan(lyingBefore(viewOf(state).faces, turn, line));
  const { city = [], knights = 0 } = moveOf(line);
  plan.placed = city.map((/** @type {object} */ placed) => ({ ...placed }));
  plan.knights = knights;
  plan.held = plan.left[0] ?? null;
  plan.current = lastOf(plan.placed) ?? null;
  return plan;
}
