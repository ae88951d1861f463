// What stands in the middle: the game's own scene; where it helps more, the camera's picture.

import { whyUnjudged } from "../play/blind.js";
import { byId } from "../base/dom.js";
import { gameOf, hasPage } from "../games/registry.js";
import { placesMeant } from "../picture/marks.js";
import { asksOfMove } from "../play/turn.js";

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
