import { role } from "../api.js";
import { correct } from "../correct.js";
import { byId, h, show } from "../dom.js";
import { drawEnter } from "../enter.js";
import { seatGate } from "../login.js";
import { showPage } from "../page.js";
import { mark } from "../seats.js";
import { t } from "../texts.js";

/** @import { State } from "../types.js" */

const seat = Number(role.split("-")[1]);

/** @param {State} state */
function draw(state) {
  const own = state.seats[seat - 1];
  document.title = own ?? document.title;
  show(byId("own-name"), [state.seats, own], () =>
    own ? [mark(state.seats, own), h("span", {}, t("seat.you", { name: own, seat }))] : [],
  );
  byId("inside").classList.toggle("my-turn", state.to_move !== null && state.to_move === own);
  drawEnter(byId("enter"), state);
}

const { live } = showPage({
  draw,
  picture: { zoom: true },
  history: { most: 8, onpick: (line) => live.state && correct(live.state, line) },
});
seatGate(live, seat);
