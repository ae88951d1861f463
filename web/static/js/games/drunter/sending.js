// A move on its way: one at a time, sent until it is answered. What it was is kept nowhere else.

import { sendUntilAnswered } from "../../untilanswered.js";
import { attempt } from "../../toast.js";
import { lastLay, viewOf } from "./state.js";

/** @import { Move, State } from "../../types.js" */

/** Whether a move is on its way, and whether the table is slow to answer. @type {{ busy: boolean, late: boolean }} */
export const sending = { busy: false, late: false };
const changes = new EventTarget();

/** @param {() => void} act is called when a move sets out, is late, or has arrived */
export const onSending = (act) => changes.addEventListener("change", act);

/** What a move belongs to: sent again after it is over, it would mean something else. @param {State} state */
export function momentOf(state) {
  const { phase, finished } = viewOf(state);
  return [state.sitting, lastLay(state), phase, state.to_move, finished.length].join();
}

/**
 * Send a move for whoever is to move. While another is on its way, nothing happens.
 * @type {(state: State, move: Move) => Promise<void>}
 */
export async function send(state, move) {
  if (sending.busy) return;
  const moment = momentOf(state);
  const still = (/** @type {State} */ now) => now.view !== null && momentOf(now) === moment;
  set(true, false);
  await attempt(() => sendUntilAnswered({ ...move, seat: state.to_move }, still, () => set(true, true)));
  set(false, false);
}

/** @type {(busy: boolean, late: boolean) => void} */
function set(busy, late) {
  Object.assign(sending, { busy, late });
  changes.dispatchEvent(new Event("change"));
}
