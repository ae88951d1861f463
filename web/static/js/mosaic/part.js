// One part: photographed, its corners set, its fields and walls tapped; and the whole board as it lies.

import { address } from "../base/api.js";
import { button, choiceKey, h } from "../base/dom.js";
import { selectField } from "../base/form.js";
import { pointsOf, unitsOf, WIDTH } from "../base/plane.js";
import { cornerHandles } from "../teach/corners.js";
import { photographKey } from "../teach/files.js";
import { t } from "../base/texts.js";
import { partDrawing, ROCK } from "./drawing.js";

/** @import { Fields } from "./drawing.js" */
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
