import { hostGate } from "../login.js";
import { showPage } from "../page.js";
import { Teaching } from "../teach/teaching.js";

/** Made when the table first speaks to the host. @type {Teaching | null} */
let teaching = null;

function draw() {
  teaching ??= new Teaching();
}

const { live } = showPage({ draw });
hostGate(live);
