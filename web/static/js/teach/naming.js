// The keys by which a piece of the lesson's picture is named: what it may be, and a name that is none of these.

import { button, h, onceButton } from "../base/dom.js";
import { t } from "../base/texts.js";
import { nameForm } from "./files.js";

/** @import { Lesson, LessonTop } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** What it may be: likely names first, then those of its family, then all that were taught. @type {(lesson: Lesson, top: LessonTop) => string[]} */
export const namesFor = ({ faces, family }, { likely }) => [
  ...new Set([...likely, ...family, ...faces.map(({ face }) => face)]),
];

/** `draw`: what stands on a key. @type {(names: string[], top: LessonTop, teaching: Teaching, draw: (name: string) => Child, look: string) => Child} */
export function nameKeys(names, top, teaching, draw, look) {
  const now = top.face ?? top.read;
  const key = (/** @type {string} */ name) =>
    onceButton(`face-${name}`, draw(name), (pressed) => teaching.name(name, pressed), {
      class: look,
      "aria-pressed": String(name === now),
    });
  const other = { class: "face-key other" };
  return h(
    "div.face-keys",
    names.map(key),
    teaching.chosen.typing || names.length === 0
      ? nameForm((name, pressed) => teaching.name(name, pressed))
      : button("face-other", t("teach.other_face"), () => teaching.typeName(), other),
  );
}
