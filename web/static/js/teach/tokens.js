// Tokens in a lesson: how large they are, and which one lies at a place.

import { button, h, once } from "../base/dom.js";
import { t } from "../base/texts.js";
import { EMPTY, pieceName } from "./pieces.js";
import { wordsOf } from "./words.js";

/** @import { Child } from "../types.js" */
/** @import { Lesson, LessonTop } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** A ring is made so much larger or smaller at once. */
const STEP = 1.08;

/** Is a ring as large as a token? @type {(lesson: Lesson, teaching: Teaching) => Child[]} */
export function sizeQuestion({ radius }, teaching) {
  if (radius === null)
    return [h("p.question", t("teach.token_where")), h("p.hint", t("teach.token_where_hint"))];
  const by = (/** @type {number} */ factor, /** @type {string} */ sign, /** @type {string} */ key) =>
    button(sign, () => teaching.resizeToken(factor), {
      "aria-label": t(`teach.ring_${key}`),
      "data-key": `ring-${key}`,
    });
  return [
    h("p.question", t("teach.ring_fits")),
    h("p.hint", t("teach.ring_hint")),
    h("p.stepper", by(1 / STEP, "−", "smaller"), by(STEP, "+", "larger")),
    button(t("teach.ring_yes"), () => teaching.fitsToken(), {
      class: "strong big",
      "data-key": "ring-yes",
    }),
  ];
}

/** @type {(lesson: Lesson, top: LessonTop, teaching: Teaching) => Child[]} */
export function tokenQuestion(lesson, top, teaching) {
  const taught = lesson.faces.map(({ face }) => face);
  const likely = top.likely.filter((face) => face !== EMPTY);
  const labels = [...new Set([...likely, ...lesson.family, ...taught])];
  const now = top.face ?? top.read;
  const key = (/** @type {string} */ label) =>
    button(
      pieceName(label),
      // The second tap of a double one would name the next token, which is asked at the same place.
      once(({ currentTarget }) => teaching.name(label, currentTarget)),
      { class: "face-key of-words", "aria-pressed": String(label === now), "data-key": `face-${label}` },
    );
  return [
    h("p.question", t("teach.which_token")),
    h("div.die-and-faces", [
      h("div.die-asked", teaching.still.piece(top)),
      h("div.face-keys", [
        labels.map(key),
        teaching.chosen.typing || labels.length === 0
          ? teaching.nameForm()
          : button(t("teach.other_face"), () => teaching.typeName(), {
              class: "face-key other",
              "data-key": "face-other",
            }),
      ]),
    ]),
    h("div.buttons", [
      button(
        t("teach.token_nothing"),
        once(({ currentTarget }) => teaching.name(EMPTY, currentTarget)),
        { class: "quiet", "data-key": "face-empty" },
      ),
      button(
        t(wordsOf(lesson).skip),
        once(() => teaching.leaveOut()),
        { class: "quiet", "data-key": "skip" },
      ),
      button(t("teach.tokens_enough"), () => teaching.choose(null), {
        class: "quiet",
        "data-key": "enough",
      }),
    ]),
  ];
}
