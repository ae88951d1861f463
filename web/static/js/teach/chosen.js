// What this page has chosen in a lesson; kept in this tab, so that a reload goes on where it was.

import { inTab, keepAs, recall } from "../base/kept.js";

/** @import { Placing } from "./corners.js" */
/** @import { Lesson, LessonTop } from "./shapes.js" */

/**
 * What this page has chosen. `top`: the die whose face is asked; `edge`: its face is known, its top edge is
 * asked; `noEdges`: how dice lie does not matter; `typing`: a face's name is being typed; `left`: what is
 * no die, or shall be left out. Of a board: `placing`, the corners as they are being set; `free`, a square
 * that was tapped and on which nothing was seen; `turns` and `on`, how the piece lies that is asked about.
 * `unprinted`: what is printed on it shall not be said. Of tokens: `fits`, the rings are as large as they are.
 * `ending`: the lesson will be given up if it is said once more.
 */
export const NOTHING = {
  top: /** @type {number | null} */ (null),
  edge: /** @type {string | null} */ (null),
  noEdges: false,
  typing: false,
  left: /** @type {number[]} */ ([]),
  placing: /** @type {Placing | null} */ (null),
  free: /** @type {LessonTop | null} */ (null),
  turns: 0,
  on: /** @type {string | null} */ (null),
  fits: false,
  unprinted: false,
  ending: false,
};
/** @typedef {typeof NOTHING} Chosen */

const KEPT = "teach";

/** The same picture of the same lesson, as far as can be told. @param {Lesson} lesson */
const nameOf = ({ kind, name, picture }) => JSON.stringify([kind, name, picture?.number ?? null]);

/** @type {(lesson: Lesson | null, chosen: Chosen) => void} */
export function keep(lesson, chosen) {
  const now = { ...chosen, typing: false, ending: false };
  keepAs(KEPT, lesson ? { of: nameOf(lesson), chosen: now } : undefined, inTab);
}

/**
 * Recall what was kept before this page was loaded: what is returned tells what of it was chosen on a
 * lesson's picture, null where nothing was.
 * @returns {(lesson: Lesson | null) => Chosen | null}
 */
export function kept() {
  const { of, chosen } = recall(KEPT, inTab) ?? {};
  return (lesson) => (lesson && of === nameOf(lesson) ? { ...NOTHING, ...chosen } : null);
}
