// The game's own part of the table's state, and what follows from it.

import { lastOf } from "../../base/lists.js";
import { t } from "../../base/texts.js";

/** @import { Colour, Player, Symbol, View } from "./types.js" */

/** @type {Colour[]} */
export const COLOURS = ["red", "green", "blue", "yellow", "brown", "violet"];
/** @type {Symbol[]} */
export const SYMBOLS = ["shield", "hand", "antelope", "snake", "elephant", "mask"];
export const HOLES = 12;
export const ROWS = [0, 1, 2, 3, 4, 5];
export const GEMS_OF_A_TAKE = 2;

/** @param {State} state */
export const viewOf = ({ view }) => /** @type {View} */ (/** @type {unknown} */ (view));

/** @param {Colour} colour */
export const colourName = (colour) => t(`ubongo.colour.${colour}`);

/** @param {Symbol} symbol */
export const symbolName = (symbol) => t(`ubongo.symbol.${symbol}`);

/** The gems that a take in this row would bring. @type {(view: View, row: number) => Colour[]} */
export const nearest = ({ gems }, row) => gems[row].slice(0, GEMS_OF_A_TAKE);

/** The colours of some gems in words. @type {(gems: Colour[]) => string} */
export const namesOf = (gems) => gems.map(colourName).join(", ");

/** @type {(view: View) => string[]} */
export const calledIn = ({ calls }) => calls.flat();

/** Whether a player may call, take, … now, and this page may say so. @type {(state: State, move: Player["may"][0], name: string) => boolean} */
export const may = (state, move, name) =>
  state.may.includes(move) && viewOf(state).players[name].may.includes(move);

/** Who may take now, in the order of the calls. @type {(state: State) => string[]} */
export const takers = (state) => calledIn(viewOf(state)).filter((name) => may(state, "take", name));

/** Who has called and not taken: for whom the board shows where the pawn may go. @param {View} view */
export const awaited = (view) => calledIn(view).filter((name) => view.players[name].rows.length > 0);

/** The number of the last time that was up; 0: none was. @param {State} state */
export const lastTimeUp = ({ history }) =>
  lastOf(history.filter(({ undone, move }) => !undone && move.move === "time_up"))?.number ?? 0;

/**
 * What each caller of the round that is over took, in the order of the calls; null: nothing.
 * @type {(state: State) => { seat: string, row: number | null }[]}
 */
export function lastTakes({ history }) {
  const moves = history.filter(({ undone }) => !undone).map(({ move }) => move);
  const ends = moves.map(({ move }) => move).lastIndexOf("time_up");
  const begins = moves.map(({ move }) => move).lastIndexOf("start", ends);
  const made = moves.slice(begins + 1, ends);
  const of = (/** @type {string} */ kind, /** @type {unknown} */ seat) =>
    made.filter((one) => one.move === kind && one.seat === seat);
  const called = new Set(made.filter(({ move }) => move === "call").map(({ seat }) => String(seat)));
  return [...called]
    .filter((seat) => of("call", seat).length > of("false_call", seat).length)
    .map((seat) => ({ seat, row: of("take", seat)[0] ? Number(of("take", seat)[0].row) : null }));
}
