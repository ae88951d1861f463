// The scores, as bars; up to the points that win, where there is such a number.

import { h, show } from "./dom.js";
import { gameOf } from "./games/registry.js";
import { player } from "./seats.js";
import { number, t } from "./texts.js";

/** @import { State } from "./types.js" */

/** So many names have room in large letters on a screen across the room. */
const MOST_LARGE = 5;

/** @type {(place: HTMLElement, state: State) => void} */
export function drawScores(place, state) {
  const { seats, scores, to_move, outcome, view } = state;
  show(place, [seats, scores, to_move, outcome, view], () => {
    if (!scores) return [];
    const target = gameOf(state).target(state);
    const most = Math.max(target ?? 1, ...Object.values(scores));
    return [
      h("h3", {}, target === null ? t("scores.title") : t("scores.to", { target })),
      h(
        "ol",
        { class: seats.length > MOST_LARGE ? "race many" : "race" },
        seats.map((name, place_) => row(state, name, place_, scores[name] ?? 0, most)),
      ),
    ];
  });
}

/** @type {(state: State, name: string, place: number, points: number, most: number) => HTMLElement} */
function row(state, name, place, points, most) {
  const { seats, to_move, outcome } = state;
  const won = Array.isArray(outcome?.winners) && outcome.winners.includes(name);
  const bar = h("span", { class: "bar-fill" });
  const beside = gameOf(state).besideName(state, place + 1);
  const look = [name === to_move && "mine", beside && "has-beside"];
  bar.style.width = `${(100 * Math.max(0, points)) / most}%`;
  return h(
    "li",
    { class: look.filter(Boolean).join(" "), "aria-current": name === to_move && "true" },
    h(
      "span",
      { class: "runner" },
      player(seats, name),
      beside,
      won && h("span", { class: "crown" }, "★"),
    ),
    h("b", { class: "points" }, number(points)),
    h("span", { class: "track", "aria-hidden": "true" }, bar),
  );
}
