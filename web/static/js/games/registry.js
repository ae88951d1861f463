// The games' pages, found by the games' names.

import { generic } from "./generic.js";
import { pages } from "./pages.js";

/** @import { Prints } from "../faces.js" */
/** @import { State } from "../types.js" */
/** @import { GamePage } from "./generic.js" */

/** So long a game's style is waited for before the game is shown without. */
const STYLE_WITHIN_MS = 3000;

/** @type {(game: string | null) => GamePage} */
const pageOf = (game) => ({ ...generic, ...(game === null ? {} : pages[game]) });

/**
 * How to show what is played. Without a view, as while it is at fault, nothing is asked of the game's page
 * that needs one.
 * @type {(state: State) => GamePage}
 */
export function gameOf({ game, view }) {
  const page = pageOf(game);
  return view ? page : { ...generic, prints: page.prints, drawOver: page.drawOver };
}

/** How a game is played; null: it is not told. @param {string} game */
export const rulesOf = (game) => pageOf(game).rules;

/**
 * How the faces are drawn that may lie there: where no game is played (null), any game's.
 * @type {(game: string | null) => Prints}
 */
export function printsOf(game) {
  const found = game === null ? Object.values(pages) : [pageOf(game)];
  return Object.assign({}, ...found.map(({ prints }) => prints));
}

/**
 * Let the style of this game hold, and no other game's. A style is fetched when it is first wanted.
 * @type {(game: string | null) => Promise<unknown>}
 */
export function useStyleOf(game) {
  /** @type {HTMLLinkElement[]} */
  const links = [...document.querySelectorAll("link")].filter(({ dataset }) => dataset.game);
  const wanted = links.filter(({ dataset, disabled }) => disabled && dataset.game === game);
  for (const link of links) link.disabled = link.dataset.game !== game;
  return Promise.all(wanted.map(fetched));
}

/** @param {HTMLLinkElement} link */
const fetched = (link) =>
  new Promise((done) => {
    for (const kind of ["load", "error"]) link.addEventListener(kind, done, { once: true });
    setTimeout(done, STYLE_WITHIN_MS);
  });
