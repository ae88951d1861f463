// The boards of parts at this table, the parts of the one that is taught, and the stones laid on it.

import { button, each, h } from "../base/dom.js";
import { whenSent } from "../base/form.js";
import { deleteKey, NAME, packKey, takeUpKey } from "../teach/files.js";
import { gameName, t } from "../base/texts.js";
import { partDrawing } from "./part.js";

/** @import { Fields } from "./part.js" */
/** @import { Board, MosaicLesson } from "./lesson.js" */

/** How a game names what lies on a field. @typedef {(face: string) => Child} Face */

/** @type {(lesson: MosaicLesson) => Child} */
export function boards(lesson) {
  const { told } = lesson;
  if (!told) return null;
  return [
    each("ul.taught", told.boards, (board) => boardLine(board, lesson)),
    newBoard(lesson, Object.keys(told.games)),
    takeUpKey(lesson),
  ];
}

/** @type {(board: Board, lesson: MosaicLesson) => Child} */
function boardLine({ name, game, parts, data }, lesson) {
  const { told, deleting } = lesson;
  const terms = told?.games[game];
  const open = told?.open === name;
  const remove = (/** @type {Element} */ pressed) =>
    deleting === name ? lesson.do("delete", { name }, pressed) : lesson.choose({ deleting: name });
  return h("li", { class: open ? "in-use" : "" }, [
    h("h2", name),
    h("p", [
      data
        ? t("mosaic.whole", { game: gameName(game) })
        : t("mosaic.so_far", { count: Object.keys(parts).length, parts: terms?.parts ?? 0 }),
    ]),
    h("div.buttons", [
      !open && button(`open-${name}`, t("mosaic.on"), (pressed) => lesson.do("open", { name }, pressed)),
      packKey(name, "mosaics/boards"),
      deleteKey(name, deleting === name, remove),
    ]),
  ]);
}

/** @type {(lesson: MosaicLesson, games: string[]) => Child} */
function newBoard(lesson, games) {
  const open = whenSent(({ name }, form) => lesson.do("open", { name, game: games[0] }, form));
  return h("form.face-form", { onsubmit: open }, [
    h("label", t("mosaic.name"), h("input", { ...NAME, "data-key": "new-name" })),
    h("button", { "data-key": "new-board" }, t("mosaic.new")),
  ]);
}

/** The parts that are kept; a tap puts one right. @type {(lesson: MosaicLesson, fields: Fields) => Child} */
export function keptParts(lesson, fields) {
  const { board, terms, told } = lesson;
  if (!board || !terms || !Object.keys(board.parts).length) return null;
  const whole = Object.keys(board.parts).length === terms.parts;
  const rows = whole ? board.layout : [Object.keys(board.parts)];
  const unsure = (told?.unsure ?? []).map(String);
  const key = (/** @type {string} */ laid, /** @type {boolean} */ doubt) => {
    const [part, turns = "0"] = laid.split("+");
    const drawn = partDrawing(board.parts[part], terms.legend, fields, null, "", null);
    const edit = (/** @type {Element} */ pressed) => lesson.do("edit", { part }, pressed);
    return button(`part-${part}`, h(`span.turned.by-${turns}`, drawn), edit, {
      class: ["quiet", doubt && "unsure"],
      "aria-label": t(doubt ? "mosaic.part_unsure" : "mosaic.part", { name: part }),
    });
  };
  return [
    h("h2", t("mosaic.parts")),
    h("div", { class: ["kept-parts", whole && "laid"] }, [
      rows.flatMap((row, y) => row.map((laid, x) => key(laid, unsure.includes(String([x, y]))))),
    ]),
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
  const set = (/** @type {string} */ kind, /** @type {string} */ one, /** @type {string} */ typed) => {
    const count = Math.max(0, Math.min(99, Math.round(Number(typed) || 0)));
    const counts = { ...board.counts, [kind]: { ...board.counts[kind], [one]: count } };
    return lesson.do("count", { counts }, null);
  };
  const field = (/** @type {string} */ kind, /** @type {string} */ one, /** @type {number} */ value) =>
    h("input", {
      ...{ type: "number", min: 0, max: 99, value, "data-key": `count-${kind}-${one}` },
      onchange: ({ target }) => set(kind, one, target.value),
    });
  const faults = h("span", { lang: "en" }, board.faults.join("; "));
  return [
    h("h2", t("mosaic.stones")),
    h("p.hint", t("mosaic.stones_how")),
    Object.entries(board.counts).map(([kind, faces]) => {
      const sum = Object.values(faces).reduce((all, count) => all + count, 0);
      const wanted = fieldsOf(kind);
      const read = (/** @type {Element} */ pressed) => lesson.do("read", { kind }, pressed);
      return h("fieldset", { class: ["stone-counts", sum !== wanted && "differs"] }, [
        h("legend", t("mosaic.counted", { name: fields.name(kind), count: sum, fields: wanted })),
        Object.entries(faces).map(([one, count]) =>
          h("label.stone-count", face(one), field(kind, one, count)),
        ),
        button(`read-${kind}`, t("mosaic.read"), read, "quiet"),
      ]);
    }),
    board.faults.length > 0 && h("p.note", { role: "status" }, t("mosaic.faults"), " ", faults),
    board.data && h("p.note", t("mosaic.ready")),
  ];
}
