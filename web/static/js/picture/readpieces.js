// The pieces that were read, of whatever kind: where they lie, and which one is meant by a place in the picture.

import { middleOf } from "../base/plane.js";
import { faceName, t } from "../base/texts.js";
import { EMPTY, pieceName } from "../teach/pieces.js";
import { squareAt, squaresOn, squareUnder } from "./homography.js";

/** @typedef {Seen["tokens"][number]} SeenToken */
/**
 * A die, a token, a cell of a board, or a place at which something lies that was not seen. `key` tells it from
 * others of the reading; `at`: in fractions of the picture; `place`: among those of its kind.
 * @typedef {{ kind: "die", place: number, read: SeenDie } | { kind: "token", place: number, read: SeenToken }
 *   | { kind: "cell", read: SeenCell } | { kind: "missed" }} PieceOfKind
 * @typedef {PieceOfKind & { key: string, at: Point }} Piece
 */

/** A tap as near as this to a die means it however small it is, in fractions of the picture. */
const REACH = 0.03;
/** A tap as near as this to a token means it, in diameters. */
const REACH_DIAMETERS = 0.8;

/** @type {(seen: Seen) => Piece[]} */
export const diceOf = ({ dice }) =>
  dice.map((read, place) => ({
    kind: "die",
    key: `seen-${place}`,
    at: point(read.centre),
    place,
    read,
  }));

/** @type {(seen: Seen) => Piece[]} */
export const tokensOf = ({ tokens }) =>
  tokens.map((read, place) => ({
    kind: "token",
    key: `token-${place}`,
    at: point(read.centre),
    place,
    read,
  }));

/** @type {(seen: Seen) => Piece[]} */
export const cellsOf = ({ board }) => (board?.cells ?? []).map(pieceOnCell);

/** @type {(read: SeenCell) => Piece} */
const pieceOnCell = (read) => ({
  kind: "cell",
  key: `cell-${read.cell.join("-")}`,
  at: middleOf(read.corners),
  read,
});

/** @type {(at: Point) => Piece} */
export const missedAt = (at) => ({ kind: "missed", key: "missed", at });

/** Where pieces were read, and the squares of a board, in fractions of the picture. @param {Seen | null} seen @returns {Point[]} */
export function placesOf(seen) {
  if (!seen) return [];
  const pieces = [...diceOf(seen), ...tokensOf(seen)].map(({ at }) => at);
  return [...pieces, ...(seen.board ? cellMiddles(seen.board) : [])];
}

/** What lies at a place, a bare cell too; null where nothing does. `shape`: the picture's height by its width. @type {(seen: Seen, at: Point, shape: number) => Piece | null} */
export function pieceUnder(seen, at, shape) {
  const token = nearest(seen.tokens, at, shape, ({ diameter }) => REACH_DIAMETERS * diameter);
  if (token >= 0) return tokensOf(seen)[token];
  const die = nearest(seen.dice, at, 1, ({ corners: [[left, top], , [right, bottom]] }) =>
    Math.max(Math.hypot(right - left, bottom - top) / 2, REACH),
  );
  if (die >= 0) return diceOf(seen)[die];
  const cell = seen.board && cellUnder(seen.board, at);
  return cell && pieceOnCell(cell);
}

/**
 * Which piece is the nearest for its own reach; -1 where none is within it.
 * @type {<Read extends { centre: readonly number[] }>(pieces: Read[], at: Point, shape: number, reach: (piece: Read) => number) => number}
 */
function nearest(pieces, [x, y], shape, reach) {
  const away = pieces.map(
    (piece) => Math.hypot(piece.centre[0] - x, (piece.centre[1] - y) * shape) / reach(piece),
  );
  const least = Math.min(...away);
  return least < 1 ? away.indexOf(least) : -1;
}

/** What is at a place, in words. `shape`: the picture's height by its width. @type {(seen: Seen | null, at: Point, shape: number) => string} */
export function wordsAt(seen, at, shape) {
  if (!seen) return "";
  const piece = pieceUnder(seen, at, shape);
  if (!piece || piece.kind === "missed") return t("reading.nothing_here");
  const doubted = (/** @type {string} */ name) => (piece.read.sure ? name : `${name}?`);
  if (piece.kind === "cell") {
    const [column, row] = piece.read.cell;
    const words = doubted(pieceName(piece.read.label));
    return t("teach.square", { column: column + 1, row: row + 1, words });
  }
  const name = piece.kind === "die" ? faceName(piece.read.face) : pieceName(piece.read.label);
  return t(`teach.${piece.kind}`, { number: piece.place + 1, words: doubted(name) });
}

/** @type {(centre: readonly number[]) => Point} */
const point = ([x, y]) => [x, y];

/** @typedef {SeenBoard["cells"][number]} SeenCell */

/** Where the cells of a board lie on its picture. @param {SeenBoard} board */
const cellPlaces = ({ corners, grid: [columns, rows] }) => squaresOn(corners, columns, rows, 0);

/** Where the cells of a board have their middles, in fractions of the picture. @param {SeenBoard} board @returns {Point[]} */
function cellMiddles(board) {
  const [columns, rows] = board.grid;
  const { at } = cellPlaces(board);
  return Array.from({ length: columns * rows }, (_, n) =>
    at((n % columns) + 0.5, Math.floor(n / columns) + 0.5),
  );
}

/** The cell that was tapped, whether or not anything was read on it; null beside the board. @type {(board: SeenBoard, at: Point) => SeenCell | null} */
function cellUnder(board, at) {
  const [columns, rows] = board.grid;
  const place = squareUnder(cellPlaces(board), columns, rows, at);
  return place && cellAt(board, place);
}

/** A cell of a board; one on which nothing was read is bare. @type {(board: SeenBoard, place: readonly number[]) => SeenCell} */
function cellAt(board, [column, row]) {
  const corners = squareAt(cellPlaces(board).at, column, row);
  const bare = { label: EMPTY, turns: 0, on: null, confidence: 1, sure: true, likely: [] };
  const there = board.cells.find(({ cell: [x, y] }) => x === column && y === row);
  return there ?? { ...bare, cell: [column, row], corners };
}

/** A cell can be put right unless something hides it. @type {(board: SeenBoard, cell: SeenCell) => boolean} */
export const isInView = ({ hidden }, { cell: [column, row] }) =>
  !hidden.some(({ cell: [x, y] }) => x === column && y === row);
