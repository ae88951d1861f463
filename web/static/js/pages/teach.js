import { byId } from "../base/dom.js";
import { hostGate } from "../base/login.js";
import { showPage } from "../page.js";
import { Teaching } from "../teach/teaching.js";

/** Made when the table first speaks to the host. @type {Teaching | null} */
let teaching = null;

/** @param {State} state */
function draw({ camera, watch }) {
  teaching = teaching ?? new Teaching();
  teaching.see(watch.phase === "moving");
  byId("simulated").hidden = camera.backend !== "simulated";
}

const { live } = showPage({ draw });
hostGate(live);
