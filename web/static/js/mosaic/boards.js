// The boards of parts at this table, the parts of the one that is taught, and the stones laid on it.

import { address } from "../base/api.js";
import { button, each, h, onceButton } from "../base/dom.js";
import { whenSent } from "../base/form.js";
import { fileButton } from "../teach/files.js";
import { gameName, t } from "../base/texts.js";
import { partDrawing } from "./drawing.js";

/** @import { Fields } from "./drawing.js" */
/** @import { Board, MosaicLesson } from "./lesson.js" */
/** How a game names what lies on a field. @typedef {(face: string) => Child} Face */

/** @type {(lesson: MosaicLesson) => Child} */
export function boards(lesson) {
  const { told } = lesson;
  if (!told) return null;
  return [
    each("ul.taught", told.boards, (board) => boardLine(board, lesson)),
    newBoard(lesson, Object.keys(told.games)),
    fileButton(t("teach.take_up"), ".zip,application/zip", "take-up", (file, pressed) =>
      lesson.takeUp(file, pressed),
    ),
  ];
}

/** @type {(board: Board, lesson: MosaicLesson) => Child} */
function boardLine({ name, game, parts, data }, lesson) {
  const { told, deleting } = lesson;
  const terms = told?.games[game];
  const open = told?.open === name;
  const remove = (/** @type {Element} */ pressed) =>
    deleting === name ? lesson.do("delete", { name }, pressed) : lesson.choose({ deleting: name });
  return h(
    "li",
    { class: open ? "in-use" : "" },
    h("h2", name),
    h(
      "p",
      data
        ? t("mosaic.whole", { game: gameName(game) })
        : t("mosaic.so_far", { count: Object.keys(parts).length, parts: terms?.parts ?? 0 }),
    ),
    h(
      "div.buttons",
      !open && button(`open-${name}`, t("mosaic.on"), (pressed) => lesson.do("open", { name }, pressed)),
      h(
        "a.as-button.quiet",
        {
          href: address(`mosaics/boards/${encodeURIComponent(name)}`),
          download: `${name}.zip`,
          "data-key": `pack-${name}`,
        },
        t("teach.pack"),
      ),
      onceButton(
        `delete-${name}`,
        t(deleting === name ? "teach.delete_sure" : "teach.delete"),
        remove,
        "quiet",
      ),
    ),
  );
}

/** @type {(lesson: MosaicLesson, games: string[]) => Child} */
function newBoard(lesson, games) {
  const open = whenSent(({ name }, form) => lesson.do("open", { name, game: games[0] }, form));
  const look = { type: "text", name: "name", required: true, maxlength: 40, autocomplete: "off" };
  return h(
    "form.face-form",
    { onsubmit: open },
    h("label", t("mosaic.name"), h("input", { ...look, "data-key": "new-name" })),
    h("button", { "data-key": "new-board" }, t("mosaic.new")),
  );
}

/** The parts that are kept; a tap puts one right. @type {(lesson: MosaicLesson, fields: Fields) => Child} */
export function keptParts(lesson, fields) {
  const { board, terms, told } = lesson;
  if (!board || !terms || !Object.keys(board.parts).length) return null;
  const whole = Object.keys(board.parts).length === terms.parts;
  const rows = whole ? board.layout : [Object.keys(board.parts)];
  const unsure = (told?.unsure ?? []).map(String);
  return [
    h("h2", t("mosaic.parts")),
    h(
      "div",
      { class: whole ? "kept-parts laid" : "kept-parts" },
      rows.flatMap((row, y) =>
        row.map((laid, x) => {
          const [part, turns = "0"] = laid.split("+");
          const doubt = unsure.includes(String([x, y]));
          return button(
            `part-${part}`,
            h(
              "span",
              { class: `turned by-${turns}` },
              /** @type {any} */ (partDrawing(board.parts[part], terms.legend, fields, null, "", null)),
            ),
            (pressed) => lesson.do("edit", { part }, pressed),
            {
              class: doubt ? "quiet unsure" : "quiet",
              "aria-label": t(doubt ? "mosaic.part_unsure" : "mosaic.part", { name: part }),
            },
          );
        }),
      ),
    ),
    unsure.length > 0 && h("p.note", { role: "status" }, t("mosaic.unsure", { count: unsure.length })),
  ];
}

/** How many stones of each face there are, beside how many fields wait for one. @type {(lesson: MosaicLesson, fields: Fields, face: Face) => Child} */
export function stones(lesson, fields, face) {
  const { board, terms } = lesson;
  if (!board || !terms) return null;
  const drawn = Object.values(board.parts).flatMap((part) =>
    part.flatMap((line, y) => (y % 2 ? [...line].filter((_, x) => x % 2) : [])),
  );
  const fieldsOf = (/** @type {string} */ kind) =>
    drawn.filter((mark) => terms.legend[mark] === kind).length;
  const set = (/** @type {string} */ kind, /** @type {string} */ one, /** @type {number} */ count) =>
    lesson.do(
      "count",
      { counts: { ...board.counts, [kind]: { ...board.counts[kind], [one]: count } } },
      null,
    );
  return [
    h("h2", t("mosaic.stones")),
    h("p.hint", t("mosaic.stones_how")),
    Object.entries(board.counts).map(([kind, faces]) => {
      const sum = Object.values(faces).reduce((all, count) => all + count, 0);
      const wanted = fieldsOf(kind);
      return h(
        "fieldset",
        { class: sum === wanted ? "stone-counts" : "stone-counts differs" },
        h("legend", t("mosaic.counted", { name: fields.name(kind), count: sum, fields: wanted })),
        Object.entries(faces).map(([one, count]) =>
          h(
            "label.stone-count",
            face(one),
            h("input", {
              type: "number",
              min: 0,
              max: 99,
              value: count,
              "data-key": `count-${kind}-${one}`,
              onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) =>
                set(kind, one, Math.max(0, Math.min(99, Math.round(Number(target.value) || 0)))),
            }),
          ),
        ),
        button(
          `read-${kind}`,
          t("mosaic.read"),
          (pressed) => lesson.do("read", { kind }, pressed),
          "quiet",
        ),
      );
    }),
    board.faults.length > 0 &&
      h(
        "p.note",
        { role: "status" },
        t("mosaic.faults"),
        " ",
        h("span", { lang: "en" }, board.faults.join("; ")),
      ),
    board.data && h("p.note", t("mosaic.ready")),
  ];
}
