// The scores, as bars; up to the points that win, where there is such a number.

import { each, h, show } from "../base/dom.js";
import { gameOf } from "../games/registry.js";
import { player } from "../base/seats.js";
import { number, t } from "../base/texts.js";
import { areAll } from "./turn.js";

/** @type {(place: HTMLElement, state: State) => void} */
export function drawScores(place, state) {
  const { seats, scores } = state;
  // Whose points are secret is named all the same where there is room for it.
  place.classList.toggle("secret", !scores);
  const target = gameOf(state).target(state);
  const most = Math.max(target ?? 1, ...Object.values(scores ?? {}));
  show(
    place,
    seats.length > 0 && [
      h("h3", target === null ? t("scores.title") : t("scores.to", { target })),
      each("ol.race", seats, (name, place_) =>
        row(state, name, place_, scores && (scores[name] ?? 0), most),
      ),
    ],
  );
}

/** @type {(state: State, name: string, place: number, points: number | null, most: number) => Child} */
function row(state, name, place, points, most) {
  const { seats, outcome } = state;
  const isNext = name === state.to_move && !areAll(state);
  const won = Array.isArray(outcome?.winners) && outcome.winners.includes(name);
  const beside = gameOf(state).besideName(state, place + 1);
  const width = `width: ${(100 * Math.max(0, points ?? 0)) / most}%`;
  return h(
    "li",
    { class: [isNext && "mine", beside ? "has-beside" : ""], "aria-current": isNext && "true" },
    h("span.runner", player(seats, name), beside, won && h("span.crown", "★")),
    points !== null && h("b.points", number(points)),
    points !== null && h("span.track", { "aria-hidden": "true" }, h("span.bar-fill", { style: width })),
  );
}
