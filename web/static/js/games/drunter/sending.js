// A move on its way: one at a time. What it was is kept nowhere else.

import { sendMoves } from "../../sending.js";
import { lastLay, viewOf } from "./state.js";

/** @import { Move, State } from "../../types.js" */

/** What a move belongs to: sent again after it is over, it would mean something else. @param {State} state */
export function momentOf(state) {
  const { phase, finished } = viewOf(state);
  return [state.sitting, lastLay(state), phase, state.to_move, finished.length].join();
}

/** Send a move for whoever is to move. @type {(state: State, move: Move) => Promise<unknown>} */
export const send = (state, move) =>
  sendMoves(state, "move", [{ ...move, seat: state.to_move }], momentOf);
