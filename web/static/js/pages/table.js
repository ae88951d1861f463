import { byId } from "../base/dom.js";
import { drawJoining, watchJoining } from "../host/joining.js";
import { bring } from "../base/later.js";
import { showPage } from "../page.js";

/** A window so large is a screen for all: a stage, whose script, style and texts come only there. */
const STAGE = window.matchMedia("(min-width: 1100px) and (min-height: 600px)");
const link = /** @type {HTMLLinkElement} */ (byId("stage"));

/** @type {Joining | null} */
let joining = null;
/** @type {{ draw: (state: State) => void, drawCodes: typeof drawJoining } | null} */
let stage = null;
let isComing = false;

/** @param {State} state */
function draw(state) {
  drawWays();
  if (STAGE.matches) stage?.draw(state);
}

/** How phones come to the table. */
function drawWays() {
  const place = byId("joining");
  if (live.state && STAGE.matches) stage?.drawCodes(place, live.state, joining);
  else if (live.state) drawJoining(place, live.state, joining);
}

const { live, redraw } = showPage({ draw, picture: { zoom: true }, history: { most: 30 } });
live.start();
watchJoining((now) => {
  joining = now;
  drawWays();
});

async function useStage() {
  document.body.classList.toggle("stage", STAGE.matches);
  if (!STAGE.matches || isComing) return;
  isComing = true;
  stage = (await bring(link, STAGE.media))(live);
  redraw();
}
STAGE.addEventListener("change", useStage);
useStage();
