// The moves by tap: a throw entered, throws and boxes put right. A box is filled by a tap on the sheet.

import { button, choiceKey, h } from "../../base/dom.js";
import { die, faceKey, ORDINARY_FACES } from "../../picture/faces.js";
import { lastOf, without } from "../../base/lists.js";
import { t } from "../../base/texts.js";
import { moveOf, throwCorrection, throwEntry } from "../../play/throws.js";
import { boxName, DICE, viewOf } from "./state.js";

/** @import { PutRight } from "../generic.js" */

/** @type {Taps} */
const taps = { enter, correct };

export default taps;

/** @type {(state: State, draft: Draft) => Child[]} */
function enter(state, draft) {
  if (!state.may.includes("throw")) return [];
  const { faces } = viewOf(state);
  /** Places in the list of faces. @type {number[]} */
  const places = draft.kept ?? [];
  const kept = places.map((place) => faces[place]);
  const count = DICE - kept.length;
  const keep = (/** @type {number[]} */ now) => {
    draft.kept = now;
    draft.faces = draft.faces?.slice(0, DICE - now.length);
  };
  const more = kept.length ? { kept } : {};
  const entry = throwEntry({ faces: ORDINARY_FACES, count, draft, more });
  return faces.length ? [keepEntry(faces, places, keep), entry] : [entry];
}

/** Which of the dice that lie there are kept; one at least is thrown. @type {(faces: string[], kept: number[], keep: (places: number[]) => void) => Child} */
function keepEntry(faces, kept, keep) {
  const key = (/** @type {string} */ face, /** @type {number} */ place) => {
    const stays = kept.includes(place);
    const others = kept.filter((other) => other !== place);
    return faceKey(`keep-${place}`, face, () => keep(stays ? others : [...kept, place].sort()), {
      isOn: stays,
      disabled: !stays && kept.length === DICE - 1,
    });
  };
  return h("fieldset.entry", h("legend", t("yacht.enter.kept")), h("div.face-keys", faces.map(key)));
}

/** @type {(state: State, line: HistoryLine, editing: Editing) => Child} */
function correct(state, line, { put }) {
  if (line.move.move === "score") return boxCorrection(state, line, put);
  if (line.move.move !== "throw") return null;
  return [
    throwCorrection(ORDINARY_FACES, line, put),
    keptCorrection(lainBefore(state, line), line, put),
  ];
}

/** The boxes that this seat could have filled instead: those it has not filled since. @type {(state: State, line: HistoryLine, put: PutRight) => Child} */
function boxCorrection(state, line, put) {
  const { rows, boxes } = viewOf(state);
  const move = moveOf(line);
  const row = rows[state.seats.indexOf(line.seat ?? "")] ?? {};
  const choices = boxes
    .filter((box) => box === move.box || row[box] === null)
    .map((box) =>
      choiceKey(null, boxName(box), box === move.box, (pressed) => put({ ...move, box }, pressed)),
    );
  return [h("p", t("yacht.correct.box")), h("div.buttons", choices)];
}

/** The dice that lay there before this throw; none if it was the first of its turn. @type {(state: State, line: HistoryLine) => string[]} */
function lainBefore({ history }, line) {
  const before = lastOf(history.filter(({ number, undone }) => !undone && number < line.number));
  return before?.move.move === "throw" ? Object.values(diceOf(moveOf(before))).flat() : [];
}

/** @type {(move: Move) => { faces: string[], kept: string[] }} */
const diceOf = ({ faces, kept = [] }) => ({ faces, kept });

/** Dice that were kept may have been thrown after all, and the other way round. @type {(before: string[], line: HistoryLine, put: PutRight) => Child} */
function keptCorrection(before, line, put) {
  const move = moveOf(line);
  const { faces, kept } = diceOf(move);
  const loose = kept.length < DICE - 1 ? without(before, kept) : [];
  const way = (/** @type {string} */ label, /** @type {string} */ face, /** @type {object} */ right) =>
    button(null, [die(face), label], (pressed) => put({ ...move, ...right }, pressed));
  const ways = [
    ...each(kept).map((face) =>
      way(t("yacht.correct.thrown"), face, { faces: [...faces, face], kept: without(kept, [face]) }),
    ),
    ...each(faces)
      .filter((face) => loose.includes(face))
      .map((face) =>
        way(t("yacht.correct.kept"), face, { faces: without(faces, [face]), kept: [...kept, face] }),
      ),
  ];
  return ways.length > 0 && [h("p", t("yacht.correct.kept_or_thrown")), h("div.buttons", ways)];
}

/** Each face once. @type {(faces: string[]) => string[]} */
const each = (faces) => [...new Set(faces)];
