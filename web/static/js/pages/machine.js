// The table's computer, for the host: its network, its parts, updates, restart, its log.

import { get } from "../base/api.js";
import { byId } from "../base/dom.js";
import { madeOnce } from "../base/later.js";
import { hostGate } from "../base/login.js";
import { asking, ComputerCard, drawLog } from "../machine/computer.js";
import { NetworkCard } from "../machine/network.js";
import { PartsCard } from "../machine/parts.js";
import { showPage } from "../page.js";

/** While something is under way it is looked at again so often; else the network may change by itself. */
const EVERY_MS = 2000;
const IDLE_EVERY_MS = 15000;

class Cards {
  constructor() {
    this.again = 0;
    /** Whether somebody has looked after this computer since the page was opened. */
    this.known = false;
    const ask = asking((machine) => this.draw(machine));
    this.network = new NetworkCard(byId("network"), ask);
    this.computer = new ComputerCard(byId("machine"), ask);
    new PartsCard(byId("parts"));
    this.look();
  }

  /** A computer that starts anew, or changes its network, is asked again until it answers. */
  async look() {
    /** @type {Machine | null | undefined} */
    const machine = await get("machine").catch(() => undefined);
    if (machine || (machine === null && !this.known)) this.draw(machine);
    else this.wait(EVERY_MS);
  }

  /** @param {Machine | null} machine */
  draw(machine) {
    this.known = machine !== null;
    this.network.draw(machine);
    this.computer.draw(machine);
    drawLog(byId("log"), machine !== null);
    if (machine) this.wait(machine.doing || machine.network?.doing ? EVERY_MS : IDLE_EVERY_MS);
  }

  /** @param {number} pause_ms */
  wait(pause_ms) {
    clearTimeout(this.again);
    this.again = setTimeout(() => this.look(), pause_ms);
  }
}

/** Made when the table first speaks to the host: before, they would not be answered. */
const { live } = showPage({ draw: madeOnce(() => new Cards()) });
hostGate(live);
