// What lies on a board, by its label: in words, and as keys.

import { copySize } from "../picture/badges.js";
import { button, choiceKey, h, onceButton } from "../base/dom.js";
import { nameOf, t } from "../base/texts.js";
import { nameKeys, namesFor } from "./naming.js";
import { wordLines } from "./printed.js";

/** @import { Lesson, LessonTop } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** The label of a square on which nothing lies. */
export const EMPTY = "empty";

/** The parts of a label, as players call them. @param {string} label */
export const partsOf = (label) => label.split(".").map((part) => nameOf(`piece.${part}`, part));

/** @param {string} label */
export const pieceName = (label) => partsOf(label).join(" ");

/** The name of a piece and which way it lies, written over its square. @type {(label: string, on: string | null, turns: number, at: Point, side: number) => Child} */
export function pieceLabel(label, on, turns, [x, y], side) {
  const words = [...(label === EMPTY ? [] : partsOf(label)), ...(on ? partsOf(on) : [])];
  return h(
    "g.piece-label",
    label !== EMPTY &&
      h("path.way", {
        d: "M-9 4L0 -9L9 4",
        transform: `translate(${x} ${y}) rotate(${turns * 90}) translate(0 ${-side * 0.42}) scale(${side / 90})`,
      }),
    wordLines(words, [x, y], side * 0.27),
  );
}

/**
 * The name of a token, beside it; on it where there is no room. A cross where nothing lies.
 * @type {(label: string, token: Point, side: number, place?: Point | null) => Child}
 */
export function tokenLabel(label, token, side, place = null) {
  const [x, y] = place ?? token;
  const right = x - token[0];
  const near = Math.abs(right) < side * 0.3;
  const edge = near ? x : x - (Math.sign(right) * copySize(side)) / 2;
  const anchor = near ? "middle" : right > 0 ? "start" : "end";
  return h(
    "g.piece-label",
    h(
      "text",
      { x: edge, y: y + side * 0.12, "font-size": side * 0.36, "text-anchor": anchor },
      label === EMPTY ? "✕" : pieceName(label),
    ),
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
