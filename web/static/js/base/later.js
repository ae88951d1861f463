// What a page needs only sometimes comes later: a script, its style and its texts, told by a link's `data-`.

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
