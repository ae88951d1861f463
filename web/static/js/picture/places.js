// What the camera's picture shows at a place: the piece that was read there, or the square of a board.

import { cellMiddles, cellUnder } from "./cellright.js";
import { pieceName } from "../teach/pieces.js";
import { faceName, t } from "../base/texts.js";
import { tokenUnder } from "./tokenright.js";

/** @import { Point, Seen, SeenDie } from "../types.js" */

/** A tap as near as this to a die means it however small it is, in fractions of the picture. */
const REACH = 0.03;

/** Where pieces were read, and the squares of a board, in fractions of the picture. @param {Seen | null} seen @returns {Point[]} */
export function placesOf(seen) {
  if (!seen) return [];
  const centres = [...seen.dice, ...seen.tokens].map(({ centre }) => /** @type {Point} */ (centre));
  return [...centres, ...(seen.board ? cellMiddles(seen.board) : [])];
}

/** What is at a place, in words. `shape`: the picture's height by its width. @type {(seen: Seen | null, at: Point, shape: number) => string} */
export function wordsAt(seen, at, shape) {
  if (!seen) return "";
  const { token, place, cell } = under(seen, at, shape);
  const doubted = (/** @type {string} */ name, /** @type {boolean} */ sure) =>
    sure ? name : `${name}?`;
  if (token >= 0) {
    const { label, sure } = seen.tokens[token];
    return t("teach.token", { number: token + 1, words: doubted(pieceName(label), sure) });
  }
  if (place >= 0) {
    const { face, sure } = seen.dice[place];
    return t("teach.die", { number: place + 1, words: doubted(faceName(face), sure) });
  }
  if (!cell) return t("reading.nothing_here");
  const [column, row] = cell.cell;
  const words = doubted(pieceName(cell.label), cell.sure);
  return t("teach.square", { column: column + 1, row: row + 1, words });
}

/** What lies at a place: -1 or null where nothing of a kind does. @type {(seen: Seen, at: Point, shape: number) => { token: number, place: number, cell: ReturnType<typeof cellUnder> }} */
export const under = (seen, at, shape) => ({
  token: tokenUnder(seen.tokens, at, shape),
  place: dieUnder(seen.dice, at),
  cell: seen.board && cellUnder(seen.board, at),
});

/** The place of the die that was tapped; -1 where there is none. @type {(dice: SeenDie[], at: Point) => number} */
function dieUnder(dice, [x, y]) {
  const away = dice.map(({ centre }) => Math.hypot(centre[0] - x, centre[1] - y));
  const nearest = away.indexOf(Math.min(...away));
  if (nearest < 0) return -1;
  const [[left, top], , [right, bottom]] = dice[nearest].corners;
  const half = Math.hypot(right - left, bottom - top) / 2;
  return away[nearest] < Math.max(half, REACH) ? nearest : -1;
}
