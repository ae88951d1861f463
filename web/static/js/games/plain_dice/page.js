// Plain dice: the last throw, its sum, and how often each face was shown.

import { each, h, show } from "../../base/dom.js";
import { die, ORDINARY_FACES } from "../../picture/faces.js";
import { faceName, number, pair, t } from "../../base/texts.js";
import { throwCorrection, throwEntry } from "../../play/throws.js";

/**
 * What the rule book's `view` tells.
 * @typedef {object} View
 * @property {string[]} faces of the last throw
 * @property {number | null} sum null: some faces are no numbers
 * @property {number} count how many dice the last throw had
 * @property {Record<string, number>} counts how often each face was shown in all throws
 * @property {number} dice how many dice were thrown in all
 * @property {number} throws
 * @property {number | null} mean of all dice
 */

/** @type {Partial<GamePage>} */
const page = {
  drawGame(place, state) {
    const view = viewOf(state);
    show(place, [lastThrow(view), view.throws > 0 && statistics(view)]);
  },
  enter(state, draft) {
    if (!state.may.includes("throw")) return [];
    return [throwEntry({ faces: facesOf(viewOf(state)), count: null, draft })];
  },
  correct(state, line, { put }) {
    return line.move.move === "throw" ? throwCorrection(facesOf(viewOf(state)), line, put) : null;
  },
};

export default page;

/** @param {State} state */
const viewOf = ({ view }) => /** @type {View} */ (/** @type {unknown} */ (view));

/** Ordinary faces, and whatever else was thrown. @param {View} view */
const facesOf = ({ counts }) => [...new Set([...ORDINARY_FACES, ...Object.keys(counts)])];

/** @param {View} view */
function lastThrow({ faces, sum, count }) {
  if (!count) return h("p.hint", t("plain_dice.none"));
  return [
    h("h3", t("plain_dice.last")),
    each("div.dice-row", faces, (face) => die(face)),
    h("p.sum", sum === null ? t("plain_dice.count", { count }) : t("plain_dice.sum", { sum, count })),
  ];
}

/** @param {View} view */
function statistics({ counts, dice, throws, mean }) {
  const most = Math.max(...Object.values(counts));
  const bars = Object.entries(counts).map(([face, count]) => bar(face, count, most));
  return [
    h("h3", t("plain_dice.statistics", { throws, dice })),
    h("ol.bars", bars),
    mean !== null && h("p.hint", t("plain_dice.mean", { mean: Math.round(mean * 100) / 100 })),
  ];
}

/** @type {(face: string, count: number, most: number) => Child} */
function bar(face, count, most) {
  const fill = h("span.bar-fill", { style: `width: ${(100 * count) / most}%` });
  return h("li", { "aria-label": pair(faceName(face), count) }, [
    die(face),
    h("span.track", fill),
    h("b", number(count)),
  ]);
}
