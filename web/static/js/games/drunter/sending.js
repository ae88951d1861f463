// A move on its way: one at a time. What it was is kept nowhere else.

import { IS_HOST, ownName } from "../../base/api.js";
import { sendMoves } from "../../base/sending.js";
import { isTogether, lastLay, viewOf } from "./state.js";

/** What a move belongs to: sent again after it is over, it would mean something else. @param {State} state */
export function momentOf(state) {
  const { phase, finished } = viewOf(state);
  // A seat chooses while the others do: what they finish is nothing to it.
  const who = isTogether(state) && !IS_HOST ? [] : [state.to_move, finished.length];
  return [state.sitting, lastLay(state), phase, ...who].join();
}

/** Send a move for the page's own seat; the host's, for whoever is to move. @type {(state: State, move: Move) => Promise<unknown>} */
export const send = (state, move) =>
  sendMoves(state, "move", [{ ...move, seat: ownName(state) ?? state.to_move }], momentOf);
