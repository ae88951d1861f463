// Lets the host in by PIN and a phone in by code: typed, or from the link's fragment, which is wiped at once.

import { get, post } from "./api.js";
import { byId, h, show } from "./dom.js";
import { attempt } from "./toast.js";
import { t } from "./words.js";

const AGAIN_MS = 3000;

export async function hostGate(live) {
  const enter = (pin) => post("login", { pin });
  gate(live, () => show(byId("login"), "login", () => entry(HOST_WORDS, (pin) => enter(pin).then(() => live.restart()))));
  const pin = fromAddress("pin");
  if (pin) await attempt(() => enter(pin));
  live.start();
}

export async function seatGate(live, seat) {
  const enter = (code) => post(`seats/${seat}/join`, { code, name: deviceName() });
  const draw = async () => {
    const seats = await get("state", "everyone").then((state) => state.seats, () => []);
    const player = seats[seat - 1];
    show(byId("login"), player ?? null, () =>
      player
        ? entry({ ...SEAT_WORDS, title: `${t("join.title")}: ${player}` }, (code) => enter(code).then(() => live.restart()))
        : h("p", { class: "card" }, t("join.nobody")),
    );
  };
  gate(live, draw);
  const code = fromAddress("code");
  if (code) await attempt(() => enter(code));
  live.start();
}

const HOST_WORDS = { title: t("login.title"), label: t("login.pin"), go: t("login.in"), type: "password" };
const SEAT_WORDS = { label: t("join.code"), go: t("join.in"), type: "text" };

/** Show what is inside as soon as the table speaks to this role; until then what `draw` shows. */
function gate(live, draw) {
  const turn = (inside) => {
    byId("inside").hidden = !inside;
    byId("login").hidden = inside;
  };
  live.addEventListener("state", () => turn(true));
  live.addEventListener("refused", async () => {
    turn(false);
    await draw();
    byId("login").hidden = false;
    // Somebody may sit down here, or have sat here before: then the page goes on by itself.
    setTimeout(() => live.restart(), AGAIN_MS);
  });
}

/** Take `name=…` out of the address, so that nobody reads it over a shoulder or in the browser's history. */
function fromAddress(name) {
  const value = new URLSearchParams(location.hash.slice(1)).get(name);
  if (value) history.replaceState(null, "", location.pathname + location.search);
  return value;
}

function entry({ title, label, go, type }, send) {
  const input = h("input", { type, autocomplete: "off", autocapitalize: "characters", required: true, "data-key": "entry" });
  const submit = h("button", { class: "strong" }, go);
  const onsubmit = (event) => {
    event.preventDefault();
    attempt(() => send(input.value), submit);
  };
  return h("form", { class: "card login", onsubmit }, h("h2", {}, title), h("label", {}, label, input), submit);
}

/** What the host reads of a phone that joined: something to tell it from another. */
function deviceName() {
  const found = /(iPhone|iPad|Android|Macintosh|Windows|Linux)/.exec(navigator.userAgent);
  return found ? found[1] : "browser";
}
