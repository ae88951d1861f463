// One part: photographed, its corners set, its fields and walls tapped; and the whole board as it lies.

import { address } from "../base/api.js";
import { button, h } from "../base/dom.js";
import { selectField } from "../base/form.js";
import { WIDTH } from "../picture/reading.js";
import { cornerHandles } from "../teach/corners.js";
import { fileButton } from "../teach/files.js";
import { t } from "../base/texts.js";
import { partDrawing, ROCK } from "./drawing.js";

/** @import { Fields } from "./drawing.js" */
/** @import { MosaicLesson } from "./lesson.js" */

const PHOTOGRAPHS = "image/jpeg,image/png,image/*";
const MOST_FIELDS = 9;

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
    h(
      "p.asked",
      whole ? t("mosaic.lay") : t("mosaic.next", { part: count + 1, parts: terms?.parts ?? 0 }),
    ),
    h("p.hint", t(whole ? "mosaic.lay_how" : "mosaic.next_how")),
    h(
      "div.buttons",
      button("take", t("mosaic.take"), (pressed) => lesson.do("take", {}, pressed), "strong big"),
      fileButton(t("mosaic.photograph"), PHOTOGRAPHS, "photograph", (file, pressed) =>
        lesson.photograph(file, pressed),
      ),
    ),
  ];
}

/** @param {MosaicLesson} lesson */
function cutting(lesson) {
  const { told, board, terms, corners } = lesson;
  const whole = Object.keys(board?.parts ?? {}).length === terms?.parts;
  const places = corners.map(([x, y]) => ({ x, y }));
  const fixed = Object.keys(board?.parts ?? {}).length > 0;
  return [
    h("p.asked", t(whole ? "mosaic.corners_board" : "mosaic.corners")),
    photograph(lesson, told?.picture?.number ?? 0),
    !whole &&
      h(
        "label",
        t("mosaic.fields"),
        selectField(
          "fields",
          Array.from({ length: MOST_FIELDS - 1 }, (_, at) => [String(at + 2), String(at + 2)]),
          String(lesson.fields),
          (fields) => lesson.choose({ fields: Number(fields) }),
          { disabled: fixed },
        ),
      ),
    h(
      "div.buttons",
      whole
        ? button(
            "lies",
            t("mosaic.lies"),
            (pressed) => lesson.do("lies", { name: board?.name, corners: places }, pressed),
            "strong big",
          )
        : button(
            "cut",
            t("mosaic.cut"),
            (pressed) => lesson.do("cut", { corners: places, fields: lesson.fields }, pressed),
            "strong big",
          ),
      button("take", t("mosaic.take"), (pressed) => lesson.do("take", {}, pressed)),
      fileButton(t("mosaic.photograph"), PHOTOGRAPHS, "photograph", (file, pressed) =>
        lesson.photograph(file, pressed),
      ),
    ),
  ];
}

/** The photograph with its four corners, to be dragged. @type {(lesson: MosaicLesson, number: number) => Child} */
function photograph(lesson, number) {
  const { corners, active, height } = lesson;
  const points = corners.map(([x, y]) => `${x * WIDTH},${y * height}`).join(" ");
  const move = (/** @type {number} */ corner, /** @type {Point} */ to) =>
    lesson.choose({
      corners: corners.map((at, place) => (place === corner ? to : at)),
      active: corner,
    });
  return h(
    "div.part-photograph",
    h("img", {
      src: `${address("mosaics/picture")}&number=${number}`,
      alt: t("mosaic.picture"),
      onload: ({ currentTarget: image }) =>
        lesson.choose({ height: (WIDTH * image.naturalHeight) / image.naturalWidth }),
    }),
    h(
      "svg.overlay",
      { viewBox: `0 0 ${WIDTH} ${height}` },
      h("polygon.outline.halo", { points }),
      h("polygon.outline", { points }),
      cornerHandles({ corners, active, columns: 0, rows: 0 }, height, move),
    ),
  );
}

/** @type {(lesson: MosaicLesson, fields: Fields) => Child} */
function tapping(lesson, fields) {
  const { told, terms, drawing } = lesson;
  const legend = terms?.legend ?? {};
  const mark = lesson.mark || Object.keys(legend)[1];
  const marks = [...Object.keys(legend), ROCK];
  const image = `${address("mosaics/picture")}&number=${told?.picture?.number}.5`;
  return [
    h("p.asked", t("mosaic.tap")),
    h(
      "div.palette",
      { role: "group", "aria-label": t("mosaic.palette") },
      marks.map((one) =>
        button(`mark-${one}`, markPicture(legend[one], fields), () => lesson.choose({ mark: one }), {
          class: "quiet",
          "aria-pressed": String(one === mark),
          "aria-label": nameOfMark(legend[one], fields),
          title: nameOfMark(legend[one], fields),
        }),
      ),
      h("b", nameOfMark(legend[mark], fields)),
    ),
    partDrawing(drawing, legend, fields, image, mark, (after) => lesson.choose({ drawing: after })),
    h(
      "div.buttons",
      button(
        "keep",
        t("mosaic.keep"),
        (pressed) => lesson.do("keep", { drawing }, pressed),
        "strong big",
      ),
      button("take", t("mosaic.take"), (pressed) => lesson.do("take", {}, pressed)),
    ),
  ];
}

/** What is printed on a field, as a key shows it; undefined: rock. @type {(label: string | undefined, fields: Fields) => Child} */
const markPicture = (label, fields) =>
  h(
    "svg",
    { viewBox: "0 0 40 40", "aria-hidden": "true" },
    h("rect", { width: 40, height: 40, class: label ? "floor" : "rock" }),
    label ? fields.draw(label) : null,
  );

/** @type {(label: string | undefined, fields: Fields) => string} */
const nameOfMark = (label, fields) => (label ? fields.name(label) : t("mosaic.rock"));
