// What the table tells, as it happens: the state of this page's role, and what the eyes see.

import { address, get, Refused } from "./api.js";

const SILENCE_MS = 14000;
const AGAIN_MS = 2000;

/** Tells "state", "seen", "connection" (opening, good, lost, refused) and "refused" (not logged in as this role). */
export class Live extends EventTarget {
  state = null;
  connection = "opening";
  #source = null;
  #heard = 0;
  #timer = null;

  start() {
    this.#open();
    setInterval(() => this.#listen(), 2000);
    // A browser allows only few open streams to one table: pages nobody looks at let go of theirs.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.#open()));
    window.addEventListener("pagehide", () => this.#close());
    window.addEventListener("pageshow", () => this.#open());
  }

  /** Begin anew, for instance after logging in. */
  restart() {
    this.#close();
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    if (this.#source || document.hidden) return;
    this.#heard = Date.now();
    const source = new EventSource(address("events"));
    this.#source = source;
    const on = (kind, act) =>
      source.addEventListener(kind, (event) => {
        this.#heard = Date.now();
        this.#connection("good");
        act(JSON.parse(event.data));
      });
    on("state", (state) => this.#tell("state", (this.state = state)));
    on("seen", (watch) => {
      if (!this.state) return;
      this.state.watch = watch;
      this.#tell("seen", watch);
    });
    on("beat", () => {});
    on("closed", () => this.#again());
    source.addEventListener("error", () => this.#failed(source));
  }

  #failed(source) {
    if (source.readyState === EventSource.CLOSED) this.#again();
    else this.#connection("lost");
  }

  /** The stream was refused or has ended: find out whether this role may listen at all. */
  async #again() {
    this.#close();
    const refused = await get("state").then(() => null, (error) => error);
    if (refused instanceof Refused && [401, 403].includes(refused.status)) {
      this.#connection("refused");
      this.#tell("refused", refused);
      return;
    }
    this.#connection("lost");
    this.#timer = setTimeout(() => this.#open(), AGAIN_MS);
  }

  /** A cable that is pulled makes no error: silence does. */
  #listen() {
    if (this.#source && Date.now() - this.#heard > SILENCE_MS) {
      this.#connection("lost");
      this.restart();
    }
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #connection(connection) {
    if (this.connection === connection) return;
    this.connection = connection;
    this.#tell("connection", connection);
  }

  #tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
