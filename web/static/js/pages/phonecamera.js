// This device is the table's camera: its pictures go there, and what the table sees in them comes back.

import { post } from "../api.js";
import { button, byId, h, show } from "../dom.js";
import { drawHolding, watchTilt } from "../lens/holding.js";
import { Sender } from "../lens/sender.js";
import { deviceName, entry, fromAddress, gate } from "../login.js";
import { showPage } from "../page.js";
import { t } from "../texts.js";
import { attempt } from "../toast.js";

/** @import { State } from "../types.js" */

/** Keeps the screen on, where the browser can. @typedef {{ request: (kind: "screen") => Promise<unknown> }} WakeLock */

const wakeLock = /** @type {{ wakeLock?: WakeLock }} */ (/** @type {unknown} */ (navigator)).wakeLock;
const sender = new Sender();
/** Whether this device shall be the camera, now that it may. */
let wanted = true;
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
  show(byId("lens"), [doing, stream.hasTorch, torch, loose], () => [
    h("h2", {}, t("lens.title")),
    h("p", { role: "status" }, t(`lens.${doing}`)),
    stream.video,
    h(
      "p",
      { class: "ways-on" },
      doing === "off" && button(t("lens.start"), again, { class: "strong", "data-key": "lens-start" }),
      stream.hasTorch &&
        button(t("lens.torch"), switchTorch, {
          class: "quiet",
          "aria-pressed": String(torch),
          "data-key": "lens-torch",
        }),
      doing !== "off" && button(t("lens.stop"), stop, { class: "quiet", "data-key": "lens-stop" }),
    ),
    !wakeLock && h("p", { class: "hint" }, t("lens.awake")),
    loose && h("p", { class: "hint" }, t("lens.loose")),
  ]);
}

function again() {
  wanted = true;
  start();
}

async function switchTorch() {
  torch = !torch;
  await sender.stream.light(torch);
  drawLens();
}

function start() {
  if (!wanted || sender.doing !== "off") return;
  stayAwake();
  sender.start();
}

function stop() {
  wanted = false;
  sender.stop();
  attempt(() => post("camera/end"));
}

/** The browser lets go of it whenever the page is not looked at. */
function stayAwake() {
  if (!document.hidden && wanted) wakeLock?.request("screen").catch((error) => console.warn(error));
}

const { live } = showPage({ draw });
const enter = async (/** @type {string} */ code) => {
  await post("camera/join", { code, name: deviceName() });
  wanted = true;
};
const form = { title: t("lens.join"), label: t("lens.code"), go: t("lens.go"), type: "text" };
gate(live, async () => {
  sender.stop();
  const send = (/** @type {string} */ code) => enter(code).then(() => live.restart());
  show(byId("login"), "login", () => entry(form, send));
});
live.addEventListener("state", start);
sender.addEventListener("change", drawLens);
sender.addEventListener("refused", () => live.restart());
document.addEventListener("visibilitychange", stayAwake);
watchTilt(() => live.state && drawHolding(byId("holding"), live.state));

async function begin() {
  const code = fromAddress("code");
  if (code) await attempt(() => enter(code));
  drawLens();
  live.start();
}

begin();
