// What was set aside, put right: other cells, other turns, other faces, more or fewer knights, or nothing.

import { button, h } from "../../base/dom.js";
import { lastOf } from "../../base/lists.js";
import { t } from "../../base/texts.js";
import { misread, moveOf, swapped } from "../../play/throws.js";
import { lyingBefore, throwBefore, turnOf } from "./before.js";
import { planned } from "./build.js";
import { Plan } from "./plan.js";
import { viewOf } from "./state.js";

/** @type {(state: State, line: HistoryLine, editing: Editing) => Child} */
export function asideCorrection(state, line, { put, draft }) {
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
    h(
      "div.buttons",
      button("correct-aside", t("correct.aside"), right, "strong"),
      button("correct-no-aside", t("correct.no_aside"), none, "quiet"),
    ),
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
