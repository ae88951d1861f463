// Sends a move until the table has answered: Wi-Fi comes and goes, and a move is neither lost nor doubled.

import { get, newId, post, Refused, role, told } from "./api.js";

/** @import { Move, State } from "./types.js" */

const AGAIN_MS = 1500;
/** A request that is not answered for so long is made once more. */
const PATIENCE_MS = 6000;
/** From here on, what the table answers is its own fault, and passes. */
const OWN_FAULT = 500;

/**
 * Send a move, under one id however often. Null: what it belonged to is over, as `still` says of the table's
 * state, told or asked for, before each further try. `late` is called when the first try has failed. Raises
 * what the table refused.
 * @type {(move: Move, still: (state: State) => boolean, late: () => void) => Promise<unknown>}
 */
export async function sendUntilAnswered(move, still, late) {
  const sent = { id: newId(), ...move };
  for (;;) {
    try {
      return await post("moves", sent, patiently());
    } catch (error) {
      if (!passes(error)) throw error;
      late();
    }
    await pause(still);
    if (!(await isWanted(still))) return null;
  }
}

/** Wait before another try, but no longer than until the table tells that none is wanted. @type {(still: (state: State) => boolean) => Promise<void>} */
const pause = (still) =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      told.removeEventListener("state", hear);
      done();
    };
    const hear = () => isOver(still) && end();
    const timer = setTimeout(end, AGAIN_MS);
    told.addEventListener("state", hear);
    hear();
  });

/** Whether the table has told so: the answer alone was lost. @param {(state: State) => boolean} still */
const isOver = (still) => told.state !== null && !still(told.state);

/** @type {(still: (state: State) => boolean) => Promise<boolean>} */
async function isWanted(still) {
  if (isOver(still)) return false;
  try {
    return still(await get("state", role, patiently()));
  } catch (error) {
    if (!passes(error)) throw error;
    return true;
  }
}

/** What lets a request be given up in time. */
function patiently() {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE_MS);
  return { signal: patience.signal };
}

/** @param {unknown} error */
const passes = (error) => error instanceof Refused && (error.status === 0 || error.status >= OWN_FAULT);
