import { correct } from "../correct.js";
import { byId } from "../dom.js";
import { drawEnter } from "../enter.js";
import { offerFromBrowser } from "../frombrowser.js";
import { followPlayer, seatGate } from "../login.js";
import { showPage } from "../page.js";
import { putRight } from "../putright.js";
import { drawCovered, drawOwnName, drawOwnTurn, drawTabs, placeParts, SEAT } from "../phone.js";

/** @import { State } from "../types.js" */

/** @param {State} state */
function draw(state) {
  followPlayer(state.seats, SEAT, true);
  drawOwnName(state);
  drawCovered(state);
  placeParts(state);
  drawTabs(state);
  drawEnter(byId("enter"), state);
}

const { live } = showPage({
  right: putRight,
  draw,
  turn: drawOwnTurn,
  picture: { zoom: true },
  history: { most: 8, onpick: (line) => live.state && correct(live.state, line) },
});
seatGate(live, SEAT);
offerFromBrowser(byId("browser"));
