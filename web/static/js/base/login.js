// Lets the host in by PIN and a phone in by code: typed, or from the link's fragment, which is wiped
// at once.

import { get, post } from "./api.js";
import { byId, each, h, onceButton, show } from "./dom.js";
import { whenSent } from "./form.js";
import { player } from "./seats.js";
import { t } from "./texts.js";
import { attempt } from "./toast.js";

/** @typedef {{ title: string, label: string, go: string, type: string }} Form  `go`: the button */

/** A phone that waits for its player to sit down asks who sits there, later and later. */
const FIRST_AGAIN_MS = 3000;
const LAST_AGAIN_MS = 30000;

/** @param {Live} live */
export async function hostGate(live) {
  const enter = (/** @type {string} */ pin) => post("login", { pin });
  const form = { title: t("login.title"), label: t("login.pin"), go: t("login.in"), type: "password" };
  gate(live, async () => show(byId("login"), entry(form, entering(live, enter))));
  await comeIn(live, "pin", enter);
}

/** Come in by what the address tells, if it tells anything, and listen. @type {(live: Live, name: string, enter: (said: string) => Promise<unknown>) => Promise<void>} */
export async function comeIn(live, name, enter) {
  const said = fromAddress(name);
  if (said) await attempt(() => enter(said));
  live.start();
}

/** Come in by what was typed, and listen anew. @type {(live: Live, enter: (typed: string) => Promise<unknown>) => (typed: string) => Promise<void>} */
export const entering = (live, enter) => (typed) => enter(typed).then(() => live.restart());

/** @type {(live: Live, seat: number) => Promise<void>} */
export async function seatGate(live, seat) {
  const enter = (/** @type {string} */ code) => post(`seats/${seat}/join`, { code, name: deviceName() });
  /** @type {string[]} */
  let seats = [];
  const here = () => seats[seat - 1] ?? null;
  const ask = async () => {
    seats = (await get("state", "everyone").catch(() => ({ seats }))).seats;
    followPlayer(seats, seat);
    return here();
  };
  const draw = async () => {
    const name = await ask();
    const lost = live.refusal?.reason?.code === "error.taken_over";
    const title = t("join.title", { name });
    const form = { title, label: t("join.code"), go: t("join.in"), type: "text" };
    show(byId("login"), [
      seats.length > 0 && whoAreYou(seats, seat),
      name === null
        ? h("p.card", t("join.nobody"))
        : [lost && takenOver(live, seat), entry(form, entering(live, enter))],
    ]);
  };
  // A phone that had joined is let in again as soon as its player sits there again.
  const wait = async (/** @type {number} */ pause) => {
    if (live.connection !== "refused") return;
    const before = here();
    if (!document.hidden && (await ask()) !== before) live.restart();
    else later(() => wait(Math.min(2 * pause, LAST_AGAIN_MS)), pause);
  };
  gate(live, draw, () => later(() => wait(2 * FIRST_AGAIN_MS), FIRST_AGAIN_MS));
  await comeIn(live, "code", enter);
}

/** All names: one's own is one tap away. @type {(seats: string[], seat: number) => Child} */
const whoAreYou = (seats, seat) =>
  h("nav.card.who-are-you", { "aria-labelledby": "who-are-you" }, [
    h("h2", { id: "who-are-you" }, t("join.who")),
    each("ul.sit", seats, (name, place) => {
      const current = place === seat - 1 && "page";
      const look = { class: "as-button", href: `/seat/${place + 1}`, "aria-current": current };
      return h("li", h("a", look, player(seats, name)));
    }),
  ]);

const WHO = "companion-seat-";

/**
 * Where who played last at this address, on this phone, sits elsewhere now, go there with them; else keep who
 * plays here, once that is known.
 * @type {(seats: string[], seat: number, joined?: boolean) => void}
 */
export function followPlayer(seats, seat, joined = false) {
  const before = localStorage.getItem(WHO + seat);
  const now = seats.indexOf(before ?? "") + 1;
  if (now > 0 && now !== seat) {
    localStorage.removeItem(WHO + seat);
    location.replace(`/seat/${now}`);
  } else if (joined && seats[seat - 1]) localStorage.setItem(WHO + seat, seats[seat - 1]);
}

/** Another phone has joined this seat: whose phone this is can have it back. @type {(live: Live, seat: number) => Child} */
function takenOver(live, seat) {
  const back = (/** @type {Element} */ pressed) =>
    attempt(() => post(`seats/${seat}/take_back`).then(() => live.restart()), pressed);
  return h("div.card.taken-over", { role: "alert" }, [
    h("h2", t("join.taken_over")),
    h("p", t("join.taken_over.why")),
    onceButton("take-back", t("join.take_back"), back, "strong big"),
  ]);
}

let waiting = 0;

/** Do something later, and nothing else that was to be done. @type {(act: () => unknown, pause: number) => void} */
function later(act, pause) {
  clearTimeout(waiting);
  waiting = setTimeout(act, pause);
}

/**
 * Show what is inside as soon as the table speaks to this role; until then what `draw` draws. The table is asked
 * again only by who logs in here, or comes back to this page: perhaps from another one that let them in.
 * @type {(live: Live, draw: () => Promise<void>, drawn?: () => void) => void}
 */
export function gate(live, draw, drawn = () => {}) {
  // A link that only adds a PIN or code to this page's address loads nothing by itself.
  window.addEventListener("hashchange", () => location.hash.includes("=") && location.reload());
  const open = (/** @type {boolean} */ inside) => {
    byId("inside").hidden = !inside;
    byId("login").hidden = inside;
  };
  live.addEventListener("state", () => open(true));
  live.addEventListener("refused", async () => {
    open(false);
    await draw();
    byId("login").hidden = false;
    drawn();
  });
  window.addEventListener("focus", () => live.connection === "refused" && live.restart());
}

/** Take `name=…` out of the address, so that nobody reads it over a shoulder or in the browser's history. @param {string} name */
function fromAddress(name) {
  const value = new URLSearchParams(location.hash.slice(1)).get(name);
  if (value) history.replaceState(null, "", location.pathname + location.search);
  return value;
}

/** @type {(form: Form, send: (typed: string) => Promise<void>) => Child} */
export function entry({ title, label, go, type }, send) {
  const look = { type, name: "entry", autocomplete: "off", autocapitalize: "characters" };
  return h(
    "form.card.login",
    { onsubmit: whenSent(({ entry: typed }, form) => attempt(() => send(typed), form)) },
    h("h2", title),
    h("label", label, h("input", { ...look, required: true, "data-key": "entry" })),
    h("button.strong", go),
  );
}

/** What the host reads of a phone that joined: something to tell it from another. */
export function deviceName() {
  const found = /(iPhone|iPad|Android|Macintosh|Windows|Linux)/.exec(navigator.userAgent);
  return found ? found[1] : "browser";
}
