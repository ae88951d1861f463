// The games' pages, found by the games' names and loaded when they are needed.

import { addTexts } from "../base/texts.js";
import { generic } from "./generic.js";

/** So long a game's style is waited for before the game is shown without. */
const STYLE_WITHIN_MS = 3000;

/** Where the parts of a game's page are, of which it may lack some; where nothing is tapped, there are no `taps`. @typedef {{ page: string, texts: string, rules?: string, taps?: string }} Addresses */
/** Of the games that have a page of their own. @type {Map<string, Addresses>} */
const ADDRESSES = new Map(
  [...document.querySelectorAll("link")]
    .filter(({ dataset }) => dataset.pageOf)
    .map(({ dataset: { pageOf: game = "", texts = "", rules: told, taps }, href }) => [
      game,
      { page: href, texts, rules: told, taps },
    ]),
);

/** Whether a game can be shown, and so be played, at this table. @type {(game: string) => boolean} */
export const hasPage = (game) => ADDRESSES.has(game);

/** All of them. */
export const gamesToShow = () => [...ADDRESSES.keys()];

/** @type {Map<string, GamePage>} */
const loaded = new Map();
/** @type {Map<string, Rules>} */
const rules = new Map();
/** What is added to an address after a page could not be fetched. */
let again = "";

/**
 * Load what is needed to show a game. Where none is played (null) any game's dice may lie on the table:
 * then all pages are loaded.
 * @type {(game: string | null) => Promise<unknown>}
 */
export const loadGame = (game) => Promise.all([...missing(game).map(load), useStyleOf(game)]);

/** Whether all is there that is needed to show a game. @type {(game: string | null) => boolean} */
export const isLoaded = (game) => missing(game).length === 0;

/** @type {(game: string | null) => string[]} */
const missing = (game) =>
  [...ADDRESSES.keys()].filter((name) => !loaded.has(name) && (game === null || game === name));

/** @param {string} name */
const load = (name) =>
  fetched(name, async ({ page, texts, taps }) => {
    const [own, words, tapped] = await Promise.all([page, texts, taps].map(brought));
    addTexts(words);
    loaded.set(name, { ...generic, ...own, ...tapped });
  });

/** Load what tells the rules of these games. @param {string[]} games */
export const loadRules = (games) =>
  Promise.all(
    games
      .filter((name) => hasRules(name) && !rules.has(name))
      .map((name) =>
        fetched(name, async (addresses) => rules.set(name, await brought(addresses.rules))),
      ),
  );

/** What a script exports by default. @param {string | undefined} address */
const brought = async (address) => address && (await import(address + again)).default;

/** @type {(name: string, bring: (addresses: Addresses) => Promise<unknown>) => Promise<void>} */
async function fetched(name, bring) {
  try {
    await bring(/** @type {Addresses} */ (ADDRESSES.get(name)));
  } catch (error) {
    // A TypeError says that it could not be fetched: the connection is lost, and the next state tries again.
    // Browsers remember what could not be imported: under another address it is fetched.
    again = `?again=${Date.now()}`;
    const report = error instanceof TypeError ? console.warn : console.error;
    report(`the page of ${name} cannot be loaded`, error);
  }
}

/** @type {(game: string | null) => GamePage} */
const pageOf = (game) => (game !== null && loaded.get(game)) || generic;

/**
 * How to show what is played. Without a view, as while it is at fault, nothing is asked of the game's page
 * that needs one.
 * @type {(state: State) => GamePage}
 */
export function gameOf({ game, view }) {
  const page = pageOf(game);
  return view ? page : { ...generic, prints: page.prints, drawOver: page.drawOver };
}

/** Whether a game's rules can be told. @param {string} game */
export const hasRules = (game) => Boolean(ADDRESSES.get(game)?.rules);

/** How a game is played; null: it has not been fetched. @param {string} game */
export const rulesOf = (game) => rules.get(game) ?? null;

/**
 * What more is chosen before a game; null: nothing. `told`: what /api/v1/games tells of it. The game's page is
 * fetched, its style is not: another game may be played.
 * @type {(game: string, told: any) => Promise<Setup | null>}
 */
export async function setupOf(game, told) {
  await Promise.all(missing(game).map(load));
  return pageOf(game).setup?.(told) ?? null;
}

/** How the faces are drawn that may lie there: where no game is played (null), any game's. @type {(game: string | null) => Prints} */
export function printsOf(game) {
  const found = game === null ? [...loaded.values()] : [pageOf(game)];
  return Object.assign({}, ...found.map(({ prints }) => prints));
}

/**
 * Let the style of this game hold, and no other game's. A style is fetched when it is first wanted.
 * @type {(game: string | null) => Promise<unknown>}
 */
function useStyleOf(game) {
  /** @type {HTMLLinkElement[]} */
  const links = [...document.querySelectorAll("link")].filter(({ dataset }) => dataset.game);
  const wanted = links.filter(({ dataset, disabled }) => disabled && dataset.game === game);
  for (const link of links) link.disabled = link.dataset.game !== game;
  // Named a style only now: browsers fetch ahead what is named one, disabled or not.
  for (const link of wanted) link.rel = "stylesheet";
  return Promise.all(wanted.map(styled));
}

/** @param {HTMLLinkElement} link */
const styled = (link) =>
  new Promise((done) => {
    for (const kind of ["load", "error"]) link.addEventListener(kind, done, { once: true });
    setTimeout(done, STYLE_WITHIN_MS);
  });
