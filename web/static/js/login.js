// Lets the host in by PIN and a phone in by code: typed, or from the link's fragment, which is wiped
// at once.

import { get, post } from "./api.js";
import { button, byId, h, once, show } from "./dom.js";
import { t } from "./texts.js";
import { attempt } from "./toast.js";

/** @import { Live } from "./live.js" */
/** @typedef {{ title: string, label: string, go: string, type: string }} Form  `go`: the button */

/** A phone that waits for its player to sit down asks who sits there, later and later. */
const FIRST_AGAIN_MS = 3000;
const LAST_AGAIN_MS = 30000;

/** @param {Live} live */
export async function hostGate(live) {
  const enter = (/** @type {string} */ pin) => post("login", { pin });
  const form = { title: t("login.title"), label: t("login.pin"), go: t("login.in"), type: "password" };
  const draw = async () =>
    show(byId("login"), "login", () => entry(form, (pin) => enter(pin).then(() => live.restart())));
  gate(live, draw);
  const pin = fromAddress("pin");
  if (pin) await attempt(() => enter(pin));
  live.start();
}

/** @type {(live: Live, seat: number) => Promise<void>} */
export async function seatGate(live, seat) {
  const enter = (/** @type {string} */ code) => post(`seats/${seat}/join`, { code, name: deviceName() });
  /** @type {string | null} */
  let player = null;
  const sitsThere = () =>
    get("state", "everyone").then(
      (state) => state.seats[seat - 1] ?? null,
      () => player,
    );
  const draw = async () => {
    player = await sitsThere();
    const form = {
      title: `${t("join.title")}: ${player}`,
      label: t("join.code"),
      go: t("join.in"),
      type: "text",
    };
    const lost = live.refusal?.reason?.code === "error.taken_over";
    show(byId("login"), [player, lost], () => [
      player === null
        ? h("p", { class: "card" }, t("join.nobody"))
        : [lost && takenOver(live, seat), entry(form, (code) => enter(code).then(() => live.restart()))],
    ]);
  };
  // A phone that had joined is let in again as soon as its player sits there again.
  const wait = async (/** @type {number} */ pause) => {
    if (live.connection !== "refused") return;
    if (!document.hidden && (await sitsThere()) !== player) live.restart();
    else later(() => wait(Math.min(2 * pause, LAST_AGAIN_MS)), pause);
  };
  gate(live, draw, () => later(() => wait(2 * FIRST_AGAIN_MS), FIRST_AGAIN_MS));
  const code = fromAddress("code");
  if (code) await attempt(() => enter(code));
  live.start();
}

/** Another phone has joined this seat: whose phone this is can have it back. @type {(live: Live, seat: number) => HTMLElement} */
function takenOver(live, seat) {
  const back = (/** @type {{ currentTarget: Element }} */ event) =>
    attempt(() => post(`seats/${seat}/take_back`).then(() => live.restart()), event.currentTarget);
  return h(
    "div",
    { class: "card taken-over", role: "alert" },
    h("h2", {}, t("join.taken_over")),
    h("p", {}, t("join.taken_over.why")),
    button(t("join.take_back"), once(back), { class: "strong big", "data-key": "take-back" }),
  );
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
function gate(live, draw, drawn = () => {}) {
  // A link that only adds a fragment to this page's address loads nothing by itself.
  window.addEventListener("hashchange", () => location.hash.length > 1 && location.reload());
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

/**
 * Take `name=…` out of the address, so that nobody reads it over a shoulder or in the browser's history.
 * @param {string} name
 */
function fromAddress(name) {
  const value = new URLSearchParams(location.hash.slice(1)).get(name);
  if (value) history.replaceState(null, "", location.pathname + location.search);
  return value;
}

/** @type {(form: Form, send: (typed: string) => Promise<void>) => HTMLElement} */
function entry({ title, label, go, type }, send) {
  const input = h("input", {
    type,
    autocomplete: "off",
    autocapitalize: "characters",
    required: true,
    "data-key": "entry",
  });
  const submit = h("button", { class: "strong" }, go);
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    attempt(() => send(input.value), submit);
  };
  return h(
    "form",
    { class: "card login", onsubmit },
    h("h2", {}, title),
    h("label", {}, label, input),
    submit,
  );
}

/** What the host reads of a phone that joined: something to tell it from another. */
function deviceName() {
  const found = /(iPhone|iPad|Android|Macintosh|Windows|Linux)/.exec(navigator.userAgent);
  return found ? found[1] : "browser";
}
