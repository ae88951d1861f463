// What a page needs only sometimes comes later: a script, its style and texts, told by a link's `data-`; our font.

import { byId, redraw } from "./dom.js";
import { addTexts } from "./texts.js";

/**
 * Fetch it; return what its script exports by default. `media`: where its style holds.
 * @type {(link: HTMLLinkElement, media?: string) => Promise<any>}
 */
export async function bring(link, media = "all") {
  link.media = media;
  link.rel = "stylesheet";
  const { script = "", texts = "" } = link.dataset;
  const [found, words] = await Promise.all([import(script), import(texts)]);
  addTexts(words.default);
  return found.default;
}

/** Make something when it is first wanted, and keep it. @type {<Given extends any[], Made>(make: (...given: Given) => Made) => (...given: Given) => Made} */
export function madeOnce(make) {
  /** @type {{ made: any } | null} */
  let kept = null;
  return (...given) => (kept = kept ?? { made: make(...given) }).made;
}

/**
 * What is asked for when it is first wanted: null until it is there; then the page is drawn anew. What could not be had
 * is asked for again when it is next wanted: the connection was lost.
 * @type {<Found>(ask: () => Promise<Found>) => () => Found | null}
 */
export function whenWanted(ask) {
  /** @type {any} */
  let found = null;
  let isAsked = false;
  return () => {
    if (!isAsked)
      ask().then(
        (told) => {
          found = told;
          redraw();
        },
        (error) => {
          isAsked = false;
          console.warn(error);
        },
      );
    isAsked = true;
    return found;
  };
}

/** The same of a script, by its link. @type {(id: string) => () => any} */
export const broughtWhenWanted = (id) =>
  whenWanted(() => bring(/** @type {HTMLLinkElement} */ (byId(id))));

/** After so long a page is drawn, and has asked for all that it shows. */
const DRAWN_MS = 3000;

/** Fetch what `letters.css` names, and note that the browser keeps it (see `first.js`). */
async function fetchLetters() {
  try {
    await Promise.all([...document.fonts].map((font) => font.load()));
    localStorage.setItem("letters", "kept");
  } catch {
    // It is asked for again on the next page.
  }
}

export function lettersLater() {
  setTimeout(fetchLetters, DRAWN_MS);
}
