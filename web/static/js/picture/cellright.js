// What lies on a cell of a board, put right: the cell is tapped, then what really lies there.

import { get } from "../base/api.js";
import { button, h } from "../base/dom.js";
import { choices, sayRight } from "./sayright.js";
import { onPicture, squareAt, squareUnder } from "../teach/homography.js";
import { EMPTY, pieceName } from "../teach/pieces.js";
import { percent, t } from "../base/texts.js";

/** @import { Child, Point, Seen, SeenBoard } from "../types.js" */
/** @typedef {SeenBoard["cells"][number]} SeenCell */
/**
 * The cell that is put right, of which frame; how what lies there is turned, where that is said; whether it
 * is kept as a sample.
 * @typedef {{ cell: readonly number[] | null, frame: number, turns: number, keep: boolean }} ChosenCell
 */
/** What the page does with this: `who` speaks, `pick` another cell or none. @typedef {{ who: string, pick: (chosen: ChosenCell) => void }} Acts */

/** So many likely answers come first. */
const MOST_LIKELY = 5;
/** Each quarter turn, as an arrow. */
const ARROWS = ["↑", "→", "↓", "←"];

/** Every label that a game's board is taught with; only the host is told. @type {string[]} */
let labels = [];
/** What may stand on a cell. @type {string[]} */
let pawns = [];

/** Ask once for the labels. @param {string} who */
export async function learnLabels(who) {
  if (who !== "host") return;
  const taught = await get("teaching", who).catch(() => null);
  /** @type {{ kind: string, faces: string[], pawns: string[] }[]} */
  const found = taught?.families ?? [];
  const boards = found.filter(({ kind }) => kind === "board");
  labels = boards.flatMap(({ faces }) => faces);
  pawns = boards.flatMap((board) => board.pawns);
}

/** The middle of a cell, in fractions of the picture. @param {SeenCell} cell @returns {Point} */
export const middleOf = ({ corners }) => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

/** Where the cells of a board lie on its picture. @param {SeenBoard} board */
function cellsOf({ corners, grid: [columns, rows] }) {
  const at = onPicture(corners, columns + 1, rows + 1);
  return (/** @type {number} */ column, /** @type {number} */ row) => at(column + 0.5, row + 0.5);
}

/** Where the cells of a board have their middles, in fractions of the picture. @param {SeenBoard} board @returns {Point[]} */
export function cellMiddles(board) {
  const [columns, rows] = board.grid;
  const at = cellsOf(board);
  return Array.from({ length: columns * rows }, (_, n) =>
    at((n % columns) + 0.5, Math.floor(n / columns) + 0.5),
  );
}

/** The cell that was tapped, whether or not anything was read on it; null beside the board. @type {(board: SeenBoard, at: Point) => SeenCell | null} */
export function cellUnder(board, at) {
  const [columns, rows] = board.grid;
  const place = squareUnder(cellsOf(board), columns, rows, at);
  return place && cellAt(board, place);
}

/** A cell of a board; one on which nothing was read is bare. @type {(board: SeenBoard, place: readonly number[]) => SeenCell} */
export function cellAt(board, [column, row]) {
  const corners = squareAt(cellsOf(board), column, row);
  const bare = { label: EMPTY, turns: 0, on: null, confidence: 1, sure: true, likely: [] };
  const there = board.cells.find((cell) => isAt(cell, [column, row]));
  return there ?? { ...bare, cell: [column, row], corners };
}

/** A cell can be put right unless something hides it. @type {(board: SeenBoard, cell: SeenCell) => boolean} */
export const isInView = ({ hidden }, { cell: [column, row] }) =>
  !hidden.some(({ cell: [x, y] }) => x === column && y === row);

/** @param {SeenCell} cell */
const isAt = ({ cell: [column, row] }, /** @type {readonly number[] | null} */ at) =>
  at !== null && column === at[0] && row === at[1];

/** The cells that were read: those in doubt first, the others behind a fold. @type {(seen: Seen, chosen: ChosenCell, acts: Acts | null) => Child[]} */
export function seenCells(seen, chosen, acts) {
  const { board } = seen;
  if (!acts || !board) return [];
  const now = chosen.frame === seen.frame ? chosen.cell : null;
  const wasMissed = now && !board.cells.some((cell) => isAt(cell, now));
  const cells = wasMissed ? [...board.cells, cellAt(board, now)] : board.cells;
  const isFirst = (/** @type {SeenCell} */ cell) => !cell.sure || isAt(cell, now);
  const item = (/** @type {SeenCell} */ cell) => seenCell(cell, isAt(cell, now), seen, chosen, acts);
  const rest = cells.filter((cell) => !isFirst(cell));
  return [
    h("p", { class: "hint" }, t("reading.tap_board")),
    h("ol", { class: "seen-dice" }, cells.filter(isFirst).map(item)),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", { "data-key": "all-cells" }, t("reading.all_cells")),
        h("ol", { class: "seen-dice" }, rest.map(item)),
      ),
  ];
}

/** The cells in doubt, and how many cannot be seen: what must be known before a game goes on from there. @type {(seen: Seen, chosen: ChosenCell, acts: Acts) => Child[]} */
export function doubtfulCells(seen, chosen, acts) {
  const { cells = [], hidden = [] } = seen.board ?? {};
  const doubtful = cells.filter(({ sure }) => !sure);
  const now = chosen.frame === seen.frame ? chosen.cell : null;
  return [
    h("p", { class: "hint" }, t(doubtful.length ? "start.doubtful" : "start.no_doubt")),
    h(
      "ol",
      { class: "seen-dice" },
      doubtful.map((cell) => seenCell(cell, isAt(cell, now), seen, chosen, acts)),
    ),
    hidden.length > 0 && h("p", {}, t("start.some_hidden", { count: hidden.length })),
  ];
}

/** @param {{ label: string, turns: number }} what */
const wordsOf = ({ label, turns }) =>
  label === EMPTY ? pieceName(label) : `${pieceName(label)} ${ARROWS[turns]}`;

/** @type {(cell: SeenCell, isChosen: boolean, seen: Seen, chosen: ChosenCell, acts: Acts) => HTMLElement} */
function seenCell(cell, isChosen, seen, chosen, acts) {
  const [column, row] = cell.cell;
  const key = `cell-${column}-${row}`;
  const words = t("teach.square", { column: column + 1, row: row + 1, words: wordsOf(cell) });
  const next = { ...chosen, cell: isChosen ? null : cell.cell, frame: seen.frame, turns: cell.turns };
  return h(
    "li",
    { class: cell.sure ? "" : "unsure" },
    button([h("span", {}, words), h("b", {}, percent(cell.confidence))], () => acts.pick(next), {
      class: "seen-die quiet",
      "aria-pressed": String(isChosen),
      "data-key": key,
    }),
    isChosen && pieceChoice(cell, seen, chosen, acts),
  );
}

/** What stands on a cell may be said, too: the pawn that was not seen there, or is none. @type {(cell: SeenCell, seen: Seen) => string[]} */
function mayStand({ on }, seen) {
  const seenThere = (seen.board?.cells ?? []).map((cell) => cell.on ?? EMPTY);
  const known = [...new Set([...pawns, ...seenThere])].filter((pawn) => pawn !== EMPTY);
  return on === null ? known : [EMPTY, ...known.filter((pawn) => pawn !== on)];
}

/** What may lie there: likely answers with how they lie, then every other. @type {(cell: SeenCell, seen: Seen, chosen: ChosenCell, acts: Acts) => Child} */
function pieceChoice(cell, seen, chosen, acts) {
  const likely = cell.likely.slice(0, MOST_LIKELY);
  const known = (seen.board?.cells ?? []).map(({ label }) => label);
  const standing = (/** @type {string} */ on) =>
    button(
      on === EMPTY ? t("reading.none_stands") : t("reading.stands", { piece: pieceName(on) }),
      ({ currentTarget }) => putRight(cell, { ...cell, on }, seen.frame, chosen, acts, currentTarget),
      { "data-key": `stands-${on}` },
    );
  const others = [...new Set([...labels, ...known, EMPTY])].filter(
    (label) => label !== EMPTY || !likely.some((guess) => guess.label === EMPTY),
  );
  const answer = (/** @type {{ label: string, turns: number }} */ what, /** @type {string} */ kind) =>
    button(
      wordsOf(what),
      ({ currentTarget }) => putRight(cell, what, seen.frame, chosen, acts, currentTarget),
      { "data-key": `${kind}-${what.label}-${what.turns}` },
    );
  const turn = () => acts.pick({ ...chosen, turns: (chosen.turns + 1) % ARROWS.length });
  const keep = h("input", {
    type: "checkbox",
    checked: chosen.keep,
    onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) =>
      acts.pick({ ...chosen, keep: target.checked }),
    "data-key": "keep-cell",
  });
  return h(
    "div",
    choices(),
    h(
      "div",
      { class: "face-keys" },
      likely.map((guess) => answer(guess, "right")),
    ),
    h("p", { class: "hint" }, t("reading.other_piece")),
    h("div", { class: "face-keys" }, [
      button(ARROWS[chosen.turns], turn, {
        "aria-label": t("teach.turn", { count: chosen.turns }),
        "data-key": "turn-cell",
      }),
      others.map((label) => answer({ label, turns: label === EMPTY ? 0 : chosen.turns }, "other")),
    ]),
    h("div", { class: "face-keys" }, mayStand(cell, seen).map(standing)),
    acts.who === "host" && h("label", { class: "check" }, keep, t("reading.keep_piece")),
  );
}

/** `on`: what stands there, where that was said. @type {(cell: SeenCell, what: { label: string, turns: number, on?: string | null }, frame: number, chosen: ChosenCell, acts: Acts, pressed: Element) => Promise<void>} */
async function putRight(cell, { label, turns, on }, frame, chosen, acts, pressed) {
  const right = { frame, cell: cell.cell, face: label, turns, on: on ?? null };
  const [x, y] = middleOf(cell);
  const stands = on ?? cell.on ?? EMPTY;
  const piece = { kind: "board", at: { x, y }, face: label, turns, on: stands };
  const isSample = chosen.keep && (label !== EMPTY || stands !== EMPTY);
  const kept = isSample ? { ...piece, name: t("teach.my_board") } : null;
  if (await sayRight(right, kept, acts.who, pressed)) acts.pick({ ...chosen, cell: null });
}
