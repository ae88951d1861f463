// The game's own part of the table's state.

/** @import { State } from "../../types.js" */
/** @import { View } from "./types.js" */

/** The position as the moves so far have made it. @param {State} state */
export const viewOf = ({ view }) => /** @type {View} */ (/** @type {unknown} */ (view));

/**
 * The same with what lies on the table now: it counts while it is built, though no move has said so
 * yet.
 * @param {State} state
 */
export const viewNow = ({ view, building }) =>
  /** @type {View} */ (/** @type {unknown} */ (building ?? view));
