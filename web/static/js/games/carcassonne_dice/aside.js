// What was set aside, put right: other cells, other turns, other faces, more or fewer knights, or nothing.

import { button, h } from "../../base/dom.js";
import { die } from "../../picture/faces.js";
import { lastOf } from "../../base/lists.js";
import { faceName, t } from "../../base/texts.js";
import { moveOf } from "../../play/throws.js";
import { lyingBefore, throwBefore, turnOf } from "./before.js";
import { planned } from "./build.js";
import { Plan } from "./plan.js";
import { viewOf } from "./state.js";

/** @import { Child, HistoryLine, State } from "../../types.js" */
/** @import { Editing } from "../generic.js" */
/** @import { Act } from "./build.js" */

/** @type {(state: State, line: HistoryLine, editing: Editing) => Child} */
export function asideCorrection(state, line, { put, draft, redraw }) {
  const turn = turnOf(state.history, line);
  const throwLine = throwBefore(turn, line);
  if (!throwLine) return null;
  const move = moveOf(line);
  /** @type {Plan} */
  const plan = (draft.plan = draft.plan ?? planOf(state, turn, line));
  /** What the throw really showed, as far as it was put right. @type {string[]} */
  const really = (draft.really = draft.really ?? throwLine.move.faces);
  /** @type {Act} */
  const act = (change) => () => {
    change();
    redraw();
  };
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
  return [
    planned(plan, act),
    faceSwap(Object.keys(viewOf(state).faces), plan, (wrong, right) => act(() => swap(wrong, right))),
    thrownAfter && plan.count !== count && h("p.hint", t("correct.other_count")),
    h(
      "div.buttons",
      button(
        t("correct.aside"),
        (event) => put({ ...move, ...plan.move() }, event.currentTarget, also),
        {
          class: "strong",
          "data-key": "correct-aside",
        },
      ),
      button(
        t("correct.no_aside"),
        (event) => put({ ...move, knights: 0, city: [] }, event.currentTarget),
        { class: "quiet", "data-key": "correct-no-aside" },
      ),
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

/**
 * A die may have been read wrongly: each face that was thrown, and what it can have been instead.
 * @type {(faces: string[], plan: Plan, swap: (wrong: string, right: string) => () => void) => HTMLElement}
 */
function faceSwap(faces, plan, swap) {
  const rows = [...new Set(plan.thrown)].map((wrong) => [
    h("span.wrong", die(wrong), "→"),
    h(
      "span.face-keys",
      faces
        .filter((right) => right !== wrong)
        .map((right) =>
          button(die(right), swap(wrong, right), {
            class: "face-key small",
            "aria-label": t("correct.face", { face: wrong, right: faceName(right) }),
          }),
        ),
    ),
  ]);
  return h("details", h("summary", t("correct.misread")), h("div.instead", rows));
}

/** @type {(faces: string[], wrong: string, right: string) => string[]} */
function swapped(faces, wrong, right) {
  const place = faces.indexOf(wrong);
  return faces.map((face, i) => (i === place ? right : face));
}
