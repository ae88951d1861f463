// The game's own part of the table's state, and what follows from it.

import { lastOf } from "../../base/lists.js";
import { t } from "../../base/texts.js";

/** @import { Colour, Symbol, View } from "./types.js" */

/** @type {Colour[]} */
export const COLOURS = ["red", "green", "blue", "yellow", "brown", "violet"];
/** @type {Symbol[]} */
export const SYMBOLS = ["shield", "hand", "antelope", "snake", "elephant", "mask"];
export const HOLES = 12;
export const ROWS = [0, 1, 2, 3, 4, 5];
export const GEMS_OF_A_TAKE = 2;

/** @param {State} state */
export const viewOf = ({ view }) => /** @type {View} */ (/** @type {unknown} */ (view));

/** @param {Colour} colour */
export const colourName = (colour) => t(`ubongo.colour.${colour}`);

/** @param {Symbol} symbol */
export const symbolName = (symbol) => t(`ubongo.symbol.${symbol}`);

/** The gems that a take in this row would bring. @type {(view: View, row: number) => Colour[]} */
export const nearest = ({ gems }, row) => gems[row].slice(0, GEMS_OF_A_TAKE);

/** The colours of some gems in words. @type {(gems: Colour[]) => string} */
export const namesOf = (gems) => gems.map(colourName).join(", ");

/** @type {(view: View) => string[]} */
export const calledIn = ({ calls }) => calls.flat();

/** @type {(view: View, name: string) => boolean} */
const hasActed = ({ players }, name) => players[name].taken;

/** Whether a player may take now, as far as the rules let anybody. @type {(state: State, name: string) => boolean} */
export function mayTake(state, name) {
  const view = viewOf(state);
  const { rows, out_of_time } = view.players[name];
  if (!rows.length || !state.may.includes("take")) return false;
  if (!view.late_takes) return !out_of_time;
  const first = view.calls.find((place) => !place.every((one) => hasActed(view, one))) ?? [];
  return first.length === 1 && first[0] === name;
}

/** Whether a player may call now. @type {(state: State, name: string) => boolean} */
export function mayCall(state, name) {
  const view = viewOf(state);
  return (
    state.may.includes("call") &&
    view.phase === "running" &&
    !view.players[name].out_of_time &&
    !calledIn(view).includes(name)
  );
}

/** Whether a player's call may be taken back. @type {(state: State, name: string) => boolean} */
export const mayTakeBack = (state, name) => {
  const view = viewOf(state);
  return state.may.includes("false_call") && calledIn(view).includes(name) && !view.players[name].taken;
};

/** Who may take now, in the order of the calls. @type {(state: State) => string[]} */
export const takers = (state) => calledIn(viewOf(state)).filter((name) => mayTake(state, name));

/** Who has called and not taken: for whom the board shows where the pawn may go. @param {View} view */
export const awaited = (view) => calledIn(view).filter((name) => view.players[name].rows.length > 0);

/** A player's six counts, from high to low: what is compared. @type {(view: View, name: string) => number[]} */
export const strength = ({ players }, name) =>
  COLOURS.map((colour) => players[name].gems[colour]).sort((one, other) => other - one);

/** The largest count. @type {(view: View, name: string) => number} */
export const largest = (view, name) => strength(view, name)[0];

/** The colours of which a player has most. @type {(view: View, name: string) => Colour[]} */
export const leading = (view, name) => {
  const most = largest(view, name);
  return most ? COLOURS.filter((colour) => view.players[name].gems[colour] === most) : [];
};

/** The number of the last time that was up; 0: none was. @param {State} state */
export const lastTimeUp = ({ history }) =>
  lastOf(history.filter(({ undone, move }) => !undone && move.move === "time_up"))?.number ?? 0;

/**
 * What each caller of the round that is over took, in the order of the calls; null: nothing.
 * @type {(state: State) => { seat: string, row: number | null }[]}
 */
export function lastTakes({ history }) {
  const moves = history.filter(({ undone }) => !undone).map(({ move }) => move);
  const ends = moves.map(({ move }) => move).lastIndexOf("time_up");
  const begins = moves.map(({ move }) => move).lastIndexOf("start", ends);
  const made = moves.slice(begins + 1, ends);
  const of = (/** @type {string} */ kind, /** @type {unknown} */ seat) =>
    made.filter((one) => one.move === kind && one.seat === seat);
  const called = new Set(made.filter(({ move }) => move === "call").map(({ seat }) => String(seat)));
  return [...called]
    .filter((seat) => of("call", seat).length > of("false_call", seat).length)
    .map((seat) => ({ seat, row: of("take", seat)[0] ? Number(of("take", seat)[0].row) : null }));
}
