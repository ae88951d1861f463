// Moves on their way: a walk is several, sent one after the other; a refused one ends it.

import { button } from "../../base/dom.js";
import { sendMoves } from "../../base/sending.js";

/** @param {State} state */
const momentOf = ({ sitting, to_move }) => [sitting, to_move];

/** Send moves for whoever is to move. @type {(state: State, moves: Move[]) => Promise<unknown>} */
export const send = (state, moves) =>
  sendMoves(
    state,
    "moves",
    moves.map((move) => ({ ...move, seat: state.to_move })),
    momentOf,
  );

/** A button for moves of whoever is to move. @type {(state: State, key: string, label: Child, moves: Move[], look?: string | Attributes) => Child} */
export const moveKey = (state, key, label, moves, look = "") =>
  button(key, label, () => send(state, moves), look);
