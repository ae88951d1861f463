// What is still missing in a lesson, or contradicts itself: the most urgent first, each kind once.

import { h } from "../base/dom.js";
import { dice } from "../picture/faces.js";
import { hasText, t } from "../base/texts.js";
import { pieceName } from "./pieces.js";

/** @import { Lesson, LessonNote } from "./shapes.js" */

/** @type {(lesson: Lesson, options: { onlySerious: boolean }) => Child} */
export function drawNotes({ kind: ofPieces, notes, faces, grid }, { onlySerious }) {
  if (!faces.length && !grid?.fixed) return null;
  const all = together(notes).filter(({ kind }) => hasText(`teach.note.${kind}`));
  const told = all.filter(({ serious }) => serious || !onlySerious);
  if (!all.length) return h("p.notes-none", t("teach.note_none"));
  if (!told.length) return null;
  return h(
    "ul.notes",
    { "aria-label": t("teach.notes") },
    told.map(({ kind, serious, faces: about }) =>
      h(
        "li",
        { class: serious ? "serious" : "" },
        t(`teach.note.${kind}`),
        about.length > 0 && [" ", ofPieces === "dice" ? dice(about) : about.map(pieceName).join(", ")],
      ),
    ),
  );
}

/** Notes of one kind as one, with all their faces. @param {LessonNote[]} notes */
function together(notes) {
  /** @type {Map<string, LessonNote>} */
  const found = new Map();
  for (const { kind, serious, faces } of notes) {
    const key =
      kind.endsWith("labelled_differently") || kind.endsWith("too_alike") ? `${kind} ${faces}` : kind;
    const before = found.get(key) ?? { kind, serious, faces: [] };
    found.set(key, {
      kind,
      serious: serious || before.serious,
      faces: [...new Set([...before.faces, ...faces])],
    });
  }
  return [...found.values()].sort((one, other) => Number(other.serious) - Number(one.serious));
}
