// Leads to where moves are entered by tap.

/** Show what can be entered by tap: where it is folded away, in what is one's own, or on the game's board. */
export function openEnter() {
  const details = /** @type {HTMLDetailsElement | null} */ (document.querySelector("#enter details"));
  if (details) details.open = true;
  const place = details ?? document.querySelector("#own:not(.later, [hidden]), #game");
  place?.scrollIntoView({ block: "start" });
  /** @type {HTMLElement | null | undefined} */ (place?.querySelector("summary, button"))?.focus({
    preventScroll: true,
  });
}
