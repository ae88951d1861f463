// What stands in the middle: the game's own scene; where it helps more, the camera's picture.

import { whyUnjudged } from "../blind.js";
import { gameOf, hasPage } from "../games/registry.js";
import { placesMeant } from "../marks.js";

/** @import { State } from "../types.js" */

/** @param {State} state */
export function drawScene(state) {
  const { body } = document;
  body.dataset.game = state.game ?? "";
  body.classList.toggle("looks", looks(state));
  body.classList.toggle("bare", looks(state) && (!state.view || gameOf(state).isBare(state)));
  body.classList.toggle("eyeless", state.camera.health === "off");
}

/** Whether the camera's picture is what helps now. @param {State} state */
function looks(state) {
  const { camera, watch, proposal, sitting, outcome, game } = state;
  if (camera.health === "off" || outcome) return false;
  if (!sitting || !state.view || !hasPage(game ?? "")) return true;
  const asks = proposal?.kind === "question" || proposal?.kind === "correction";
  const isMeant = placesMeant(state).length > 0;
  const blind = camera.health !== "running" || whyUnjudged(watch) || watch.restless;
  return Boolean((asks && watch.seen) || isMeant || blind) || gameOf(state).isBare(state);
}
