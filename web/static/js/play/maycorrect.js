// Who may put an earlier move right.

import { IS_HOST, MAY_ACT, ownName } from "../base/api.js";

/**
 * Whether this page may: the host any move, a player the own ones until another has moved.
 * @type {(state: State, line: HistoryLine) => boolean}
 */
export function mayCorrect(state, line) {
  if (line.undone || state.for_good || !MAY_ACT) return false;
  if (IS_HOST) return true;
  const own = ownName(state);
  const since = state.history.filter(({ number, undone }) => !undone && number >= line.number);
  return since.every(({ seat }) => seat === null || seat === own);
}
