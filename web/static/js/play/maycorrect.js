// Who may put an earlier move right.

import { role } from "../base/api.js";

/** @import { HistoryLine, State } from "../types.js" */

/**
 * Whether this page may: the host any move, a player the own ones until another has moved.
 * @type {(state: State, line: HistoryLine) => boolean}
 */
export function mayCorrect({ history, seats, for_good }, line) {
  if (line.undone || for_good || role === "everyone") return false;
  if (role === "host") return true;
  const own = seats[Number(role.split("-")[1]) - 1];
  const since = history.filter(({ number, undone }) => !undone && number >= line.number);
  return since.every(({ seat }) => seat === null || seat === own);
}
