// Names of players are as large as there is room for: what is beside them gives way first.

import { byId } from "../dom.js";

/** From the size that is read across a room downwards, as parts of it. */
const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42];

export function fitPlayers() {
  const { body } = document;
  const fits = (/** @type {boolean} */ tight, /** @type {number} */ size) => {
    body.classList.toggle("tight", tight);
    body.style.setProperty("--fit", String(size));
    return isInSight();
  };
  if (fits(false, 1)) return;
  SIZES.find((size) => fits(true, size));
}

/** Whether every name and number stands within the rail, and the rail within the screen. */
function isInSight() {
  const rail = byId("scores");
  const lowest = rail.getBoundingClientRect().bottom;
  if (lowest > window.innerHeight) return false;
  const parts = [...rail.querySelectorAll(".name, .points"), byId("turn")];
  return (
    parts.every((part) => part.scrollWidth <= part.clientWidth + 1) &&
    [...rail.querySelectorAll("li")].every((row) => row.getBoundingClientRect().bottom <= lowest + 1)
  );
}
