// Plays a move that somebody entered by tap.

import { postMove } from "./api.js";
import { attempt } from "./toast.js";

/** @import { Move } from "./types.js" */

/**
 * Returns null, and says why, if the table refused. `pressed`: the button; pressed again before the table has
 * answered, it is one press.
 * @type {(move: Move, pressed: Element) => Promise<unknown>}
 */
export const play = async (move, pressed) =>
  pressed.hasAttribute("aria-busy") ? null : attempt(() => postMove(move), pressed);
