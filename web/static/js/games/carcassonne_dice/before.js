// What lay there before a move of the history, and what becomes of the moves after it when it is put right.

import { lastOf, without } from "../../base/lists.js";
import { moveOf } from "../../play/throws.js";
import { Plan } from "./plan.js";

/** @import { BuiltDie, View } from "./types.js" */
/** A move to be put in the place of one of the history. @typedef {{ number: number, with: Move }} Instead */
/** The dice of a turn at one moment. @typedef {Pick<View, "faces" | "city" | "loose">} Lying */

const CATAPULT = "catapult";
const KNIGHT = "knight";

/** The moves that stand of the turn in which `line` was made. @type {(history: HistoryLine[], line: HistoryLine) => HistoryLine[]} */
export function turnOf(history, line) {
  const standing = history.filter(({ undone }) => !undone);
  const place = standing.findIndex(({ number }) => number === line.number);
  const stops = standing.map(({ move }) => move.move === "stop");
  const first = stops.slice(0, place).lastIndexOf(true) + 1;
  const ends = stops.indexOf(true, place);
  return standing.slice(first, ends < 0 ? undefined : ends + 1);
}

/** The last throw of a turn before a move of it. @type {(turn: HistoryLine[], line: HistoryLine) => HistoryLine | undefined} */
export const throwBefore = (turn, line) =>
  lastOf(turn.filter(({ number, move }) => number < line.number && move.move === "throw"));

/** What stood and what lay loose before a move. @type {(faces: View["faces"], turn: HistoryLine[], line: HistoryLine) => Lying} */
export function lyingBefore(faces, turn, line) {
  /** @type {Lying} */
  const lying = { faces, city: [], loose: [] };
  for (const { number, move } of turn) {
    if (number >= line.number) break;
    if (move.move === "throw") lying.loose = thrown(/** @type {Move} */ (move).faces);
    if (move.move === "set_aside") takeAside(lying, /** @type {Move} */ (move));
  }
  return lying;
}

/** @param {string[]} faces */
const thrown = (faces) => faces.filter((face) => face !== CATAPULT);

/** @type {(lying: Lying, move: Move) => void} */
function takeAside(lying, move) {
  /** @type {BuiltDie[]} */
  const city = move.city ?? [];
  const knights = move.knights ?? 0;
  lying.city = [...lying.city, ...city];
  const gone = [...city.map(({ face }) => face), ...Array(knights).fill(KNIGHT)];
  lying.loose = without(lying.loose, gone);
}

/**
 * What was set aside of a throw, with the dice that it really had. A die that was read wrongly becomes the
 * one that it is, in its place, turned so that it fits; where it fits in no way it was not set aside.
 * @type {(faces: View["faces"], turn: HistoryLine[], line: HistoryLine, really: string[]) => Instead[]}
 */
export function asideWith(faces, turn, line, really) {
  const lying = lyingBefore(faces, turn, line);
  lying.loose = thrown(really);
  const next = turn.find(({ number, move }) => number > line.number && move.move !== "set_aside");
  const later = turn.filter(({ number }) => number > line.number && number < (next?.number ?? Infinity));
  return later.flatMap((aside) => {
    const before = moveOf(aside);
    const after = fitted(lying, before);
    takeAside(lying, after);
    return JSON.stringify(after) === JSON.stringify(before)
      ? []
      : [{ number: aside.number, with: after }];
  });
}

/** @type {(lying: Lying, move: Move) => Move} */
function fitted(lying, move) {
  const plan = new Plan(lying);
  /** @type {BuiltDie[]} */
  const city = move.city ?? [];
  /** @type {BuiltDie[]} */
  const missing = [];
  for (const die of city) {
    if (plan.left.includes(die.face)) plan.placed.push(die);
    else missing.push(die);
  }
  for (const { cell } of missing) {
    plan.held = plan.left.find((face) => plan.turnsFor(face, cell).length > 0) ?? null;
    plan.tap(cell);
  }
  plan.placed.sort((one, other) => city.findIndex(isAt(one.cell)) - city.findIndex(isAt(other.cell)));
  return { ...move, knights: Math.min(move.knights ?? 0, plan.looseKnights), city: plan.placed };
}

/** @type {(cell: BuiltDie["cell"]) => (die: BuiltDie) => boolean} */
const isAt = (cell) => (die) => String(die.cell) === String(cell);
