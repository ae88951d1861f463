// Sends what is done until the table has answered: Wi-Fi comes and goes, and a move is neither lost nor doubled. It goes
// again under its own id; once what it belonged to is over, the table only says whether it had come.

import { get, lastMove, newId, post, Refused, role, told } from "./api.js";
import { h, redraw } from "./dom.js";
import { t } from "./texts.js";
import { attempt } from "./toast.js";

/** What a move belongs to: sent again after it has changed, it would mean something else. @typedef {(state: State) => unknown} Moment */

const AGAIN_MS = 1500;
/** A request that is not answered for so long is made once more. */
const PATIENCE_MS = 6000;
/** From here on, what the table answers is its own fault, and passes. */
const OWN_FAULT = 500;

/** What is under way, by what was asked for. @type {Map<string, Promise<any>>} */
const underWay = new Map();

/** Do it, unless the same is under way: then it is one with that. @type {<Done>(what: unknown, act: () => Promise<Done>) => Promise<Done>} */
export function doOnce(what, act) {
  const key = JSON.stringify(what);
  const done = underWay.get(key) ?? act().finally(() => underWay.delete(key));
  underWay.set(key, done);
  return done;
}

/** What is on its way, by name, and whether the table is slow to answer. */
export const sending = {
  keys: /** @type {string[]} */ ([]),
  late: false,
  get busy() {
    return sending.keys.length > 0;
  },
};
/** @type {Promise<unknown>} */
let last = Promise.resolve();

/** Whether this is on its way. @param {string} key */
export const isSending = (key) => sending.keys.includes(key);

/**
 * Send moves under one name, after those that are on their way; one that is refused ends them. While they are on
 * their way, nothing else is sent under that name: a second tap is one with the first. `state`: as it was shown.
 * @type {(state: State, key: string, moves: Move[], moment: Moment) => Promise<unknown>}
 */
export function sendMoves(state, key, moves, moment) {
  if (isSending(key)) return Promise.resolve();
  tell([...sending.keys, key], sending.late);
  const all = async () => {
    for (const move of moves) await sendMove(move, moment, state, () => tell(sending.keys, true));
  };
  last = last
    .then(() => attempt(all))
    .then(() =>
      tell(
        sending.keys.filter((one) => one !== key),
        false,
      ),
    );
  return last;
}

/** @type {(keys: string[], late: boolean) => void} */
function tell(keys, late) {
  Object.assign(sending, { keys, late });
  redraw();
}

/**
 * Play a move that somebody entered by tap. Returns null, and says why, if the table refused. `pressed`: the button.
 * @type {(move: Move, pressed: Element) => Promise<unknown>}
 */
export const play = (move, pressed) => attempt(() => sendMove(move), pressed);

/**
 * Send a move until it is answered. `moment`: the last move, if it is not said; `shown`: the state in which it was
 * entered; `late` is called when a try has failed. Raises what the table refused.
 * @type {(move: Move, moment?: Moment, shown?: State | null, late?: () => void) => Promise<any>}
 */
export function sendMove(move, moment = lastMove, shown = told.state, late = () => {}) {
  const after = told.state ? lastMove(told.state) : undefined;
  const begun = shown && JSON.stringify(moment(shown));
  const isOver = (/** @type {State | null} */ now) =>
    now !== null &&
    (now.sitting !== shown?.sitting || (now.view !== null && JSON.stringify(moment(now)) !== begun));
  return sendUntilAnswered("moves", { after, ...move }, isOver, late);
}

/**
 * Send it under one id until it is answered. `isOver`: whether what it belonged to is over.
 * @type {(path: string, words: object, isOver?: (state: State | null) => boolean, late?: () => void) => Promise<any>}
 */
export async function sendUntilAnswered(path, words, isOver = () => false, late = () => {}) {
  const sent = { id: newId(), ...words };
  for (let over = isOver(told.state); ; over = over || isOver(await newest())) {
    try {
      return await post(path, over ? { ...sent, again: true } : sent, patiently());
    } catch (error) {
      if (!passes(error)) throw error;
    }
    late();
    await pause(isOver);
  }
}

/** Wait before another try, but no longer than until the table tells that it is over. @type {(isOver: (state: State | null) => boolean) => Promise<void>} */
const pause = (isOver) =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      told.removeEventListener("state", hear);
      done();
    };
    const hear = () => isOver(told.state) && end();
    const timer = setTimeout(end, AGAIN_MS);
    told.addEventListener("state", hear);
    hear();
  });

/** The table's state now, or as it was told last. @type {() => Promise<State | null>} */
const newest = () => get("state", role, patiently()).catch(() => told.state);

/** What lets a request be given up in time. */
function patiently() {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE_MS);
  return { signal: patience.signal };
}

/** @param {unknown} error */
const passes = (error) => error instanceof Refused && (error.status === 0 || error.status >= OWN_FAULT);

/** That a move is on its way. */
export const sendingText = () =>
  h("p", { role: "status", class: sending.late ? "late" : "hint" }, [
    t(sending.late ? "sending.late" : "sending.now"),
  ]);
