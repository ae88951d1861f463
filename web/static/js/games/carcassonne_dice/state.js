// The game's own part of the table's state.

/** @import { View } from "./types.js" */

/** The position as the moves so far have made it. @param {State} state */
export const viewOf = ({ view }) => /** @type {View} */ (/** @type {unknown} */ (view));

/** The names of its dice's faces. @param {View} view */
export const facesOf = ({ faces }) => Object.keys(faces);

/**
 * The same with what lies on the table now: it counts while it is built, though no move has said so
 * yet. Where simulated hands are about to throw on, so many dice are thrown as they are about to throw.
 * @param {State} state
 */
export function viewNow({ view, building, hands }) {
  const now = /** @type {View} */ (/** @type {unknown} */ (building ?? view));
  const again = now.throw > 0 ? hands?.again : null;
  return { ...now, dice_to_throw: again ?? now.dice_to_throw };
}
