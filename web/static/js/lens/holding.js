// How the phone is to be held, from what the table tells of its pictures, and a stand of books, drawn.

import { h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { whyUnjudged } from "../play/turn.js";

/** A die's side, as a part of the picture's width: what is smaller is read less surely, what is larger leaves no room for a throw. */
const SMALL = 1 / 45;
const LARGE = 1 / 7;
/** Tilted by more, in degrees, dice hide their neighbours' tops. */
const MOST_TILT = 30;

/** How far this device leans from lying flat, in degrees; null: it does not say. @type {number | null} */
let tilt = null;

/** Follow how this device leans, where it says so without being asked. @param {() => void} changed */
export function watchTilt(changed) {
  window.addEventListener("deviceorientation", ({ beta, gamma }) => {
    if (beta === null || gamma === null) return;
    const flat = Math.abs(Math.cos(rad(beta)) * Math.cos(rad(gamma)));
    const now = Math.round((Math.acos(Math.min(1, flat)) * 180) / Math.PI / 5) * 5;
    if (now === tilt) return;
    tilt = now;
    changed();
  });
}

/** @type {(degrees: number) => number} */
const rad = (degrees) => (degrees * Math.PI) / 180;

/** @type {(place: HTMLElement, state: State | null) => void} */
export function drawHolding(place, state) {
  const advice = state ? adviceOn(state) : [];
  show(place, [
    h("h2", t("lens.hold")),
    h("ul.advice", { role: "status" }, [advice.map((text) => h("li", text))]),
    stand(),
    h("p.hint", t("lens.stand")),
  ]);
}

/** What would let it be read better; that it is well where nothing would. @param {State} state */
function adviceOn({ watch, camera }) {
  if (camera.health !== "running") return [];
  const blind = whyUnjudged(watch);
  const sides = (watch.seen?.dice ?? []).map(({ corners }) => sideOf(corners));
  const side = sides.length ? sides.sort((a, b) => a - b)[sides.length >> 1] : null;
  const advice = [
    blind,
    tilt !== null && tilt > MOST_TILT && t("lens.tilt", { degrees: tilt }),
    side !== null && side < SMALL && t("lens.closer"),
    side !== null && side > LARGE && t("lens.further"),
    watch.restless && t("lens.still"),
  ].filter(Boolean);
  const rests = watch.phase === "read" || watch.phase === "empty";
  return advice.length || !rests ? advice : [t("lens.well")];
}

/** @param {Point[]} corners in fractions of the picture */
const sideOf = ([[x, y], [toX, toY]]) => Math.hypot(toX - x, (toY - y) * 0.75);

/** A phone across two piles of books, its camera over the edge, and what it sees. */
const stand = () =>
  h("svg.book-stand", { viewBox: "0 0 240 150", role: "img", "aria-label": t("lens.drawing") }, [
    h("path.stand-seen", { d: "M118 44L52 136H186Z" }),
    h("path.stand-table", { d: "M4 137H236" }),
    [0, 1, 2, 3].map((row) =>
      h("rect", { x: 160 + 3 * (row % 2), y: 114 - 22 * row, width: 66, height: 20, rx: 2 }),
    ),
    h("rect.stand-phone", { x: 104, y: 38, width: 96, height: 7, rx: 3 }),
    h("rect", { x: 176, y: 16, width: 46, height: 20, rx: 2 }),
    h("circle.stand-lens", { cx: 118, cy: 46, r: 3 }),
    [84, 108, 132].map((x) => h("rect.stand-die", { x, y: 125, width: 11, height: 11, rx: 2 })),
  ]);
