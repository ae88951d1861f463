import { byId } from "../dom.js";
import { drawJoining, watchJoining } from "../joining.js";
import { showPage } from "../page.js";

/** @import { Joining, State } from "../types.js" */

/** @type {Joining | null} */
let joining = null;

/** @param {State} state */
const draw = (state) => drawJoining(byId("joining"), state, joining);

const { live } = showPage({ draw, picture: { zoom: true }, history: { most: 30 } });
live.start();
watchJoining((now) => {
  joining = now;
  if (live.state) draw(live.state);
});
