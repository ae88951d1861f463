// How each game is shown. A game without pictures of its own is shown by what its view says.

import * as carcassonneDice from "./carcassonne_dice.js";
import * as generic from "./generic.js";
import * as plainDice from "./plain_dice.js";

const GAMES = { carcassonne_dice: carcassonneDice, plain_dice: plainDice };

export const gameOf = (state) => GAMES[state.game] ?? generic;
