// This device is the table's camera: its pictures go there, and what the table sees in them comes back.

import { get, post } from "../base/api.js";
import { button, byId, choiceKey, h, show } from "../base/dom.js";
import { drawHolding, watchTilt } from "../lens/holding.js";
import { Sender } from "../lens/sender.js";
import { comeIn, deviceName, entering, entry, gate } from "../base/login.js";
import { showPage } from "../page.js";
import { t } from "../base/texts.js";
import { attempt } from "../base/toast.js";

/** Keeps the screen on, where the browser can. @typedef {{ request: (kind: "screen") => Promise<unknown> }} WakeLock */

const wakeLock = /** @type {{ wakeLock?: WakeLock }} */ (/** @type {unknown} */ (navigator)).wakeLock;
const sender = new Sender();
let torch = false;

/** @param {State} state */
function draw(state) {
  // A secret that lies in sight is not shown on the phone's own screen either.
  sender.stream.video.hidden = Boolean(state.camera.hidden);
  drawLens();
  drawHolding(byId("holding"), state);
}

function drawLens() {
  const { doing, held, stream } = sender;
  const loose = held !== null && !held.exposure;
  show(byId("lens"), [
    h("h2", t("lens.title")),
    h("p", { role: "status" }, t(`lens.${doing}`)),
    h("div.lens-video", { ref: (/** @type {Element | null} */ place) => place?.append(stream.video) }),
    h("p.ways-on", [
      stream.hasTorch && choiceKey("lens-torch", t("lens.torch"), torch, switchTorch, "quiet"),
      button("lens-stop", t("lens.stop"), stop, "quiet"),
    ]),
    !wakeLock && h("p.hint", t("lens.awake")),
    loose && h("p.hint", t("lens.loose")),
  ]);
}

async function switchTorch() {
  torch = !torch;
  await sender.stream.light(torch);
  drawLens();
}

function start() {
  if (sender.doing !== "off") return;
  sender.start();
  stayAwake();
}

/** The table looks through its other camera from now on, or waits for a phone. @param {Element} pressed */
function stop(pressed) {
  sender.stop();
  attempt(() => post("camera/end").then(() => live.restart()), pressed);
}

/** The browser lets go of it whenever the page is not looked at. */
function stayAwake() {
  if (!document.hidden && sender.doing !== "off")
    wakeLock?.request("screen").catch((error) => console.warn(error));
}

const { live } = showPage({ draw });
const enter = async (/** @type {string} */ code) => {
  await post("camera/join", { code, name: deviceName() });
};
/** What the host's own browser does in one tap. @param {Element} pressed */
const enterAsHost = (pressed) =>
  attempt(async () => {
    const { code, link } = await post("camera/codes", {}, {}, "host");
    if (!isSecureContext && link) location.assign(link);
    else await enter(code).then(() => live.restart());
  }, pressed);
const beKey = button("lens-be", t("lens.be"), enterAsHost, "strong");
const form = { title: t("lens.join"), label: t("lens.code"), go: t("lens.go"), type: "text" };
gate(live, async () => {
  sender.stop();
  const isHost = await get("state", "host").then(
    () => true,
    () => false,
  );
  show(byId("login"), [
    isHost
      ? h("div.card.login", h("h2", t("lens.join")), beKey)
      : [entry(form, entering(live, enter)), h("p.card", h("a", { href: "/camera" }, t("lens.host")))],
  ]);
});
live.addEventListener("state", start);
sender.addEventListener("change", drawLens);
sender.addEventListener("refused", () => live.restart());
document.addEventListener("visibilitychange", stayAwake);
watchTilt(() => live.state && drawHolding(byId("holding"), live.state));

drawLens();
comeIn(live, "code", enter);
