// One part: photographed, its corners set, its fields and walls tapped; and the whole board as it lies.

import { address } from "../base/api.js";
import { button, choiceKey, h } from "../base/dom.js";
import { selectField } from "../base/form.js";
import { pointsOf, unitsOf, WIDTH } from "../base/plane.js";
import { cornerHandles } from "../teach/corners.js";
import { photographKey } from "../teach/files.js";
import { t, pair } from "../base/texts.js";
import { pressedBy } from "../base/keys.js";

/** @import { MosaicLesson } from "./lesson.js" */

/** How many fields a side has. */
const FIELDS = ["2", "3", "4", "5", "6", "7", "8", "9"];

/** What is done next with the board. @type {(lesson: MosaicLesson, fields: Fields) => Child} */
export function partNow(lesson, fields) {
  const { told, board, terms } = lesson;
  if (!told || !board || !terms) return null;
  if (!told.picture) return takes(lesson);
  return told.picture.drawing ? tapping(lesson, fields) : cutting(lesson);
}

/** @param {MosaicLesson} lesson */
function takes(lesson) {
  const { board, terms } = lesson;
  const count = Object.keys(board?.parts ?? {}).length;
  const whole = count === terms?.parts;
  return [
    h("p.asked", [
      whole ? t("mosaic.lay") : t("mosaic.next", { part: count + 1, parts: terms?.parts ?? 0 }),
    ]),
    h("p.hint", t(whole ? "mosaic.lay_how" : "mosaic.next_how")),
    h("div.buttons", [
      button("take", t("mosaic.take"), (pressed) => lesson.do("take", {}, pressed), "strong big"),
      photographKey(t("mosaic.photograph"), lesson),
    ]),
  ];
}

/** @param {MosaicLesson} lesson */
function cutting(lesson) {
  const { told, board, terms, corners } = lesson;
  const whole = Object.keys(board?.parts ?? {}).length === terms?.parts;
  const places = corners.map(([x, y]) => ({ x, y }));
  const fixed = Object.keys(board?.parts ?? {}).length > 0;
  const next = whole ? "lies" : "cut";
  const body = { corners: places, ...(whole ? { name: board?.name } : { fields: lesson.fields }) };
  return [
    h("p.asked", t(whole ? "mosaic.corners_board" : "mosaic.corners")),
    photograph(lesson, told?.picture?.number ?? 0),
    !whole &&
      h("label", [
        t("mosaic.fields"),
        selectField(
          "fields",
          FIELDS,
          (count) => count,
          String(lesson.fields),
          (fields) => lesson.choose({ fields: Number(fields) }),
          { disabled: fixed },
        ),
      ]),
    h("div.buttons", [
      button(next, t(`mosaic.${next}`), (pressed) => lesson.do(next, body, pressed), "strong big"),
      button("take", t("mosaic.take"), (pressed) => lesson.do("take", {}, pressed)),
      photographKey(t("mosaic.photograph"), lesson),
    ]),
  ];
}

/** The photograph with its four corners, to be dragged. @type {(lesson: MosaicLesson, number: number) => Child} */
function photograph(lesson, number) {
  const { corners, active, height } = lesson;
  const points = pointsOf(corners.map(unitsOf(height)));
  const move = (/** @type {number} */ corner, /** @type {Point} */ to) =>
    lesson.choose({
      corners: corners.map((at, place) => (place === corner ? to : at)),
      active: corner,
    });
  return h("div.part-photograph", [
    h("img", {
      src: `${address("mosaics/picture")}&number=${number}`,
      alt: t("mosaic.picture"),
      onload: ({ currentTarget: image }) =>
        lesson.choose({ height: (WIDTH * image.naturalHeight) / image.naturalWidth }),
    }),
    h("svg.overlay", { viewBox: `0 0 ${WIDTH} ${height}` }, [
      h("polygon.outline.halo", { points }),
      h("polygon.outline", { points }),
      cornerHandles({ corners, active, columns: 0, rows: 0 }, height, move),
    ]),
  ]);
}

/** @type {(lesson: MosaicLesson, fields: Fields) => Child} */
function tapping(lesson, fields) {
  const { told, terms, drawing } = lesson;
  const legend = terms?.legend ?? {};
  const mark = lesson.mark || Object.keys(legend)[1];
  const marks = [...Object.keys(legend), ROCK];
  const keep = (/** @type {Element} */ pressed) => lesson.do("keep", { drawing }, pressed);
  const image = `${address("mosaics/picture")}&number=${told?.picture?.number}.5`;
  return [
    h("p.asked", t("mosaic.tap")),
    h("div.palette", { role: "group", "aria-label": t("mosaic.palette") }, [
      marks.map((one) => {
        const name = nameOfMark(legend[one], fields);
        const choose = () => lesson.choose({ mark: one });
        const look = { class: "quiet", "aria-label": name, title: name };
        return choiceKey(`mark-${one}`, markPicture(legend[one], fields), one === mark, choose, look);
      }),
      h("b", nameOfMark(legend[mark], fields)),
    ]),
    partDrawing(drawing, legend, fields, image, mark, (after) => lesson.choose({ drawing: after })),
    h("div.buttons", [
      button("keep", t("mosaic.keep"), keep, "strong big"),
      button("take", t("mosaic.take"), (pressed) => lesson.do("take", {}, pressed)),
    ]),
  ];
}

/** What is printed on a field, as a key shows it; undefined: rock. @type {(label: string | undefined, fields: Fields) => Child} */
const markPicture = (label, fields) =>
  h("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, [
    h("rect", { width: 40, height: 40, class: label ? "floor" : "rock" }),
    label ? fields.draw(label) : null,
  ]);

/** @type {(label: string | undefined, fields: Fields) => string} */
const nameOfMark = (label, fields) => (label ? fields.name(label) : t("mosaic.rock"));

/** How a game names and draws what is printed on a field, in a field of 40 × 40. @typedef {{ name: (label: string) => string, draw: (label: string) => Child }} Fields */

export const ROCK = "#";
const WAY = " ";
/** The side of a field, in units of the drawing, and of what a game draws there. */
const SIDE = 40;
/** So wide is what a finger meets of a side. */
const FINGER = 14;

/** A drawing with another mark at a place. @type {(drawing: string[], x: number, y: number, mark: string) => string[]} */
export const marked = (drawing, x, y, mark) =>
  drawing.map((line, row) => (row === y ? line.slice(0, x) + mark + line.slice(x + 1) : line));

/**
 * The part; `act` is given the drawing as it is after a tap, null: nothing is tapped.
 * @type {(drawing: string[], legend: Record<string, string>, fields: Fields, image: string | null, mark: string, act: ((drawing: string[]) => void) | null) => Child}
 */
export function partDrawing(drawing, legend, fields, image, mark, act) {
  const count = (drawing.length - 1) / 2;
  const width = count * SIDE;
  const places = drawing.flatMap((line, y) => [...line].map((_, x) => [x, y]));
  return h("svg.part-drawing", { viewBox: `-4 -4 ${width + 8} ${width + 8}`, role: "group" }, [
    image && h("image", { href: image, width, height: width, preserveAspectRatio: "none" }),
    places
      .filter(([x, y]) => x % 2 && y % 2)
      .map(([x, y]) => fieldDrawn(drawing, x, y, legend, fields, mark, act)),
    places.filter(([x, y]) => x % 2 !== y % 2).map(([x, y]) => sideDrawn(drawing, x, y, act)),
  ]);
}

/** @type {(drawing: string[], x: number, y: number, legend: Record<string, string>, fields: Fields, mark: string, act: ((drawing: string[]) => void) | null) => Child} */
function fieldDrawn(drawing, x, y, legend, fields, mark, act) {
  const now = drawing[y][x];
  const floor = Object.keys(legend)[0];
  const label = legend[now];
  const place = { row: (y + 1) / 2, column: (x + 1) / 2 };
  const name = pair(t("mosaic.field", place), label ? fields.name(label) : t("mosaic.rock"));
  const tap = () => act?.(marked(drawing, x, y, now === mark ? floor : mark));
  return tapped(
    { class: now === ROCK ? "field rock" : "field", "data-key": `field-${(x - 1) / 2}-${(y - 1) / 2}` },
    name,
    act && tap,
    h("g", { transform: `translate(${((x - 1) / 2) * SIDE} ${((y - 1) / 2) * SIDE})` }, [
      h("rect", { width: SIDE, height: SIDE }),
      label ? fields.draw(label) : null,
    ]),
  );
}

/** @type {(drawing: string[], x: number, y: number, act: ((drawing: string[]) => void) | null) => Child} */
function sideDrawn(drawing, x, y, act) {
  const wall = drawing[y][x] !== WAY;
  const upright = x % 2 === 0;
  const [left, top] = [(x / 2) * SIDE, (y / 2) * SIDE];
  const at = upright ? [left, top - SIDE / 2] : [left - SIDE / 2, top];
  const name = t(wall ? "mosaic.wall" : "mosaic.way");
  const finger = upright
    ? { x: at[0] - FINGER / 2, y: at[1] + 6, width: FINGER, height: SIDE - 12 }
    : { x: at[0] + 6, y: at[1] - FINGER / 2, width: SIDE - 12, height: FINGER };
  return tapped(
    { class: wall ? "side wall" : "side way", "data-key": `side-${x}-${y}` },
    name,
    act && (() => act(marked(drawing, x, y, wall ? WAY : ROCK))),
    h("path", { d: `M${at[0]} ${at[1]}${upright ? "v" : "h"}${SIDE}` }),
    h("rect", finger),
  );
}

/** @type {(attributes: Record<string, string>, name: string, act: (() => void) | null, ...inside: Child[]) => Child} */
function tapped(attributes, name, act, ...inside) {
  const keys = act && { tabindex: "0", "aria-label": name, ...pressedBy(act) };
  return h("g", { ...attributes, ...keys }, h("title", name), ...inside);
}
