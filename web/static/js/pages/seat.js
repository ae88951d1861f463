import { SEAT } from "../base/api.js";
import { correct, drawEnter } from "../play/enter.js";
import { byId } from "../base/dom.js";
import { offerFromBrowser } from "../host/frombrowser.js";
import { followPlayer, seatGate } from "../base/login.js";
import { showPage } from "../page.js";
import { putRight } from "../picture/putright.js";
import { drawCovered, drawOwnName, drawOwnTurn, drawTabs, placeParts } from "../play/phone.js";

/** @param {State} state */
function draw(state) {
  followPlayer(state.seats, Number(SEAT), true);
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
seatGate(live, Number(SEAT));
offerFromBrowser(byId("browser"));
