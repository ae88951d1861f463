// Moves on their way: each under a name of its own, so that a call waits for nobody else's.

import { button } from "../../base/dom.js";
import { isSending, sendMoves } from "../../base/sending.js";
import { viewOf } from "./state.js";

/** What a move belongs to: sent again after it is over, it would mean something else. @param {State} state */
export function momentOf(state) {
  const { round, phase, turned } = viewOf(state);
  return [state.sitting, round, phase, turned].join();
}

/** Send a move under a name of its own. @type {(state: State, key: string, move: Move) => Promise<unknown>} */
export const send = (state, key, move) => sendMoves(state, key, [move], momentOf);

/** A button for a move, off while it is on its way. @type {(state: State, key: string, label: Child, move: Move, look?: string, more?: Attributes) => Child} */
export const moveKey = (state, key, label, move, look = "", more = {}) =>
  button(key, label, () => send(state, key, move), { class: look, disabled: isSending(key), ...more });
