// What stands in the middle, the game's scene or the camera's picture; names as large as there is room for.

import { byId } from "../base/dom.js";
import { gameOf, hasPage } from "../games/registry.js";
import { placesMeant } from "../picture/marks.js";
import { asksOfMove, whyUnjudged } from "../play/turn.js";

/** @param {State} state */
export function drawScene(state) {
  const { body } = document;
  const isLooking = looks(state);
  const side = document.querySelector(".of-history");
  // What does not stand in the middle stands at the side, above the code that phones scan.
  const [small, large] = isLooking ? ["game", "picture"] : ["picture", "game"];
  move(byId(small), side, byId("joining"));
  move(byId(large), document.querySelector(`.of-${large}`), null);
  body.dataset.game = state.game ?? "";
  body.classList.toggle("looks", isLooking);
  body.classList.toggle("asking", asksOfMove(state.proposal));
  body.classList.toggle(
    "bare",
    (isLooking || state.outcome !== null) && (!state.view || gameOf(state).isBare(state)),
  );
}

/** Put a part there, unless it is there. @type {(part: HTMLElement, place: Element | null, next: Element | null) => void} */
function move(part, place, next) {
  if (part.parentElement !== place) place?.insertBefore(part, next);
}

/** Whether the camera's picture is what helps now. @param {State} state */
function looks(state) {
  const { camera, watch, proposal, sitting, outcome, game } = state;
  if (camera.health !== "running" || outcome) return false;
  if (!sitting) return false;
  if (!state.view || !hasPage(game ?? "")) return true;
  if (gameOf(state).stays?.(state)) return false;
  const asks = proposal?.kind === "question" || proposal?.kind === "correction";
  const isMeant = placesMeant(state).length > 0;
  const blind = whyUnjudged(watch) !== null || watch.restless;
  return Boolean((asks && watch.seen) || isMeant || blind) || gameOf(state).isBare(state);
}

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
