// What every page does with what it is told.

import { byId } from "./dom.js";
import { gameOf } from "./games/all.js";
import { drawHistory } from "./history.js";
import { Live } from "./live.js";
import { drawProposal } from "./proposal.js";
import { drawScores } from "./scores.js";
import { Stage } from "./stage.js";
import { drawStatus } from "./status.js";
import { drawTurn } from "./turn.js";

/** Show a page's parts, as far as it has places for them. `draw(state)` draws what only this page has. */
export function follow({ draw = () => {}, history = {}, stage: seeing = {}, live = new Live() } = {}) {
  const stage = byId("picture") && new Stage(byId("picture"), seeing);
  const redraw = () => {
    drawStatus(byId("status"), live);
    const { state } = live;
    if (!state) return;
    document.body.classList.toggle("no-sitting", !state.sitting);
    if (byId("turn")) drawTurn(byId("turn"), state);
    if (byId("proposal")) drawProposal(byId("proposal"), state);
    if (byId("scores")) drawScores(byId("scores"), state);
    if (byId("game")) gameOf(state).drawGame(byId("game"), state);
    if (byId("odds")) drawOdds(byId("odds"), state);
    if (byId("history")) drawHistory(byId("history"), state, history);
    stage?.update(state);
    draw(state);
  };
  for (const kind of ["state", "seen", "connection"]) live.addEventListener(kind, redraw);
  drawStatus(byId("status"), live);
  return { live, stage, redraw };
}

function drawOdds(place, state) {
  const game = gameOf(state);
  if (game.drawOdds && state.sitting) game.drawOdds(place, state);
  else place.hidden = true;
}
