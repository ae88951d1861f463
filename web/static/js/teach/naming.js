// What is asked of a lesson's picture: keys by which a piece is named, how large tokens are, where a board lies.

import { button, choiceKey, h, onceButton } from "../base/dom.js";
import { t } from "../base/texts.js";
import { nameForm } from "./files.js";
import { EMPTY, partsOf, pieceName } from "./pieces.js";
import { CORNERS } from "./corners.js";

/** @import { Lesson, LessonTop } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */
/** @import { Placing } from "./corners.js" */

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
  return h("div.face-keys", [
    names.map(key),
    teaching.chosen.typing || names.length === 0
      ? nameForm((name, pressed) => teaching.name(name, pressed))
      : button("face-other", t("teach.other_face"), () => teaching.typeName(), other),
  ]);
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
    h("div.buttons", [
      lesson.pawns.map((pawn) => {
        const label = t("teach.stands_on", { pawn: pieceName(pawn) });
        const stand = () => teaching.say({ on: on === pawn ? null : pawn });
        return choiceKey(`pawn-${pawn}`, label, on === pawn, stand);
      }),
      onceButton("skip", wordsOf(lesson, "skip"), () => teaching.leaveOut(), "quiet"),
    ]),
  ];
}

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
      onceButton("skip", wordsOf(lesson, "skip"), () => teaching.leaveOut(), "quiet"),
      button("enough", t("teach.tokens_enough"), () => teaching.choose(null), "quiet"),
    ]),
  ];
}

/** No board has fewer or more columns or rows. */
const FEWEST = 2;
const MOST = 60;
/** The corners in the order in which they are tapped. */
const NAMES = ["top_left", "top_right", "bottom_right", "bottom_left"];

/** @type {(lesson: Lesson, placing: Placing, teaching: Teaching) => Child[]} */
export function cornersQuestion({ kind, grid }, placing, teaching) {
  const ofHoles = kind === "tokens";
  const set = placing.corners.length;
  const active = placing.corners[placing.active];
  const loupe = active && teaching.still.loupe(active);
  if (set < CORNERS)
    return [
      h("p.question", t(`teach.${ofHoles ? "hole" : "corner"}_${NAMES[set]}`)),
      h("p.hint", t("teach.grid_why")),
      h("p.hint", t("teach.corner_hint")),
      h("div.die-asked", loupe),
      h("div.buttons", [
        button("corners-keys", t("teach.corners_keys"), () => teaching.fillCorners(), "quiet"),
        again(teaching, set),
      ]),
    ];
  return [
    h("p.question", t(ofHoles ? "teach.holes_fit" : "teach.grid_fits")),
    h("p.hint", t("teach.grid_hint")),
    h("div.die-asked", loupe),
    !grid?.fixed && [
      stepper("columns", placing.columns, (columns) => teaching.place({ columns })),
      stepper("rows", placing.rows, (rows) => teaching.place({ rows })),
    ],
    h("div.buttons", [
      button("grid-yes", t("teach.grid_yes"), (pressed) => teaching.placeBoard(pressed), "strong big"),
      again(teaching, set),
    ]),
  ];
}

/** @type {(teaching: Teaching, set: number) => Child} */
const again = (teaching, set) =>
  set > 0 &&
  button(
    "corners-again",
    t("teach.corners_again"),
    () => teaching.place({ corners: [], active: 0 }),
    "quiet",
  );

/** @type {(what: "columns" | "rows", now: number, set: (now: number) => void) => Child} */
function stepper(what, now, set) {
  const step = (/** @type {number} */ by, /** @type {string} */ sign) => {
    const way = by > 0 ? "more" : "fewer";
    const act = () => set(Math.min(MOST, Math.max(FEWEST, now + by)));
    return button(`${what}-${way}`, sign, act, { "aria-label": t(`teach.${way}_${what}`) });
  };
  return h("p.stepper", step(-1, "−"), h("b", t(`teach.${what}`, { count: now })), step(1, "+"));
}

/**
 * What is said otherwise of each kind that is taught: `first` and `lay`, what to photograph; `none`, that nothing is
 * seen; `named`, that all has its name; `test` and why; `read`, what was read in it, and what to tap.
 * @type {(lesson: Pick<Lesson, "kind">, what: "first" | "lay" | "none" | "named" | "test" | "test_why" | "read" | "test_tap" | "skip", params?: object) => string}
 */
export const wordsOf = ({ kind }, what, params = {}) => t(`teach.${kind}_${what}`, params);
