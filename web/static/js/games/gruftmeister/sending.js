// Moves on their way: a walk is several. One at a time is sent until it is answered; a refused one ends the walk.

import { sendUntilAnswered } from "../../untilanswered.js";
import { attempt } from "../../toast.js";

/** @import { Move, State } from "../../types.js" */

/** Whether a move is on its way, and whether the table is slow to answer. */
export const sending = { busy: false, late: false };
const changes = new EventTarget();

/** @param {() => void} act is called when a move sets out, is late, or has arrived */
export const onSending = (act) => changes.addEventListener("change", act);

/**
 * Send moves for whoever is to move. While others are on their way, nothing happens.
 * @type {(state: State, moves: Move[]) => Promise<void>}
 */
export async function send(state, moves) {
  if (sending.busy) return;
  const { sitting, to_move } = state;
  const still = (/** @type {State} */ now) => now.sitting === sitting && now.to_move === to_move;
  set(true, false);
  await attempt(async () => {
    for (const move of moves)
      await sendUntilAnswered({ ...move, seat: to_move }, still, () => set(true, true));
  });
  set(false, false);
}

/** @type {(busy: boolean, late: boolean) => void} */
function set(busy, late) {
  Object.assign(sending, { busy, late });
  changes.dispatchEvent(new Event("change"));
}
