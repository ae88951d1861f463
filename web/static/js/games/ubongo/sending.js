// Moves on their way: each under a name of its own, so that a call waits for nobody else's.

import { sendMoves } from "../../base/sending.js";
import { viewOf } from "./state.js";

/** What a move belongs to: sent again after it is over, it would mean something else. @param {State} state */
export function momentOf(state) {
  const { round, phase, turned } = viewOf(state);
  return [state.sitting, round, phase, turned].join();
}

/** Send a move under a name of its own. @type {(state: State, key: string, move: Move) => Promise<unknown>} */
export const send = (state, key, move) => sendMoves(state, key, [move], momentOf);
