// Always in sight: is the page connected, how is the camera, what runs.

import { h, show, svg } from "./dom.js";
import { knows, t } from "./words.js";
import { say } from "./faces.js";

const SIGNS = {
  good: "M3 9l4 4 8-9",
  busy: "M9 3v6l4 3",
  bad: "M4 4l10 10M14 4L4 14",
};
const CONNECTION = { opening: "busy", good: "good", lost: "bad", refused: "busy" };
const HEALTH = { running: "good", starting: "busy", off: "busy", frozen: "bad", lost: "bad" };

export function drawStatus(place, live) {
  const { state, connection } = live;
  const what = [connection, state && [state.camera, state.backends]];
  show(place, what, () => [
    chip(CONNECTION[connection], t(`connection.${connection}`)),
    ...(state ? cameraChips(state) : []),
  ]);
  document.body.classList.toggle("disconnected", connection === "lost");
}

function cameraChips({ camera, backends }) {
  const others = Object.entries(backends).filter(([part]) => part !== "camera");
  return [
    chip(HEALTH[camera.health], `${backendName(camera.backend)}: ${t(`camera.${camera.health}`)}`),
    camera.message && h("span", { class: "chip-more" }, say(camera.message)),
    ...others.map(([part, backend]) => chip(null, `${partName(part)}: ${backendName(backend)}`)),
  ];
}

const partName = (part) => (knows(`part.${part}`) ? t(`part.${part}`) : part);

function backendName(backend) {
  const [kind, rest] = backend.split(/:(.*)/);
  const name = knows(`backend.${kind}`) ? t(`backend.${kind}`) : kind;
  return rest ? `${name} ${rest}` : name;
}

function chip(sign, text) {
  const drawn =
    sign && svg("svg", { viewBox: "0 0 18 18", class: "sign", "aria-hidden": "true" }, svg("path", { d: SIGNS[sign] }));
  return h("span", { class: `chip ${sign ?? "plain"}` }, drawn, h("span", {}, text));
}
