// Moves on their way: a walk is several, sent one after the other; a refused one ends it.

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
