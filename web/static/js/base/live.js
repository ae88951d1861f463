// What the table tells, as it happens: the state of this page's role, and what the eyes see.

import { Refused, address, get, knows } from "./api.js";
import { Earlier } from "./earlier.js";

/** The table sends something at least every few seconds: after so long without, the connection is lost. */
const SILENCE_MS = 14000;
const LISTEN_MS = 2000;
/** Pages that are refused come back later and later, and not all at the same moment. */
const FIRST_AGAIN_MS = 2000;
const LAST_AGAIN_MS = 16000;

/**
 * refused: not logged in as this role; crowded: too many pages of this browser listen already.
 * @typedef {"opening" | "good" | "lost" | "refused" | "crowded"} Connection
 */

/** So soon a move counts that a tap undoes, s: too soon for buttons that stop it. */
const BRIEF_S = 0.4;

/** What counts in a blink is shown as what has counted: no button comes and goes under a finger. @param {State} state */
function settle(state) {
  const { proposal } = state;
  if (proposal?.kind !== "move" || (proposal.closes_in_s ?? 1) > BRIEF_S) return;
  state.accepted = proposal.id;
  state.proposal = null;
}

/** Sends the events "state", "seen", "connection" and "refused". */
export class Live extends EventTarget {
  /** @type {State | null} */
  state = null;
  /** @type {Connection} */
  connection = "opening";
  /** Why this role may not listen. @type {Refused | null} */
  refusal = null;
  /** The pages that listen already, where there is no room for this one. @type {string[]} */
  crowd = [];
  /** @type {EventSource | null} */
  #source = null;
  #heardAt = 0;
  #timer = 0;
  #againMs = FIRST_AGAIN_MS;
  #earlier = new Earlier();

  start() {
    this.#open();
    setInterval(() => this.#checkSilence(), LISTEN_MS);
    onListeners(() => this.#makeRoom());
    // A browser allows only few open streams to one table: pages nobody looks at let go of theirs.
    document.addEventListener("visibilitychange", () =>
      document.hidden ? this.#close() : this.#open(),
    );
    window.addEventListener("pagehide", () => this.#close());
    window.addEventListener("pageshow", () => this.#open());
  }

  /** Begin anew, for instance after logging in. */
  restart() {
    this.#close();
    this.#open();
  }

  #open = () => {
    clearTimeout(this.#timer);
    if (this.#source || document.hidden) return;
    tellListening();
    if (this.#isCrowded()) return;
    if (this.connection === "crowded") this.#setConnection("opening");
    this.#heardAt = Date.now();
    const source = new EventSource(address("events"));
    this.#source = source;
    this.#on("state", (state) => this.#takeState(state));
    this.#on("seen", (watch) => this.#takeWatch(watch));
    this.#on("beat", () => {});
    this.#on("closed", () => this.#tryAgain());
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) this.#tryAgain();
      else this.#setConnection("lost");
    });
  };

  /** Whether other pages leave no room for this one. */
  #isCrowded = () => {
    this.crowd = pagesInTheWay();
    if (this.crowd.length) this.#setConnection("crowded");
    return this.crowd.length > 0;
  };

  /** Another page has come, answered or gone. */
  #makeRoom = () => {
    if (!this.#source) {
      if (this.connection === "crowded" && !pagesInTheWay().length) this.#open();
    } else if (this.#isCrowded()) {
      this.#source.close();
      this.#source = null;
    }
  };

  /** @type {(kind: string, act: (data: any) => void) => void} */
  #on = (kind, act) => {
    this.#source?.addEventListener(kind, (event) => {
      this.#heardAt = Date.now();
      if (kind !== "closed") this.#againMs = FIRST_AGAIN_MS;
      this.#setConnection("good");
      act(JSON.parse(event.data));
    });
  };

  /** From now on the state's history holds all moves, and not only those that the table sends by itself. */
  wantEarlier() {
    this.#earlier.wanted = true;
    if (this.state) this.#fetchEarlier(this.state);
  }

  /** @param {State} state */
  #takeState = (state) => {
    this.state = state;
    settle(state);
    knows(state);
    if (!this.#earlier.fillIn(state)) this.#fetchEarlier(state);
    this.#send("state");
  };

  /** @param {State} state */
  #fetchEarlier = async (state) => {
    await this.#earlier.fetch(state).catch(() => {});
    if (this.state && this.#earlier.fillIn(this.state)) this.#send("state");
  };

  /** @param {Watch} watch */
  #takeWatch = (watch) => {
    if (!this.state) return;
    this.state.watch = watch;
    this.#send("seen");
  };

  /** The stream was refused or has ended: find out whether this role may listen at all. */
  #tryAgain = async () => {
    this.#close();
    const refused = await get("state").then(
      () => null,
      (error) => error,
    );
    if (refused instanceof Refused && [401, 403].includes(refused.status)) {
      this.refusal = refused;
      this.#setConnection("refused");
      this.#send("refused");
      return;
    }
    this.#setConnection("lost");
    this.#timer = setTimeout(() => this.#open(), this.#againMs * (0.5 + Math.random()));
    this.#againMs = Math.min(2 * this.#againMs, LAST_AGAIN_MS);
  };

  /** A cable that is pulled makes no error: silence tells of it. */
  #checkSilence = () => {
    if (this.connection === "crowded") this.#open();
    if (this.#source && Date.now() - this.#heardAt > SILENCE_MS) {
      this.#setConnection("lost");
      this.restart();
    }
  };

  #close = () => {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    tellGone();
  };

  /** @param {Connection} connection */
  #setConnection = (connection) => {
    if (this.connection === connection) return;
    this.connection = connection;
    this.#send("connection");
  };

  /** @param {"state" | "seen" | "connection" | "refused"} kind */
  #send = (kind) => {
    this.dispatchEvent(new Event(kind));
  };
}

/** So many pages listen; the sixth connection is for all else. */
const MOST_LISTENING = 5;
const PREFIX = "companion-listens-";
/** A page that has not told of itself for so long was closed without a word, or was not asked. */
const GONE_MS = 7000;

/**
 * A page's name, when it came and when it last told of itself; whether the others are to do so, too.
 * @typedef {{ name: string, since: number, at: number, asks: boolean }} Listener
 */

const key = PREFIX + Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-");
let since = 0;

/** Tell the other pages that this one listens, or wants to. They are asked whether they are still there. */
function tellListening(asks = true) {
  since = since || Date.now() + Math.random(); // no two come at the same moment
  const name = document.title.split(" · ")[0];
  /** @type {Listener} */
  const own = { name, since, at: Date.now(), asks };
  attempted(() => localStorage.setItem(key, JSON.stringify(own)), undefined);
}

/** Tell them that it does not any more. */
function tellGone() {
  since = 0;
  attempted(() => localStorage.removeItem(key), undefined);
}

/** The names of the pages that listen already, if there is no room for this one; none: there is. */
function pagesInTheWay() {
  const before = attempted(others, []).filter((one) => one.since < since);
  return before.length < MOST_LISTENING ? [] : before.map(({ name }) => name);
}

/** Answer the other pages. @param {() => void} act is called when another page comes, answers or goes */
const onListeners = (act) =>
  window.addEventListener("storage", (event) => {
    if (!event.key?.startsWith(PREFIX)) return;
    /** @type {Partial<Listener>} */
    const other = JSON.parse(event.newValue ?? "{}");
    if (other.asks && since) tellListening(false);
    act();
  });

/** The other pages that are there. */
const others = () =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX) && name !== key)
    .map((name) => /** @type {Listener} */ (JSON.parse(localStorage.getItem(name) ?? "{}")))
    .filter(({ at }) => Date.now() - at < GONE_MS);

/** A browser may keep nothing for a page: then each is alone. @type {<Result>(act: () => Result, otherwise: Result) => Result} */
function attempted(act, otherwise) {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
