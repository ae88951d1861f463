import { post } from "../base/api.js";
import { CameraCard, drawEncryption } from "../host/cameraphone.js";
import { correct } from "../play/correct.js";
import { button, byId, show } from "../base/dom.js";
import { drawEnter } from "../play/enter.js";
import { evening } from "../evening/load.js";
import { hostGate } from "../base/login.js";
import { MemoryCard } from "../host/memory.js";
import { showPage } from "../page.js";
import { Phones } from "../host/phones.js";
import { putRight } from "../picture/putright.js";
import { t } from "../base/texts.js";
import { asks, attempt } from "../base/toast.js";
import { tickBox } from "../base/form.js";

/**
 * Made when the table first speaks to the host: before, they would not be answered.
 * @type {{ phones: Phones, memory: MemoryCard, camera: CameraCard } | null}
 */
let own = null;
/** What is done before and after a game. @type {{ update: (state: State) => void }[] | null} */
let around = null;

/** @param {State} state */
function draw(state) {
  drawEnter(byId("enter"), state, { host: true });
  drawAdvice(byId("advice"), state);
  byId("hands").hidden = !state.sitting || state.camera.backend !== "simulated";
  own = own ?? {
    phones: new Phones(byId("seats")),
    memory: new MemoryCard(byId("memory")),
    camera: new CameraCard(byId("camera-phone"), { folds: true }),
  };
  drawAround(state).catch((error) => console.warn(error));
  own.phones.update(state);
  own.memory.update(state);
  own.camera.update(state);
}

/** @param {State} state */
async function drawAround(state) {
  const { StartForm, ManageCard, drawStrip } = await evening();
  if (!around) {
    const form = new StartForm();
    document.addEventListener("again", () => form.again());
    const strip = { update: (/** @type {State} */ now) => drawStrip(byId("strip"), now) };
    around = [form, new ManageCard(), strip];
  }
  for (const part of around) part.update(state);
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
export function drawAdvice(place, { advises = true }) {
  const change = (/** @type {boolean} */ shown, /** @type {Element} */ box) =>
    asks("advice", { shown })(box);
  show(place, tickBox("advice", t("host.advice"), advises, change));
}
