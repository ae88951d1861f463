// The games' pages, found by the games' names and loaded when they are needed.

import { generic } from "./generic.js";

/** @import { Prints } from "../faces.js" */
/** @import { State } from "../types.js" */
/** @import { GamePage } from "./generic.js" */

/** The games that have a page of their own. */
const NAMES = (document.body.dataset.games ?? "").split(" ").filter(Boolean);

/** Whether a game can be shown, and so be played, at this table. @type {(game: string) => boolean} */
export const hasPage = (game) => NAMES.includes(game);

/** @type {Map<string, GamePage>} */
const loaded = new Map();

/**
 * Load what is needed to show a game. Where none is played (null) any game's dice may lie on the table:
 * then all pages are loaded.
 * @type {(game: string | null) => Promise<unknown>}
 */
export function loadGame(game) {
  return Promise.all(missing(game).map(load));
}

/** Whether all is there that is needed to show a game. @type {(game: string | null) => boolean} */
export const isLoaded = (game) => missing(game).length === 0;

/** @type {(game: string | null) => string[]} */
const missing = (game) => NAMES.filter((name) => !loaded.has(name) && (game === null || game === name));

/** @param {string} name */
async function load(name) {
  try {
    const { default: page } = await import(`./${name}/page.js`);
    loaded.set(name, { ...generic, ...page });
  } catch (error) {
    // A TypeError says that it could not be fetched: the connection is lost, and the next state tries again.
    const report = error instanceof TypeError ? console.warn : console.error;
    report(`the page of ${name} cannot be loaded`, error);
  }
}

/**
 * How to show what is played. Without a view, as while it is at fault, nothing is asked of the game's page
 * that needs one.
 * @type {(state: State) => GamePage}
 */
export function gameOf({ game, view }) {
  const page = (game !== null && loaded.get(game)) || generic;
  return view ? page : { ...generic, prints: page.prints, drawOver: page.drawOver };
}

/** How the faces are drawn that may lie there. @type {(game: string | null) => Prints} */
export function printsOf(game) {
  const pages = game === null ? [...loaded.values()] : [loaded.get(game) ?? generic];
  return Object.assign({}, ...pages.map(({ prints }) => prints));
}

/** Let the style of this game hold, and no other game's. @type {(game: string | null) => void} */
export function useStyleOf(game) {
  for (const link of document.querySelectorAll("link[data-game]")) {
    const style = /** @type {HTMLLinkElement} */ (link);
    style.disabled = style.dataset.game !== game;
  }
}
