// Plays a move that somebody entered by tap.

import { postMove } from "./api.js";
import { attempt } from "./toast.js";

/** @import { Move } from "./types.js" */

/**
 * Returns null, and says why, if the table refused. `pressed`: the button.
 * @type {(move: Move, pressed: Element) => Promise<unknown>}
 */
export const play = (move, pressed) => attempt(() => postMove(move), pressed);
