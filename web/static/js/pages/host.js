import { post } from "../base/api.js";
import { CameraCard, drawEncryption } from "../host/cameraphone.js";
import { correct, drawEnter } from "../play/enter.js";
import { button, byId, show } from "../base/dom.js";
import { evening } from "../evening/load.js";
import { madeOnce } from "../base/later.js";
import { hostGate } from "../base/login.js";
import { MemoryCard } from "../host/memory.js";
import { showPage } from "../page.js";
import { Phones } from "../host/phones.js";
import { putRight } from "../picture/putright.js";
import { t } from "../base/texts.js";
import { asks, attempt } from "../base/toast.js";
import { tickBox } from "../base/form.js";

/** @import { Evening } from "../evening/load.js" */

/** Made when the table first speaks to the host: before, they would not be answered. */
const own = madeOnce(() => [
  new Phones(byId("seats")),
  new MemoryCard(byId("memory")),
  new CameraCard(byId("camera-phone"), { folds: true }),
]);

/** What is done before and after a game. */
const around = madeOnce((/** @type {Evening} */ { StartForm, ManageCard, drawStrip }) => {
  const form = new StartForm();
  document.addEventListener("again", () => form.again());
  const strip = { update: (/** @type {State} */ now) => drawStrip(byId("strip"), now) };
  return [form, new ManageCard(), strip];
});

/** @param {State} state */
function draw(state) {
  drawEnter(byId("enter"), state, { host: true });
  drawAdvice(byId("advice"), state);
  byId("hands").hidden = !state.sitting || state.camera.backend !== "simulated";
  for (const part of own()) part.update(state);
  const parts = evening();
  for (const part of parts ? around(parts) : []) part.update(state);
}

/** What is needed each minute, each evening, and once: where each begins on a phone. */
const PARTS = { now: "turn", evening: "seats", once: "encryption" };

function partKeys() {
  const keys = Object.entries(PARTS).map(([part, place]) =>
    button(`part-${part}`, t(`host.${part}`), () => byId(place).scrollIntoView({ block: "start" })),
  );
  show(byId("parts"), keys);
}

const { live } = showPage({
  right: putRight,
  draw,
  picture: { zoom: true },
  history: {
    most: Infinity,
    folded: 5,
    onopen: () => live.wantEarlier(),
    onpick: (line) => live.state && correct(live.state, line),
  },
});

const leave = () => attempt(() => post("logout").then(() => location.reload()));
show(byId("leave"), button(null, t("login.out"), leave, "quiet"));
hostGate(live);
live.addEventListener("state", partKeys, { once: true });
drawEncryption(byId("encryption"));

/** @type {(place: HTMLElement, state: State) => void} */
function drawAdvice(place, { advises = true }) {
  const change = (/** @type {boolean} */ shown, /** @type {Element} */ box) =>
    asks("advice", { shown })(box);
  show(place, tickBox("advice", t("host.advice"), advises, change));
}
