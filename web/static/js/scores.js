// The race to the target.

import { h, show } from "./dom.js";
import { die } from "./faces.js";
import { player } from "./seats.js";
import { number, t } from "./words.js";

export function drawScores(place, state) {
  const { seats, scores, to_move, outcome, view } = state;
  show(place, [seats, scores, to_move, outcome, view?.target, view?.kept_knights], () => {
    if (!scores) return [];
    const target = view?.target;
    const most = Math.max(target ?? 1, ...Object.values(scores));
    return [
      h("h3", {}, target ? t("scores.to", { target }) : t("scores.title")),
      h("ol", { class: "race" }, seats.map((name, place) => runner(state, name, place, most))),
    ];
  });
}

function runner({ seats, scores, to_move, outcome, view }, name, place, most) {
  const kept = view?.kept_knights?.[place];
  const won = outcome?.winners?.includes(name);
  const bar = h("span", { class: "bar-fill" });
  bar.style.width = `${(100 * Math.max(0, scores[name])) / most}%`;
  return h(
    "li",
    { class: name === to_move ? "mine" : "", "aria-current": name === to_move ? "true" : null },
    h("span", { class: "runner" }, player(seats, name), kept && doubling(), won && h("span", { class: "crown" }, "★")),
    h("b", { class: "points" }, number(scores[name])),
    h("span", { class: "track", "aria-hidden": "true" }, bar),
  );
}

function doubling() {
  return h("span", { class: "kept", title: t("scores.kept") }, die("knight", { label: t("scores.kept") }), "×2");
}
