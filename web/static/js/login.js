// Lets the host in by PIN and a phone in by code: typed, or from the link's fragment, which is wiped at once.

import { post, Refused } from "./api.js";
import { byId, h } from "./dom.js";
import { attempt } from "./toast.js";
import { t } from "./words.js";

/** Take `name=…` out of the address, so that nobody reads it over a shoulder or in the browser's history. */
function fromAddress(name) {
  const value = new URLSearchParams(location.hash.slice(1)).get(name);
  if (value) history.replaceState(null, "", location.pathname + location.search);
  return value;
}

/** Show what is inside as soon as the table speaks to this role; until then, `form` to log in. */
export function gate(live, form) {
  const open = (inside) => {
    byId("inside").hidden = !inside;
    byId("login").hidden = inside;
    if (inside) byId("login").replaceChildren();
  };
  live.addEventListener("state", () => open(true));
  live.addEventListener("refused", () => {
    if (byId("login").childElementCount === 0) byId("login").replaceChildren(form());
    open(false);
    byId("login").querySelector("input")?.focus();
  });
}

export async function hostGate(live) {
  const enter = (pin) => post("login", { pin });
  gate(live, () =>
    entry({ title: t("login.title"), label: t("login.pin"), go: t("login.in"), type: "password", mode: "numeric" }, async (pin) => {
      if (await attempt(() => enter(pin))) live.restart();
    }),
  );
  const pin = fromAddress("pin");
  if (pin) await attempt(() => enter(pin));
  live.start();
}

export async function seatGate(live, seat) {
  const enter = (code) => post(`seats/${seat}/join`, { code, name: deviceName() });
  gate(live, () =>
    entry({ title: t("join.title"), label: t("join.code"), go: t("join.in"), type: "text", mode: "text" }, async (code) => {
      const joined = await enter(code).catch((error) => {
        if (error instanceof Refused && error.code === "not_found") return null;
        throw error;
      });
      if (joined) live.restart();
    }),
  );
  const code = fromAddress("code");
  if (code) await attempt(() => enter(code));
  live.start();
}

function entry({ title, label, go, type, mode }, send) {
  const input = h("input", { type, inputmode: mode, autocomplete: "off", required: true, autocapitalize: "characters" });
  const onsubmit = (event) => {
    event.preventDefault();
    attempt(() => send(input.value), form.querySelector("button"));
  };
  const form = h(
    "form",
    { class: "card login", onsubmit },
    h("h2", {}, title),
    h("label", {}, label, input),
    h("button", { class: "strong" }, go),
  );
  return form;
}

/** What the host reads of a phone that joined: something to tell it from another. */
function deviceName() {
  const found = /(iPhone|iPad|Android|Macintosh|Windows|Linux)/.exec(navigator.userAgent);
  return found ? found[1] : "browser";
}
