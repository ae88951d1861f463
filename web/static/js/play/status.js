// Always in sight: is the page connected, how is the camera, what runs, what does not work just now.

import { h, icon, show } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { nameOf, pair, partName, t } from "../base/texts.js";
import { IS_HOST, SEAT } from "../base/api.js";

/** @import { Text } from "../types.js" */

/** @typedef {keyof typeof SIGNS} Sign */

const SIGNS = {
  good: "M3 9l4 4 8-9",
  busy: "M9 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14M9 5v4l3 2",
  bad: "M4 4l10 10M14 4L4 14",
  doubtful: "M5 6c0-5 8-5 8 0c0 3-4 3-4 6M9 15.5v.1",
};
/** @type {Record<Live["connection"], Sign>} */
const CONNECTION = { opening: "busy", good: "good", lost: "bad", refused: "busy", crowded: "bad" };
/** @type {Record<State["camera"]["health"], Sign>} */
const HEALTH = { running: "good", starting: "busy", off: "busy", frozen: "bad", lost: "bad" };

/** @type {(place: HTMLElement, live: Live) => void} */
export function drawStatus(place, { state, connection }) {
  show(place, [
    chip(CONNECTION[connection], t(`connection.${connection}`)),
    !isLocal && encryption(),
    state && cameraChips(state),
  ]);
  document.body.classList.toggle("disconnected", connection === "lost");
}

/** Nobody listens in on what stays on one machine. */
const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

const encryption = () =>
  location.protocol === "https:"
    ? chip("good", t("connection.encrypted"))
    : chip("busy", t("connection.readable"));

/** @param {State} state */
function cameraChips({ camera, backends }) {
  const name = backendName(camera.backend);
  return [
    camera.backend === "off"
      ? chip(null, name)
      : chip(HEALTH[camera.health], pair(name, t(`camera.${camera.health}`))),
    camera.message && h("span.chip-more", say(camera.message)),
    backends.pins && chip(null, pair(partName("pins"), nameOf(`pins.${backends.pins}`, backends.pins))),
  ];
}

/** "webcam:0" is read as "webcam 0", in the page's language. @param {string} backend */
function backendName(backend) {
  const [kind, rest] = backend.split(/:(.*)/);
  const name = nameOf(`backend.${kind}`, kind);
  return rest ? `${name} ${rest}` : name;
}

/** @type {(kind: Sign | null, text: string) => Child} */
const chip = (kind, text) =>
  h("span", { class: `chip ${kind ?? "plain"}` }, kind && sign(kind), h("span", text));

/** A small drawing beside words that say the same. @param {Sign} kind */
export const sign = (kind) => icon("sign", 18, SIGNS[kind]);

/** Faults beside which all goes on; beside the others something does not work. */
const DOUBTFUL = /nonsense|clock_|elsewhere|without|chosen|marker|picture|pin_|^seat/;

/** What can wait: all is read as well without it. Players' own pages leave it to the others. */
const MILD = ["fault.marker_bent", "fault.marker_hidden"];

/** @type {(place: HTMLElement, state: State) => void} */
export function drawFaults(place, state) {
  const texts = [...takenOver(state), ...state.faults.map(({ text }) => text)].filter(
    ({ code }) => !MILD.includes(code) || SEAT === null,
  );
  show(
    place,
    texts.map((text) =>
      h("p", { class: MILD.includes(text.code) ? "fault mild" : "fault" }, [
        sign(lookOf(text.code)),
        h("span", say(text)),
      ]),
    ),
  );
}

/** What a fault looks like beside its words. @type {(code: string) => "bad" | "busy" | "doubtful"} */
function lookOf(code) {
  if (code === "fault.silent") return "busy";
  return DOUBTFUL.test(code) ? "doubtful" : "bad";
}

/**
 * Whose seats another phone took over: for the host in full; on a screen for all, and for the players, in one short
 * line, which takes no room from the game for the minutes that it stays. Who lost the seat is told by its own phone.
 * @type {(state: State) => Text[]}
 */
function takenOver({ taken_over = [] }) {
  if (IS_HOST) return taken_over.map((seat) => ({ code: "seat.taken_over", params: { seat } }));
  const seats = taken_over.join(", ");
  return seats ? [{ code: "seat.other_phone", params: { seats } }] : [];
}
