// The keys by which a piece of the lesson's picture is named: what it may be, and a name that is none of these.

import { button, choiceKey, h, onceButton } from "../base/dom.js";
import { t } from "../base/texts.js";
import { nameForm } from "./files.js";
import { EMPTY, partsOf, pieceName } from "./pieces.js";

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

/** @type {(lesson: Lesson, top: LessonTop, teaching: Teaching) => Child[]} */
export function pieceQuestion(lesson, top, teaching) {
  const { turns, on } = teaching.chosen;
  const all = namesFor(lesson, top);
  const names = all.filter((name) => name !== EMPTY && !lesson.pawns.includes(name));
  const words = (/** @type {string} */ label) => partsOf(label).map((part) => h("span", part));
  return [
    h("p.question", t(on ? "teach.what_under" : "teach.which_piece")),
    h("div.die-and-faces", [
      h("div.die-asked", [
        teaching.still.piece(top),
        button("turn", "▲", () => teaching.say({ turns: (turns + 1) % 4 }), {
          class: `way-key turned-${turns}`,
          "aria-label": t("teach.turn", { count: turns }),
        }),
      ]),
      h("p.hint", t("teach.turn_hint")),
    ]),
    nameKeys([...names, EMPTY], top, teaching, words, "face-key of-words"),
    h(
      "div.buttons",
      lesson.pawns.map((pawn) => {
        const label = t("teach.stands_on", { pawn: pieceName(pawn) });
        const stand = () => teaching.say({ on: on === pawn ? null : pawn });
        return choiceKey(`pawn-${pawn}`, label, on === pawn, stand);
      }),
      onceButton("skip", t("teach.skip_piece"), () => teaching.leaveOut(), "quiet"),
    ),
  ];
}
