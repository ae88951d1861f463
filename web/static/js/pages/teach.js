import { byId } from "../base/dom.js";
import { madeOnce } from "../base/later.js";
import { hostGate } from "../base/login.js";
import { showPage } from "../page.js";
import { Teaching } from "../teach/teaching.js";

/** Made when the table first speaks to the host. */
const teaching = madeOnce(() => new Teaching());

/** @param {State} state */
function draw({ camera, watch }) {
  teaching().see(watch.phase === "moving");
  byId("simulated").hidden = camera.backend !== "simulated";
}

const { live } = showPage({ draw });
hostGate(live);
