// Moves on their way: sent one after the other, each until it is answered; a second tap on the same is none.

import { sendUntilAnswered } from "../../untilanswered.js";
import { t } from "../../texts.js";
import { attempt, tell } from "../../toast.js";
import { viewOf } from "./state.js";

/** @import { Move, State } from "../../types.js" */

/** What is on its way, and whether the table is slow to answer. */
export const sending = { keys: /** @type {string[]} */ ([]), late: false };
const changes = new EventTarget();
let last = Promise.resolve();

/** @param {() => void} act is called when a move sets out, is late, or has arrived */
export const onSending = (act) => changes.addEventListener("change", act);

/** Whether this move is on its way. @param {string} key */
export const isSending = (key) => sending.keys.includes(key);

/** What a move belongs to: sent again after it is over, it would mean something else. @param {State} state */
export function momentOf(state) {
  const { round, phase, turned } = viewOf(state);
  return [state.sitting, round, phase, turned].join();
}

/**
 * Send a move under a name of its own: while it is on its way, the same is not sent again.
 * @type {(state: State, key: string, move: Move) => Promise<void>}
 */
export function send(state, key, move) {
  if (isSending(key)) return Promise.resolve();
  const moment = momentOf(state);
  const still = (/** @type {State} */ now) => now.view !== null && momentOf(now) === moment;
  sending.keys.push(key);
  changed();
  last = last
    .then(() => attempt(() => sendUntilAnswered(move, still, late).then(sayIfOver)))
    .then(() => {
      sending.keys = sending.keys.filter((one) => one !== key);
      sending.late = false;
      changed();
    });
  return last;
}

/** What came too late for its moment is not lost in silence. @param {unknown} answer */
function sayIfOver(answer) {
  if (answer === null) tell(t("ubongo.send_over"));
}

function late() {
  sending.late = true;
  changed();
}

const changed = () => changes.dispatchEvent(new Event("change"));
