// Sends one picture after the other, the next when the last was taken, and says how this device is.

import { address, post } from "../base/api.js";
import { Stream, whyNot } from "./stream.js";

/** @import { Held, Wanted } from "./stream.js" */

/** off: not begun; opening, or the browser asks; sending; waiting: the table is not reached; the rest: why there is no picture. @typedef {"off" | "opening" | "sending" | "waiting" | "denied" | "none" | "busy" | "insecure"} Doing */
/** What browsers tell of the battery, where they do. @typedef {EventTarget & { level: number, charging: boolean }} Battery */

const FIRST_SIZE = [1640, 1232];
const ANSWER_MS = 8000;
const AGAIN_MS = 1000;
/** So soon it is looked for the camera's next picture, where it has given none since the last. */
const LOOK_MS = 20;
/** A camera that gives no other picture for so long is opened anew. */
const STUCK_MS = 3000;

/** @type {(ms: number) => Promise<void>} */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Sends "change" whenever what it does is another thing, "refused" when this device is the camera no longer. */
export class Sender extends EventTarget {
  stream = new Stream();
  /** @type {Doing} */
  doing = "off";
  /** What could be held when that was last asked; null: it was not. @type {Held | null} */
  held = null;
  #asked = -1;
  /** @type {Battery | null} */
  #battery = null;
  /** What stands for this run, from start to stop; null: it does not run. @type {object | null} */
  #run = null;

  constructor() {
    super();
    document.addEventListener("visibilitychange", () => this.#tell());
    window.addEventListener("pagehide", () => this.#tell(true));
  }

  async start() {
    if (this.#run) return;
    const run = (this.#run = {});
    this.#watchBattery().catch(() => {});
    while (this.#run === run) await this.#turn().catch((error) => this.#trouble(error));
    if (!this.#run) this.stream.close();
  }

  stop() {
    this.#run = null;
    this.#now("off");
  }

  /** Whatever comes next: open the camera, wait for this page to be looked at again, or send a picture. */
  #turn = async () => {
    if (!navigator.mediaDevices?.getUserMedia) {
      this.#run = null;
      this.#now(isSecureContext ? "none" : "insecure");
    } else if (document.hidden) await pause(AGAIN_MS / 4);
    else if (!this.stream.isOpen) await this.#open();
    else await this.#send();
  };

  /** Whatever it is, it is tried again: nobody looks at a phone that lies on books. @param {unknown} error */
  #trouble = async (error) => {
    console.warn(error);
    this.#now("waiting");
    await pause(AGAIN_MS);
  };

  #open = async () => {
    if (!this.#isBlind()) this.#now("opening");
    try {
      await this.stream.open(FIRST_SIZE);
      this.#asked = -1;
    } catch (error) {
      console.warn(error);
      this.#now(/** @type {Doing} */ (whyNot(error)));
      this.#tell();
      await pause(4 * AGAIN_MS);
    }
  };

  #send = async () => {
    const picture = await this.#picture();
    if (!picture) return;
    const reply = await answered(address("camera/frames"), picture);
    if ([401, 403, 404, 409].includes(reply.status)) {
      this.stop();
      this.dispatchEvent(new Event("refused"));
    } else {
      /** The table may be switched off in the middle of its answer. @type {Wanted} */
      const wanted = await reply.json();
      if (!reply.ok) throw new Error(`the table answers ${reply.status}`);
      this.#now("sending");
      await this.#heed(wanted);
      await pause(wanted.next_ms);
    }
  };

  /** The camera's next picture; null where it gives none any more. */
  #picture = async () => {
    for (let waited = 0; waited < STUCK_MS && this.stream.isOpen; waited += LOOK_MS) {
      const picture = await this.stream.picture();
      if (picture) return picture;
      await pause(LOOK_MS);
    }
    this.stream.close();
    return null;
  };

  /** Do what is asked, and say what of it could be done. @param {Wanted} wanted */
  #heed = async ({ size, hold, asked }) => {
    await this.stream.resize(size);
    if (asked === this.#asked) return;
    this.#asked = asked;
    if (asked === 0) return;
    this.held = await this.stream.hold(hold);
    this.dispatchEvent(new Event("change"));
    this.#tell();
  };

  #watchBattery = async () => {
    const told = /** @type {{ getBattery?: () => Promise<Battery> }} */ (navigator);
    this.#battery = (await told.getBattery?.()) ?? null;
    for (const kind of ["levelchange", "chargingchange"])
      this.#battery?.addEventListener(kind, () => this.#tell());
    this.#tell();
  };

  /** Say how this device is. What goes away still says so (`keepalive`). @param {boolean} leaves */
  #tell = (leaves = false) => {
    if (!this.#run) return;
    const { focus = false, exposure = false } = this.held ?? {};
    const battery = this.#battery && !this.#battery.charging ? this.#battery.level : null;
    const how = { asked: Math.max(0, this.#asked), focus, exposure, battery };
    const away = leaves || document.hidden;
    post("camera/phone", { ...how, away, blind: this.#isBlind() }, { keepalive: true }).catch(() => {});
  };

  /** The browser is given no picture: by its owner, or since a call or another app has the camera. */
  #isBlind = () => ["denied", "none", "busy"].includes(this.doing);

  /** @param {Doing} doing */
  #now = (doing) => {
    if (this.doing === doing) return;
    this.doing = doing;
    this.dispatchEvent(new Event("change"));
  };
}

/** @type {(to: string, picture: Blob) => Promise<Response>} */
async function answered(to, picture) {
  const ends = new AbortController();
  const timer = setTimeout(() => ends.abort(), ANSWER_MS);
  const headers = { "Content-Type": "image/jpeg" };
  const more = /** @type {const} */ ({ credentials: "same-origin", signal: ends.signal });
  try {
    return await fetch(to, { method: "POST", headers, body: picture, ...more });
  } finally {
    clearTimeout(timer);
  }
}
