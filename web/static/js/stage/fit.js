// Names of players and their points are as large as there is room for.

import { byId } from "../base/dom.js";

/** Around the size that is read across a room, as parts of it. */
const SIZES = [1.4, 1.2, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42];

/** Fit them now, and whenever there is more to show or less room for it. */
export function keepFitting() {
  const fitting = new ResizeObserver(fit);
  const drawing = new MutationObserver(fit);
  for (const id of ["turn", "scores"]) fitting.observe(byId(id));
  drawing.observe(byId("scores"), { childList: true });
  fit();
}

function fit() {
  SIZES.find((size) => {
    document.body.classList.toggle("close", size <= 1);
    document.body.style.setProperty("--fit", String(size));
    return isInSight();
  });
}

/** Whether every name and number stands within the rail, and the rail within the screen. */
function isInSight() {
  const rail = byId("scores");
  const lowest = rail.getBoundingClientRect().bottom;
  if (lowest > window.innerHeight) return false;
  const parts = [
    ...rail.querySelectorAll(".name, .points"),
    ...byId("turn").querySelectorAll("h2 span"),
  ];
  return (
    parts.every((part) => part.scrollWidth <= part.clientWidth + 1) &&
    [...rail.querySelectorAll("li")].every((row) => row.getBoundingClientRect().bottom <= lowest + 1)
  );
}
