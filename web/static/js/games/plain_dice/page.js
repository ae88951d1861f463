// Plain dice: the last throw, its sum, and how often each face was shown.

import { h, show } from "../dom.js";
import { die, PIP_FACES } from "../faces.js";
import { faceName, number, t } from "../words.js";

export const throwFaces = ({ view }) => [...new Set([...PIP_FACES, ...Object.keys(view?.counts ?? {})])];

export const waiting = () => t("wait.any_throw");

export function drawGame(place, state) {
  show(place, state.view, () => {
    const { view } = state;
    if (!view) return [];
    return [lastThrow(view), view.throws > 0 && statistics(view)];
  });
}

function lastThrow({ faces, sum, count }) {
  if (!count) return h("p", { class: "hint" }, t("dice.none"));
  return [
    h("h3", {}, t("dice.last")),
    h("div", { class: "dice-row" }, faces.map((face) => die(face))),
    h("p", { class: "sum" }, sum === null ? t("dice.count", { count }) : t("dice.sum", { sum, count })),
  ];
}

function statistics({ counts, dice, throws, mean }) {
  const most = Math.max(...Object.values(counts));
  return [
    h("h3", {}, t("dice.statistics", { throws, dice })),
    h("ol", { class: "bars" }, Object.entries(counts).map(([face, count]) => bar(face, count, most))),
    mean !== null && h("p", { class: "hint" }, t("dice.mean", { mean: Math.round(mean * 100) / 100 })),
  ];
}

function bar(face, count, most) {
  const fill = h("span", { class: "bar-fill" });
  fill.style.width = `${(100 * count) / most}%`;
  return h(
    "li",
    { "aria-label": `${faceName(face)}: ${count}` },
    die(face),
    h("span", { class: "track" }, fill),
    h("b", {}, number(count)),
  );
}
