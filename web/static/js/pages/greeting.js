// Before a game: what this is, a throw that is scored by itself, and the three things that begin an evening.

import { h, show } from "../base/dom.js";
import { gamesToShow } from "../games/registry.js";
import { isByTap, modeSwitch } from "../host/mode.js";
import { gameName, nameOf, t } from "../base/texts.js";

/** Where dots are on the dice that are thrown, and where these come to lie. @type {[number, number, [number, number][]][]} */
// prettier-ignore
const THROWN = [
  [46, 62, [[-6, -6], [6, -6], [-6, 6], [6, 6], [0, 0]]],
  [88, 92, [[-6, -6], [6, -6], [-6, 6], [6, 6]]],
  [126, 54, [[-6, -6], [6, -6], [-6, 0], [6, 0], [-6, 6], [6, 6]]],
];

/** @type {(place: HTMLElement, state: State) => void} */
function draw(place, state) {
  const { sitting, camera } = state;
  const isHere = document.getElementById("start") !== null;
  show(
    place,
    sitting === null && [
      h("h2", t("greeting.title")),
      h("p", t("greeting.what")),
      !isHere &&
        h("p.ways-on", [
          wayTo("host", "greeting.begin_there", "#start"),
          " ",
          wayTo("simulator", "page.simulator"),
        ]),
      demonstration(),
      h("ol", [
        h("li", h("b", t("greeting.game")), h("p.hint", gamesToShow().map(gameName).join(" · "))),
        h("li", h("b", t("greeting.players")), h("p.hint", t("greeting.names"))),
        h("li", [
          h("b", t("greeting.camera")),
          !(isHere && isByTap(state)) && h("p.hint", wordsOn(camera.backend)),
          isHere && [
            modeSwitch(state),
            h("p", h("a", { href: "#camera-phone" }, t("greeting.choose_camera"))),
          ],
        ]),
      ]),
      isHere && h("p", h("a.as-button.strong", { href: "#start" }, t("greeting.answer"))),
    ],
  );
}

/** @param {string} backend */
function wordsOn(backend) {
  const [kind] = backend.split(":");
  const now = kind === "simulated" ? t("greeting.simulated") : `${nameOf(`backend.${kind}`, kind)}.`;
  return [now, " ", t("greeting.another")];
}

/** @type {(page: string, text: string, part?: string) => Child} */
const wayTo = (page, text, part = "") =>
  document.body.dataset.page !== page &&
  h("a", { class: part ? "as-button strong" : "as-button", href: `/${page}${part}` }, t(text));

/** Dice are thrown, seen, and counted: over and over, or done where nothing is to move. */
const demonstration = () =>
  h("svg.demonstration", { viewBox: "0 0 340 120", role: "img", "aria-label": t("greeting.shown") }, [
    h("rect.demo-table", { x: 2, y: 8, width: 166, height: 110, rx: 8 }),
    THROWN.map(([x, y, dots], place) =>
      h("g", { transform: `translate(${x} ${y}) rotate(${24 * place - 20})` }, [
        h("g.demo-die", [
          h("rect.die-body", { x: -13, y: -13, width: 26, height: 26, rx: 4 }),
          dots.map(([cx, cy]) => h("circle.print", { cx, cy, r: 2.7 })),
        ]),
        h("rect.demo-rim", { x: -17, y: -17, width: 34, height: 34, rx: 6 }),
      ]),
    ),
    h("circle.mark.seat-1", { cx: 196, cy: 42, r: 8 }),
    h("rect.mark.seat-2", { x: 188, y: 76, width: 16, height: 16 }),
    h("rect.demo-bar", { x: 214, y: 36, width: 60, height: 12, rx: 4 }),
    h("rect.demo-bar.more", { x: 214, y: 36, width: 60, height: 12, rx: 4 }),
    h("rect.demo-bar", { x: 214, y: 78, width: 52, height: 12, rx: 4 }),
    h("text.demo-before", { x: 334, y: 52 }, "12"),
    h("text.demo-after", { x: 334, y: 52 }, "27"),
    h("text", { x: 334, y: 92 }, "9"),
    h("text.demo-gain", { x: 334, y: 20 }, "+15"),
  ]);

export default draw;
