import { byId } from "../dom.js";
import { Hands } from "../hands.js";
import { hostGate } from "../login.js";
import { showPage } from "../page.js";
import { Panel } from "../panel.js";

/** @import { State } from "../types.js" */

const panel = new Panel(byId("panel"));
/** @type {Hands | null} */
let hands = null;

/** @param {State} state */
function draw(state) {
  if (!picture) return;
  hands ??= new Hands(byId("hands"), picture);
  hands.update(state);
  panel.update(state);
}

// The hands come closer to the dice and step back by themselves: never while one is being moved.
const { live, picture } = showPage({ draw, picture: { onpicture: () => hands?.refresh() } });
hostGate(live);
