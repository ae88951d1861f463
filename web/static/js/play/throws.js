// A throw of dice: entered by tap, and corrected. For every game that throws some.

import { button, each, h, onceButton } from "../base/dom.js";
import { die, faceKey } from "../picture/faces.js";
import { play } from "../base/sending.js";
import { faceName, t } from "../base/texts.js";

/** @import { PutRight } from "../games/generic.js" */

/**
 * @typedef {object} ThrowEntry
 * @property {readonly string[]} faces what a die can show
 * @property {number | null} count how many dice are thrown; null: any number
 * @property {Draft} draft keeps in `faces` what has been chosen
 * @property {object} [more] what the move says beside the faces
 * @property {readonly string[]} [read] what the camera read, to begin with
 */

/** Choose a face for each die, then enter the throw. @param {ThrowEntry} entry */
export function throwEntry({ faces, count, draft, more = {}, read = [] }) {
  /** @type {string[]} */
  const chosen = draft.faces ?? [];
  const choose = (/** @type {string[]} */ now) => (draft.faces = now);
  const enter = (/** @type {Element} */ pressed) =>
    play({ move: "throw", ...more, faces: chosen }, pressed);
  const ready = count === null ? chosen.length > 0 : chosen.length === count;
  return h("fieldset.entry", [
    h("legend", t("enter.throw")),
    read.length > 0 &&
      chosen.length === 0 &&
      button("as-read", t("enter.as_read"), () => choose(read.slice(0, count ?? read.length)), "quiet"),
    faceKeys(faces, count !== null && chosen.length >= count, (face) => choose([...chosen, face])),
    chosenDice(chosen, count, (place) => choose(chosen.filter((_, i) => i !== place))),
    onceButton("throw", t("enter.throw_go"), enter, { class: "strong", disabled: !ready }),
  ]);
}

/** @type {(faces: readonly string[], disabled: boolean, add: (face: string) => void) => Child} */
function faceKeys(faces, disabled, add) {
  const key = (/** @type {string} */ face) =>
    faceKey(`add-${face}`, face, () => add(face), { label: t("enter.add_face", { face }), disabled });
  return h("div.face-keys", faces.map(key));
}

/** @type {(chosen: string[], count: number | null, remove: (place: number) => void) => Child} */
function chosenDice(chosen, count, remove) {
  const dice = chosen.map((face, place) => {
    const label = t("enter.remove_face", { face });
    return faceKey(`chosen-${place}`, face, () => remove(place), { label, isSmall: true });
  });
  const hint = count !== null && t("enter.chosen", { chosen: chosen.length, dice: count });
  return h("div.chosen", { "aria-live": "polite" }, dice, hint && h("span.hint", hint));
}

/**
 * The throw as it really was, where a face was misread. Dice of a throw have no order.
 * @type {(faces: readonly string[], line: HistoryLine, put: PutRight) => Child[]}
 */
export function throwCorrection(faces, line, put) {
  const move = moveOf(line);
  /** @type {string[]} */
  const thrown = move.faces;
  return [
    h("p", t("correct.throw")),
    misread(faces, thrown, (wrong, right, pressed) =>
      put({ ...move, faces: swapped(thrown, wrong, right) }, pressed),
    ),
  ];
}

/**
 * Each face that was read, beside all it could be instead.
 * @type {(faces: readonly string[], thrown: string[], swap: (wrong: string, right: string, pressed: Element) => unknown) => Child}
 */
export function misread(faces, thrown, swap) {
  const choice = (/** @type {string} */ wrong, /** @type {string} */ right) => {
    const label = t("correct.face", { face: wrong, right: faceName(right) });
    return faceKey(null, right, (pressed) => swap(wrong, right, pressed), { label, isSmall: true });
  };
  const others = (/** @type {string} */ wrong) => faces.filter((right) => right !== wrong);
  const rows = [...new Set(thrown)].map((wrong) => [
    h("span.wrong", die(wrong), "→"),
    each("span.face-keys", others(wrong), (right) => choice(wrong, right)),
  ]);
  return h("div.instead", rows);
}

/** The move of a line, without whose it was: a correction is for the same seat. @type {(line: HistoryLine) => Move} */
export const moveOf = ({ move: { seat: _seat, ...move } }) => /** @type {Move} */ (move);

/** @type {(faces: string[], wrong: string, right: string) => string[]} */
export function swapped(faces, wrong, right) {
  const place = faces.indexOf(wrong);
  return faces.map((face, i) => (i === place ? right : face));
}
