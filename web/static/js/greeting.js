// A newcomer is greeted with three pictures of how to begin, until the first move or a tap.

import { button, h, show, svg, useRulesStyle } from "./dom.js";
import { t } from "./texts.js";

/** @import { Child, State } from "./types.js" */

/** Where the browser keeps that it has been greeted. */
const GREETED_KEY = "companion-greeted";

/** @type {(place: HTMLElement, state: State) => void} */
export function drawGreeting(place, state) {
  if (state.history.length > 0) localStorage.setItem(GREETED_KEY, "yes");
  // Who throws has begun: what the table asks comes first.
  const begun = state.proposal !== null || Boolean(state.watch.seen?.dice.length);
  const wanted = !begun && localStorage.getItem(GREETED_KEY) === null;
  document.body.classList.toggle("greets", wanted);
  const simulated = state.backends.camera === "simulated";
  show(place, wanted && [simulated], () => {
    if (!wanted) return [];
    useRulesStyle();
    const close = () => {
      localStorage.setItem(GREETED_KEY, "yes");
      drawGreeting(place, state);
    };
    return [
      h(
        "header",
        {},
        h("h2", {}, t("greeting.title")),
        button("×", close, { class: "quiet", "aria-label": t("correct.close"), "data-key": "greeted" }),
      ),
      h(
        "ol",
        {},
        step(begin(), t("greeting.begin"), wayTo("host", "greeting.begin_there")),
        step(play(), t("greeting.play"), simulated && wayTo("simulator", "greeting.simulated")),
        step(count(), t("greeting.count"), null),
      ),
    ];
  });
}

/** A link to another page; none to the page itself. @type {(page: string, text: string) => Child} */
const wayTo = (page, text) =>
  document.body.dataset.page !== page && h("a", { href: `/${page}` }, t(text));

/** @type {(drawing: SVGElement, text: string, way: Child) => HTMLElement} */
const step = (drawing, text, way) => h("li", {}, drawing, h("p", {}, text, way && [" ", way]));

/** @type {(...inside: SVGElement[]) => SVGSVGElement} */
const picture = (...inside) =>
  svg("svg", { viewBox: "0 0 160 110", class: "greeting-picture", "aria-hidden": "true" }, inside);

/** @type {(d: string, look?: string) => SVGElement} */
const path = (d, look = "line") => svg("path", { d, class: look });

/** @type {(x: number, y: number, angle: number, dots: [number, number][]) => SVGElement} */
const cube = (x, y, angle, dots) =>
  svg(
    "g",
    { transform: `translate(${x} ${y}) rotate(${angle})` },
    svg("rect", { x: -10, y: -10, width: 20, height: 20, rx: 3, class: "dice-body" }),
    dots.map(([cx, cy]) => svg("circle", { cx, cy, r: 2.2, class: "dot" })),
  );

/** A phone with the names of who plays, and a finger on its button. */
const begin = () =>
  picture(
    svg("rect", { x: 48, y: 5, width: 60, height: 100, rx: 8, class: "solid" }),
    svg("circle", { cx: 62, cy: 24, r: 5, class: "seat-one" }),
    path("M72 24H96", "word"),
    svg("rect", { x: 57, y: 37, width: 10, height: 10, class: "seat-two" }),
    path("M72 42H90", "word"),
    svg("rect", { x: 57, y: 62, width: 42, height: 18, rx: 5, class: "go" }),
    path("M74 66V76L83 71Z", "arrow"),
    path("M96 104V84c0-6 8-6 8 0V92l14 4c4 1 5 4 4 8", "hand"),
  );

/** A camera that looks down on dice that have just been thrown. */
const play = () =>
  picture(
    path("M80 22L24 94H136Z", "sight"),
    path("M14 94H146", "table"),
    svg("rect", { x: 64, y: 4, width: 32, height: 18, rx: 4, class: "camera" }),
    svg("circle", { cx: 80, cy: 22, r: 6, class: "lens" }),
    cube(56, 82, -12, [
      [-5, -5],
      [0, 0],
      [5, 5],
    ]),
    cube(84, 80, 16, [
      [-5, -5],
      [5, -5],
      [-5, 5],
      [5, 5],
      [0, 0],
    ]),
    cube(110, 83, 4, [[0, 0]]),
    path("M38 62c6-6 12-8 18-8M118 54c6 1 12 5 16 10", "line"),
  );

/** The score on a screen, with a tick for what was read, and a question. */
const count = () =>
  picture(
    svg("rect", { x: 14, y: 8, width: 132, height: 82, rx: 6, class: "solid" }),
    path("M60 100H100M80 90V100", "line"),
    svg("circle", { cx: 30, cy: 30, r: 5, class: "seat-one" }),
    path("M42 30H112", "bar-one"),
    svg("rect", { x: 25, y: 47, width: 10, height: 10, class: "seat-two" }),
    path("M42 52H84", "bar-two"),
    path("M122 30l5 5 9-12", "tick"),
    svg("rect", { x: 26, y: 66, width: 60, height: 17, rx: 8, class: "asks" }),
    path("M36 74.5H50", "word"),
    path("M62 74.5H76", "word"),
  );
