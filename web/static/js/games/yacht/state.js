// The game's own part of the table's state.

import { t } from "../../base/texts.js";

/** @import { Odds, View } from "./types.js" */

/** Dice in the game. */
export const DICE = 5;

/** @param {State} state */
export const viewOf = ({ view }) => /** @type {View} */ (/** @type {unknown} */ (view));

/** Null before the first throw of a turn, and after the game. @param {State} state */
export const oddsOf = ({ odds }) => /** @type {Odds | null} */ (/** @type {unknown} */ (odds));

/** @param {string} box */
export const boxName = (box) => t(`yacht.box.${box}`);
