// What is printed on a board's squares: laid over the picture, and put right by tap.

import { button, h, onceButton } from "../base/dom.js";
import { hasText, nameOf, t } from "../base/texts.js";
import { ARROWS, isBrowsers } from "../base/keys.js";
import { wordLines } from "./pieces.js";

/** @import { Lesson, LessonTop } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** A kind of thing that is printed, and a number where it has one. */
const NUMBERED = /^(.*?)(?: (\d+))?$/;

/** The words of what is printed on a square. @param {string} label */
function linesOf(label) {
  const [, kind, number] = NUMBERED.exec(label) ?? ["", label, ""];
  const code = `piece.${kind.replace(/ /g, "_")}`;
  const words = hasText(code) ? [t(code)] : kind.split(" ").map((word) => nameOf(`piece.${word}`, word));
  return number ? [...words, number] : words;
}

/** @param {string} label */
export const printedName = (label) => linesOf(label).join(" ");

/** What is printed, written over its square. @type {(label: string, at: Point, side: number) => Child} */
export const printedLabel = (label, at, side) =>
  h("g.piece-label", wordLines(linesOf(label), at, side * 0.25));

/** This is printed on the squares; `settled`: and it is right. @type {(teaching: Teaching, cells: Record<string, string>, settled?: boolean) => (pressed: Element) => unknown} */
const say =
  (teaching, cells, settled = false) =>
  (pressed) =>
    teaching.next("printed", { cells, settled }, pressed);

/** Is it right as it is laid over the picture, and what is missing? @type {(lesson: Lesson, teaching: Teaching) => Child[]} */
export function printedQuestion({ printed }, teaching) {
  if (!printed) return [];
  const names = (/** @type {string[]} */ labels) => labels.map(printedName).join(", ");
  const { cells, missing, too_often: often } = printed;
  const none = () => teaching.pass({ unprinted: true });
  return [
    h("p.question", t("teach.printed")),
    h("p.hint", t("teach.printed_why")),
    h("p.hint", t("teach.printed_hint")),
    missing.length > 0 && h("p", t("teach.printed_missing", { labels: names(missing) })),
    often.length > 0 && h("p", t("teach.printed_often", { labels: names(often) })),
    nudging(teaching),
    h("div.buttons", [
      onceButton("printed-yes", t("teach.printed_yes"), say(teaching, cells, true), {
        class: "strong big",
        disabled: missing.length + often.length > 0,
      }),
      Object.keys(cells).length > 0 &&
        onceButton("printed-clear", t("teach.printed_clear"), say(teaching, {}), "quiet"),
      onceButton("printed-none", t("teach.printed_none"), none, "quiet"),
    ]),
  ];
}

/** Where the buttons lie that lay all a square further: keys do the same. @type {[string, string, string][]} */
const NUDGES = [
  ["ArrowUp", "↑", "up"],
  ["ArrowLeft", "←", "left"],
  ["ArrowRight", "→", "right"],
  ["ArrowDown", "↓", "down"],
];

/** All that is printed is laid a square further. @param {Teaching} teaching */
function nudging(teaching) {
  const nudge = (/** @type {string} */ key) => teaching.nudge(...ARROWS[key]);
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (!ARROWS[event.key] || isBrowsers(event)) return;
    event.preventDefault();
    nudge(event.key);
  };
  return h("div.nudging", { role: "group", "aria-label": t("teach.nudge"), onkeydown: press }, [
    h("p", t("teach.nudge")),
    NUDGES.map(([key, sign, where]) => {
      const look = { class: where, "aria-label": t(`teach.nudge_${where}`) };
      return button(`nudge-${where}`, sign, () => nudge(key), look);
    }),
  ]);
}

/** What is printed on the square that was tapped? @type {(lesson: Lesson, top: LessonTop, teaching: Teaching) => Child[]} */
export function squareQuestion({ printed }, top, teaching) {
  if (!printed || !top.cell) return [];
  const name = top.cell.join(",");
  const now = printed.cells[name] ?? "";
  const { [name]: _, ...others } = printed.cells;
  const labels = [...new Set([...printed.missing, ...printed.labels])];
  const key = (/** @type {string} */ label) => {
    const words = label ? printedName(label) : t("teach.printed_plain");
    const put = say(teaching, label ? { ...others, [name]: label } : others);
    const look = { class: "face-key of-words", "aria-pressed": String(label === now) };
    return onceButton(`printed-${label}`, words, put, look);
  };
  return [
    h("p.question", t("teach.which_printed")),
    h("div.die-asked", teaching.still.piece(top)),
    h("div.face-keys", ["", ...labels].map(key)),
    button("printed-back", t("teach.printed_back"), () => teaching.choose(null), "quiet"),
  ];
}
