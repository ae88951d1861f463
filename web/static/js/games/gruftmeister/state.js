// The game's own part of the table's state, and what follows from it.

import { IS_HOST, SEAT } from "../../base/api.js";
import { nameOf, t } from "../../base/texts.js";

/** @import { Cell, Crypt, Figure, Odds, Player, View, Words } from "./types.js" */

/** @type {Figure[]} */
export const FIGURES = ["master", "servant"];
/** How much each figure carries at most. @type {Record<Figure, number>} */
export const CARRIES = { master: 5, servant: 2 };
export const HEARTS = 3;
export const HOME = 5;

/** @param {State} state */
export const viewOf = ({ view }) => /** @type {View} */ (/** @type {unknown} */ (view));

/** The crypt, where more is played than one fight. @param {View} view */
export const cryptOf = (view) => (view.board ? /** @type {View & Crypt} */ (view) : null);

/** Null where no fight is open or near. @param {State} state */
export const oddsOf = ({ odds }) => /** @type {Odds | null} */ (/** @type {unknown} */ (odds));

/** Whether the moves of the turn can be made here. @param {State} state */
export const mayAct = (state) =>
  !state.outcome && (IS_HOST || (SEAT !== null && viewOf(state).turn.seat === SEAT));

/** The player whose page this is, on the host's page whose turn it is; null: a screen for all. @type {(state: State) => { seat: number, player: Player } | null} */
export function ownOf(state) {
  const view = viewOf(state);
  const seat = SEAT ?? (IS_HOST ? view.turn.seat : null);
  const own = seat === null ? undefined : view.players[seat - 1];
  return own && seat !== null ? { seat, player: own } : null;
}

/** The player whose turn it is. @param {View} view */
export const moverOf = ({ players, turn }) => players[turn.seat - 1];

/** The moves of some kinds that are open. @type {(view: View, ...kinds: string[]) => Words[]} */
export const movesOf = ({ moves = [] }, ...kinds) => moves.filter(({ move }) => kinds.includes(move));

/** The master's step onto a coffin whose monster he has beaten; undefined: there is none. @param {View} view */
export const stepIn = (view) =>
  movesOf(view, "step").find(
    ({ figure, to }) => figure === "master" && view.turn.beaten.some((cell) => same(cell, to)),
  );

/** @param {Cell} cell */
export const keyOf = ([column, row]) => `${column},${row}`;

/** @param {string} key @returns {Cell} */
export const cellOf = (key) => /** @type {Cell} */ (key.split(",").map(Number));

/** @type {(one: Cell, other: Cell) => boolean} */
export const same = ([column, row], [other, below]) => column === other && row === below;

/** A field's name as it stands at the board's edge: a letter for the column, then the row. @param {Cell} cell */
export function cellName([column, row]) {
  let letters = "";
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return `${letters}${row + 1}`;
}

/** What a thing is called where a face is named: without blanks. @param {string} thing */
export const faceOf = (thing) => thing.replace(/ /g, "_");

/** @param {string} colour */
export const colourName = (colour) => nameOf(`gruftmeister.colour.${colour}`, colour);

/** @param {Figure} figure */
export const figureName = (figure) => t(`gruftmeister.${figure}`);

/** What is printed on every field, by `column,row`; rock is none. @type {(crypt: Crypt) => Map<string, { cell: Cell, kind: string, colour: string }>} */
export function fieldsOf({ board, legend }) {
  const found = new Map();
  board.forEach((line, y) => {
    if (y % 2 === 0) return;
    [...line].forEach((mark, x) => {
      if (x % 2 === 0 || mark === "#" || !(mark in legend)) return;
      const [kind, colour = ""] = legend[mark].split(" ");
      /** @type {Cell} */
      const cell = [(x - 1) / 2, (y - 1) / 2];
      found.set(keyOf(cell), { cell, kind, colour });
    });
  });
  return found;
}

/** @param {Crypt} crypt */
export const sizeOf = ({ board }) => ({
  columns: (board[0].length - 1) / 2,
  rows: (board.length - 1) / 2,
});

/** What lies closed on a field; undefined: nothing. @type {(crypt: Pick<Crypt, "closed">, cell: Cell) => string | undefined} */
export const closedAt = ({ closed }, cell) =>
  Object.entries(closed).find(([, cells]) => cells.some((one) => same(one, cell)))?.[0];
