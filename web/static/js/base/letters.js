// The font of our own: a page that has none yet fetches it after it was drawn, for the next one to begin with.

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
