// A piece that was read wrongly, put right: it is chosen, then what it really is. One that was not read at all
// is told where it lies.

import { button, each, h } from "../base/dom.js";
import { tickBox } from "../base/form.js";
import { faceName, percent, t } from "../base/texts.js";
import { EMPTY, pieceName } from "../teach/pieces.js";
import { die, faceKey } from "./faces.js";
import { cellsOf } from "./readpieces.js";
import { sayRight, taught } from "./taught.js";

/** @import { Piece, SeenCell } from "./readpieces.js" */

/**
 * The piece that is put right, of which frame; how what lies there is turned, where that is said; whether it is
 * kept as a sample.
 * @typedef {{ piece: Piece | null, frame: number, turns: number, keep: boolean }} Chosen
 */
/**
 * What the page does with this: `who` speaks (null: this page only shows), the `faces` that dice have, `choose`
 * another piece or none.
 * @typedef {{ who: string | null, faces: string[], choose: (chosen: Chosen) => void }} Acts
 */
/** What a piece really is. `on`: what stands there, where that was said. @typedef {{ kind: "dice" | "tokens" | "board", face: string, turns?: number, on?: string }} Answer */
/** What the button of an answer does. @typedef {(answer: Answer) => (pressed: Element) => unknown} Say */

/** @type {Chosen} */
export const NONE_CHOSEN = { piece: null, frame: -1, turns: 0, keep: false };

/** So many likely answers come first. */
const MOST_LIKELY = 5;
/** Each quarter turn, as an arrow. */
const ARROWS = ["↑", "→", "↓", "←"];
/** The sets in which samples are kept. */
const SETS = { dice: "reading.own_set", tokens: "teach.my_tokens", board: "teach.my_board" };
/** The box to keep a sample is the same one when another piece of its kind is chosen. */
const KEEP = { die: "keep", token: "keep-token", cell: "keep-cell", missed: "keep-missed" };

/** Which piece of this reading is put right. @type {(seen: Seen, chosen: Chosen) => Piece | null} */
export const chosenOf = (seen, { piece, frame }) => (frame === seen.frame ? piece : null);

/** Choose another, which lies as it was read. @type {(chosen: Chosen, piece: Piece | null, seen: Seen) => Chosen} */
export const choosing = (chosen, piece, { frame }) => ({
  ...chosen,
  piece,
  frame,
  turns: piece?.kind === "cell" ? piece.read.turns : 0,
});

/** These pieces, the chosen one with its answers. @type {(pieces: Piece[], seen: Seen, chosen: Chosen, acts: Acts) => Child} */
export const pieceList = (pieces, seen, chosen, acts) =>
  each("ol.seen-dice", pieces, (piece) => pieceItem(piece, seen, chosen, acts));

/**
 * Tokens, or the cells of a board: those in doubt first, the others behind a fold.
 * @type {(what: "token" | "board", all: Piece[], seen: Seen, chosen: Chosen, acts: Acts) => Child[]}
 */
export function doubtfulFirst(what, all, seen, chosen, acts) {
  const now = chosenOf(seen, chosen);
  const isNow = (/** @type {Piece} */ { key }) => key === now?.key;
  const wasMissed = now?.kind === "cell" && what === "board" && !all.some(isNow);
  const pieces = wasMissed ? [...all, now] : all;
  const isFirst = (/** @type {Piece} */ piece) => isNow(piece) || !isSure(piece);
  const rest = pieces.filter((piece) => !isFirst(piece));
  const fold = what === "board" ? "cells" : "tokens";
  return [
    h("p.hint", t(`reading.tap_${what}`)),
    pieceList(pieces.filter(isFirst), seen, chosen, acts),
    rest.length > 0 &&
      h("details", [
        h("summary", { "data-key": `all-${fold}` }, t(`reading.all_${fold}`)),
        pieceList(rest, seen, chosen, acts),
      ]),
  ];
}

/** The cells in doubt, and how many cannot be seen: what must be known before a game goes on from there. @type {(seen: Seen, chosen: Chosen, acts: Acts) => Child[]} */
export function doubtfulCells(seen, chosen, acts) {
  const doubtful = cellsOf(seen).filter((piece) => !isSure(piece));
  const { length: hidden } = seen.board?.hidden ?? [];
  return [
    h("p.hint", t(doubtful.length ? "start.doubtful" : "start.no_doubt")),
    pieceList(doubtful, seen, chosen, acts),
    hidden > 0 && h("p", t("start.some_hidden", { count: hidden })),
  ];
}

/** @param {Piece} piece */
const isSure = (piece) => piece.kind === "missed" || piece.read.sure;

/** @type {(piece: Piece, seen: Seen, chosen: Chosen, acts: Acts) => Child} */
function pieceItem(piece, seen, chosen, acts) {
  const isChosen = piece.key === chosenOf(seen, chosen)?.key;
  const choose = () => acts.choose(choosing(chosen, isChosen ? null : piece, seen));
  const look = { class: "seen-die quiet", "aria-pressed": String(isChosen), "data-key": piece.key };
  return h("li", { class: isSure(piece) ? "" : "unsure" }, [
    acts.who ? button(null, shown(piece), choose, look) : shown(piece),
    isChosen && acts.who && pieceChoice(piece, seen, chosen, acts),
  ]);
}

/** What a piece was read as. @type {(piece: Piece) => Child[]} */
function shown(piece) {
  if (piece.kind === "missed") return [];
  const sureness = h("b", percent(piece.read.confidence));
  if (piece.kind === "die") {
    const { face, sure, cut_off } = piece.read;
    const name = h("span", sure ? faceName(face) : t("reading.perhaps", { face }));
    return [die(face), name, sureness, cut_off && h("i", t("reading.cut_off"))];
  }
  if (piece.kind === "token") {
    const { label, sure } = piece.read;
    return [h("span", sure ? pieceName(label) : `${pieceName(label)}?`), sureness];
  }
  const [column, row] = piece.read.cell;
  const words = { column: column + 1, row: row + 1, words: wordsOf(piece.read) };
  return [h("span", t("teach.square", words)), sureness];
}

/** @param {{ label: string, turns: number }} what */
const wordsOf = ({ label, turns }) =>
  label === EMPTY ? pieceName(label) : `${pieceName(label)} ${ARROWS[turns]}`;

/**
 * What it may be: likely answers first. None of them has the keyboard at first, so that Enter twice gives none.
 * @type {(piece: Piece, seen: Seen, chosen: Chosen, acts: Acts) => Child}
 */
export function pieceChoice(piece, seen, chosen, acts) {
  /** @type {Say} */
  const say = (answer) => (pressed) => putRight(piece, answer, seen, chosen, acts, pressed);
  const tick = (/** @type {boolean} */ keep) => acts.choose({ ...chosen, keep });
  const label = t(piece.kind === "die" ? "reading.keep" : "reading.keep_piece");
  return h(
    "div.which-face",
    {
      role: "group",
      tabindex: -1,
      "aria-label": t("reading.which"),
      "data-key": piece.kind === "missed" ? "missed" : "choices",
    },
    answersTo(piece, seen, chosen, acts, say),
    acts.who === "host" && tickBox(KEEP[piece.kind], label, chosen.keep, tick),
  );
}

/** @type {(piece: Piece, seen: Seen, chosen: Chosen, acts: Acts, say: Say) => Child[]} */
function answersTo(piece, seen, chosen, acts, say) {
  if (piece.kind === "cell") return cellAnswers(piece.read, seen, chosen, acts, say);
  if (piece.kind === "missed") {
    const labels = seen.tokens.length ? tokenLabels(seen, seen.tokens[0].label) : [];
    const key = (/** @type {string} */ face) =>
      faceKey(`missed-${face}`, face, say({ kind: "dice", face }));
    const token = (/** @type {string} */ face) =>
      button(`missed-${face}`, pieceName(face), say({ kind: "tokens", face }));
    return [
      h("p", t("reading.missed")),
      seen.dice.length > 0 && keyRow(acts.faces.map(key)),
      labels.length > 0 && keyRow(labels.map(token)),
    ];
  }
  if (piece.kind === "token") {
    const { label: now, likely } = piece.read;
    const labels = new Set([...likely, now, ...tokenLabels(seen, now)]);
    labels.delete(EMPTY);
    const token = (/** @type {string} */ face) => {
      const words = face === EMPTY ? t("reading.no_token") : pieceName(face);
      const look = { "aria-pressed": String(face === now) };
      return button(`right-${face}`, words, say({ kind: "tokens", face }), look);
    };
    return [keyRow([...labels, EMPTY].map(token))];
  }
  const { face: now, likely } = piece.read;
  const faces = [...new Set([...likely, now, ...acts.faces])];
  const key = (/** @type {string} */ face) =>
    faceKey(`right-${face}`, face, say({ kind: "dice", face }), { isOn: face === now });
  const none = say({ kind: "dice", face: EMPTY });
  return [keyRow([...faces.map(key), button(`right-${EMPTY}`, t("reading.no_die"), none)])];
}

/** What a token may be: the labels that are taught with its own, and those that were read. @type {(seen: Seen, label: string) => string[]} */
function tokenLabels(seen, label) {
  const others = taught.families.find((labels) => labels.includes(label)) ?? [];
  return [...new Set([...others, ...seen.tokens.map((token) => token.label)])];
}

/** Likely answers with how they lie, then every other, and what may stand there. @type {(cell: SeenCell, seen: Seen, chosen: Chosen, acts: Acts, say: Say) => Child[]} */
function cellAnswers(cell, seen, chosen, acts, say) {
  const likely = cell.likely.slice(0, MOST_LIKELY);
  const known = (seen.board?.cells ?? []).map(({ label }) => label);
  const others = [...new Set([...taught.labels, ...known, EMPTY])].filter(
    (label) => label !== EMPTY || !likely.some((guess) => guess.label === EMPTY),
  );
  const tile = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {number} */ turns,
  ) => {
    const answer = say({ kind: "board", face: label, turns });
    return button(`${name}-${label}-${turns}`, wordsOf({ label, turns }), answer);
  };
  const stands = (/** @type {string} */ on) => {
    const words =
      on === EMPTY ? t("reading.none_stands") : t("reading.stands", { piece: pieceName(on) });
    const answer = say({ kind: "board", face: cell.label, turns: cell.turns, on });
    return button(`stands-${on}`, words, answer);
  };
  const turn = () => acts.choose({ ...chosen, turns: (chosen.turns + 1) % ARROWS.length });
  return [
    keyRow(likely.map(({ label, turns }) => tile("right", label, turns))),
    h("p.hint", t("reading.other_piece")),
    keyRow([
      button("turn-cell", ARROWS[chosen.turns], turn, {
        "aria-label": t("teach.turn", { count: chosen.turns }),
      }),
      others.map((label) => tile("other", label, label === EMPTY ? 0 : chosen.turns)),
    ]),
    keyRow(mayStand(cell, seen).map(stands)),
  ];
}

/** What stands on a cell may be said, too: the pawn that was not seen there, or is none. @type {(cell: SeenCell, seen: Seen) => string[]} */
function mayStand({ on }, seen) {
  const seenThere = (seen.board?.cells ?? []).map((cell) => cell.on ?? EMPTY);
  const known = [...new Set([...taught.pawns, ...seenThere])].filter((pawn) => pawn !== EMPTY);
  return on === null ? known : [EMPTY, ...known.filter((pawn) => pawn !== on)];
}

/** @type {(keys: Child[]) => Child} */
const keyRow = (keys) => h("div.face-keys", keys);

/** @type {(piece: Piece, answer: Answer, seen: Seen, chosen: Chosen, acts: Acts, pressed: Element) => Promise<void>} */
async function putRight(piece, answer, { frame }, chosen, acts, pressed) {
  const right = { frame, face: answer.face, ...whichOne(piece, answer) };
  const kept = chosen.keep ? sampleOf(piece, answer) : null;
  if (await sayRight(right, kept, acts.who ?? "", pressed)) acts.choose({ ...chosen, piece: null });
}

/** Which piece is put right, as the table asks for it. @type {(piece: Piece, answer: Answer) => object} */
function whichOne(piece, { kind, turns, on = null }) {
  if (piece.kind === "die") return { die: piece.place };
  if (piece.kind === "token") return { token: piece.place };
  if (piece.kind === "cell") return { cell: piece.read.cell, turns, on };
  return { missed: { kind, at: { x: piece.at[0], y: piece.at[1] } } };
}

/** What is kept of it; null where nothing lies. @type {(piece: Piece, answer: Answer) => object | null} */
function sampleOf(piece, { kind, face, turns, on }) {
  const [x, y] = piece.at;
  const sample = { kind, at: { x, y }, face, name: t(SETS[kind]) };
  if (piece.kind !== "cell") return face === EMPTY ? null : sample;
  const stands = on ?? piece.read.on ?? EMPTY;
  return face === EMPTY && stands === EMPTY ? null : { ...sample, turns, on: stands };
}
