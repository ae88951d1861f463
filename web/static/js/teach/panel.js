// What the lesson asks just now, what it has learnt, what is still missing or contradicts itself.

import { button, h, onceButton, show } from "../base/dom.js";
import { middleOf } from "../base/plane.js";
import { dice, die } from "../picture/faces.js";
import { invitation } from "../host/invitation.js";
import { faceName, hasText, t } from "../base/texts.js";
import { photographKey } from "./files.js";
import { pieceName } from "./pieces.js";
import { printedQuestion, squareQuestion } from "./printed.js";
import {
  cornersQuestion,
  nameKeys,
  namesFor,
  pieceQuestion,
  sizeQuestion,
  tokenQuestion,
  wordsOf,
} from "./naming.js";

/** @import { Lesson, LessonNote, LessonTop } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** The edges of a die that is laid straight, from its top clockwise. */
const EDGES = ["up", "right", "down", "left"];

/** @type {(place: HTMLElement, teaching: Teaching) => void} */
export function drawPanel(place, teaching) {
  const { lesson, waiting } = teaching;
  show(
    place,
    lesson && [
      h("h2", lesson.name),
      h("div.asked", { "aria-live": "polite" }, [
        waiting && h("p.waits", t("teach.waits")),
        lesson.picture?.source === "again" && h("p.hint", t("teach.again")),
        asked(lesson, teaching),
      ]),
      learnt(lesson),
      // While dice are named only what contradicts itself is of interest.
      drawNotes(lesson, { onlySerious: teaching.top !== null }),
      h("div.buttons.ends", ends(lesson, teaching)),
    ],
  );
}

/** @type {(lesson: Lesson, teaching: Teaching) => Child[]} */
function asked(lesson, teaching) {
  const { picture } = lesson;
  if (!picture) return takingPictures(lesson, teaching);
  const { top, chosen } = teaching;
  if (chosen.placing) return cornersQuestion(lesson, chosen.placing, teaching);
  if (teaching.asksPrinted)
    return top ? squareQuestion(lesson, top, teaching) : printedQuestion(lesson, teaching);
  if (teaching.asksSize) return sizeQuestion(lesson, teaching);
  if (top && lesson.kind === "tokens") return tokenQuestion(lesson, top, teaching);
  if (top && lesson.grid) return pieceQuestion(lesson, top, teaching);
  if (top && chosen.edge !== null) return edgeQuestion(top, chosen.edge, teaching);
  if (top) return faceQuestion(lesson, top, teaching);
  if (picture.source === "test") return testResult(lesson, teaching);
  // The board was to be empty on its first picture.
  const isFirst = lesson.kind === "board" && !lesson.faces.length && !picture.tops.length;
  return [
    !isFirst && h("p.question", wordsOf(lesson, picture.tops.length === 0 ? "none" : "named")),
    ...takingPictures(lesson, teaching),
  ];
}

/** @type {(lesson: Lesson, teaching: Teaching) => Child[]} */
function takingPictures(lesson, teaching) {
  const taught = lesson.faces.length > 0;
  const [right, of] = lesson.tested;
  const isFirst = lesson.kind === "board" ? !lesson.grid?.fixed : !taught;
  const picture = (/** @type {"take" | "test"} */ how) => (/** @type {Element} */ pressed) =>
    teaching.picture(how, pressed);
  const again = (/** @type {Element} */ pressed) => teaching.next("again", {}, pressed);
  if (lesson.again > 0)
    return [onceButton("again", t("teach.next_again", { count: lesson.again }), again, "strong big")];
  return [
    of > 0 && h("p.tested", t("teach.tested", { right, of })),
    h("p.question", wordsOf(lesson, isFirst ? "first" : "lay")),
    h("div.buttons", [
      onceButton("take", t("teach.take"), picture("take"), "strong big"),
      photographKey(t("teach.photograph"), teaching),
      onceButton("phone", t("teach.phone"), (pressed) => teaching.invitePhone(pressed), "quiet"),
    ]),
    byPhone(teaching),
    taught && [
      h("p", wordsOf(lesson, "test_why")),
      onceButton("test", wordsOf(lesson, "test"), picture("test")),
    ],
  ];
}

/** How a phone is led to where it sends photographs. @type {(teaching: Teaching) => Child[]} */
const byPhone = ({ invitation: made }) =>
  made ? [h("p", t(made.link ? "teach.phone_scan" : "seats.local")), made.link && invitation(made)] : [];

/** @type {(lesson: Lesson, top: LessonTop, teaching: Teaching) => Child[]} */
function faceQuestion(lesson, top, teaching) {
  const drawn = (/** @type {string} */ face) => [die(face), h("span", faceName(face))];
  return [
    h("p.question", t("teach.which_face")),
    h("div.die-and-faces", [
      h("div.die-asked", teaching.still.piece(top)),
      nameKeys(namesFor(lesson, top), top, teaching, drawn, "face-key"),
    ]),
    onceButton("skip", wordsOf(lesson, "skip"), () => teaching.leaveOut(), "quiet"),
  ];
}

/** @type {(top: LessonTop, face: string, teaching: Teaching) => Child[]} */
function edgeQuestion(top, face, teaching) {
  const keys = EDGES.map((edge, number) => {
    const corners = [top.corners[number], top.corners[(number + 1) % top.corners.length]];
    const name = (/** @type {Element} */ pressed) => teaching.nameEdge(middleOf(corners), pressed);
    const look = { class: `edge ${edge}`, "aria-label": t(`teach.edge_${edge}`) };
    return onceButton(`edge-${edge}`, "▲", name, look);
  });
  return [
    h("p.question", t("teach.which_edge", { face })),
    h("div.die-asked.edges", teaching.still.piece(top), keys),
    h("div.buttons", [
      button("no-edge", t("teach.no_edge"), () => teaching.pass({})),
      button("no-edges", t("teach.no_edges"), () => teaching.pass({ noEdges: true }), "quiet"),
    ]),
  ];
}

/** @type {(lesson: Lesson, teaching: Teaching) => Child[]} */
function testResult(lesson, teaching) {
  const { picture } = lesson;
  const tops = picture?.tops ?? [];
  const unsure = tops.filter(({ sure }) => !sure).length;
  const right = tops.some(({ face }) => face !== null) ? "teach.test_right" : "teach.test_all_right";
  const judge = (/** @type {Element} */ pressed) => teaching.do("judge", {}, pressed);
  return [
    h("p.question", wordsOf(lesson, "read", { count: tops.length })),
    unsure > 0 && h("p", t("teach.test_unsure", { count: unsure })),
    h("p", wordsOf(lesson, "test_tap")),
    h("div.buttons", onceButton("judge", t(right), judge, "strong big")),
  ];
}

/** The faces or pieces, and how many samples of each there are. @param {Lesson} lesson */
function learnt({ kind: ofPieces, faces, family, pawns, enough }) {
  const known = new Map(faces.map(({ face, samples }) => [face, samples]));
  const all = [...new Set([...family, ...pawns, ...known.keys()])];
  return h("ul.learnt", { "aria-label": t("teach.learnt") }, [
    all.map((face) => {
      const samples = known.get(face) ?? 0;
      const kind = samples === 0 ? "missing" : samples < enough ? "few" : "enough";
      return h("li", { class: kind }, [
        ofPieces === "dice" ? die(face) : h("span", pieceName(face)),
        h("b", { "aria-label": t("teach.samples", { count: samples }) }, [
          samples >= enough ? "✓" : samples,
        ]),
      ]);
    }),
  ]);
}

/** @type {(lesson: Lesson, teaching: Teaching) => Child[]} */
function ends({ faces, grid, can_undo, picture }, teaching) {
  const { top, chosen, asksSize } = teaching;
  const save = (/** @type {boolean} */ use) => (/** @type {Element} */ pressed) =>
    teaching.do("save", { use }, pressed);
  const off = faces.length === 0 && !grid?.fixed;
  // A hand was in it, or something lay wrongly. What was named is learnt from it all the same.
  const asks = Boolean(top || chosen.placing || asksSize);
  const again = asks && picture?.source === "camera";
  const another = asks && picture?.source === "file";
  /** @type {(key: string, words: string, act: (pressed: Element) => unknown, more?: { disabled?: boolean }) => Child} */
  const quiet = (key, words, act, more = {}) =>
    onceButton(key, t(words), act, { ...more, class: "quiet" });
  return [
    again && quiet("take-again", "teach.take_again", (pressed) => teaching.picture("take", pressed)),
    another && photographKey(t("teach.photograph"), teaching),
    grid?.changeable &&
      quiet("change-grid", "teach.change_grid", (pressed) => teaching.changeGrid(pressed)),
    onceButton("save-use", t("teach.save_use"), save(true), { disabled: off }),
    onceButton("save", t("teach.save"), save(false), { disabled: off, class: "quiet" }),
    quiet("undo", "teach.undo", (pressed) => teaching.next("undo", {}, pressed), {
      disabled: !can_undo,
    }),
    quiet("give-up", chosen.ending ? "teach.give_up_sure" : "teach.give_up", (pressed) =>
      teaching.giveUp(pressed),
    ),
  ];
}

/** @type {(lesson: Lesson, options: { onlySerious: boolean }) => Child} */
function drawNotes({ kind: ofPieces, notes, faces, grid }, { onlySerious }) {
  if (!faces.length && !grid?.fixed) return null;
  const all = together(notes).filter(({ kind }) => hasText(`teach.note.${kind}`));
  const told = all.filter(({ serious }) => serious || !onlySerious);
  if (!all.length) return h("p.notes-none", t("teach.note_none"));
  if (!told.length) return null;
  return h("ul.notes", { "aria-label": t("teach.notes") }, [
    told.map(({ kind, serious, faces: about }) =>
      h("li", { class: serious ? "serious" : "" }, [
        t(`teach.note.${kind}`),
        about.length > 0 && [" ", ofPieces === "dice" ? dice(about) : about.map(pieceName).join(", ")],
      ]),
    ),
  ]);
}

/** Notes of one kind as one, with all their faces. @param {LessonNote[]} notes */
function together(notes) {
  /** @type {Map<string, LessonNote>} */
  const found = new Map();
  for (const { kind, serious, faces } of notes) {
    const key =
      kind.endsWith("labelled_differently") || kind.endsWith("too_alike") ? `${kind} ${faces}` : kind;
    const before = found.get(key) ?? { kind, serious, faces: [] };
    found.set(key, {
      kind,
      serious: serious || before.serious,
      faces: [...new Set([...before.faces, ...faces])],
    });
  }
  return [...found.values()].sort((one, other) => Number(other.serious) - Number(one.serious));
}
