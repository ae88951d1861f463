// Tokens in a lesson: how large they are, and which one lies at a place.

import { button, h, onceButton } from "../base/dom.js";
import { t } from "../base/texts.js";
import { nameKeys, namesFor } from "./naming.js";
import { EMPTY, pieceName } from "./pieces.js";
import { wordsOf } from "./words.js";

/** @import { Lesson, LessonTop } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** A ring is made so much larger or smaller at once. */
const STEP = 1.08;

/** Is a ring as large as a token? @type {(lesson: Lesson, teaching: Teaching) => Child[]} */
export function sizeQuestion({ radius }, teaching) {
  if (radius === null)
    return [h("p.question", t("teach.token_where")), h("p.hint", t("teach.token_where_hint"))];
  const by = (/** @type {number} */ factor, /** @type {string} */ sign, /** @type {string} */ key) => {
    const look = { "aria-label": t(`teach.ring_${key}`) };
    return button(`ring-${key}`, sign, () => teaching.resizeToken(factor), look);
  };
  return [
    h("p.question", t("teach.ring_fits")),
    h("p.hint", t("teach.ring_hint")),
    h("p.stepper", by(1 / STEP, "−", "smaller"), by(STEP, "+", "larger")),
    button("ring-yes", t("teach.ring_yes"), () => teaching.pass({ fits: true }), "strong big"),
  ];
}

/** @type {(lesson: Lesson, top: LessonTop, teaching: Teaching) => Child[]} */
export function tokenQuestion(lesson, top, teaching) {
  const names = namesFor(lesson, top).filter((name) => name !== EMPTY);
  const nothing = (/** @type {Element} */ pressed) => teaching.name(EMPTY, pressed);
  return [
    h("p.question", t("teach.which_token")),
    h("div.die-and-faces", [
      h("div.die-asked", teaching.still.piece(top)),
      nameKeys(names, top, teaching, pieceName, "face-key of-words"),
    ]),
    h("div.buttons", [
      onceButton("face-empty", t("teach.token_nothing"), nothing, "quiet"),
      onceButton("skip", t(wordsOf(lesson).skip), () => teaching.leaveOut(), "quiet"),
      button("enough", t("teach.tokens_enough"), () => teaching.choose(null), "quiet"),
    ]),
  ];
}
