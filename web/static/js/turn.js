// Whose turn it is, and what the table waits for.

import { h, show } from "./dom.js";
import { say } from "./faces.js";
import { gameOf } from "./games/all.js";
import { mark } from "./seats.js";
import { t } from "./words.js";

export function drawTurn(place, state) {
  const { sitting, seats, to_move, outcome, watch, camera, proposal, view, building, notice } = state;
  const what = [sitting, seats, to_move, outcome, watch.phase, camera.health, proposal, view, building, notice];
  show(place, what, () => {
    place.classList.toggle("over", Boolean(outcome));
    return [
      h("div", { class: "who" }, headline(state), h("p", { class: "wait" }, waiting(state))),
      sitting && !outcome && h("div", { class: "facts" }, gameOf(state).facts?.(state)),
      notice && h("p", { class: "notice" }, say(notice)),
    ];
  });
}

function headline({ sitting, seats, to_move, outcome, game }) {
  if (!sitting) return h("h2", {}, t("turn.nobody"));
  if (outcome) return winners(seats, outcome);
  if (!to_move) return h("h2", {}, t(`game.${game}`));
  return h("h2", {}, mark(seats, to_move), h("span", {}, to_move));
}

function winners(seats, outcome) {
  const names = outcome.winners ?? [];
  return h(
    "h2",
    {},
    h("span", { class: "crown", "aria-hidden": "true" }, "★"),
    names.map((name) => [mark(seats, name), h("span", {}, name)]),
  );
}

function ending(state) {
  const won = t("wait.over", { count: state.outcome.winners?.length ?? 0 });
  return [won, gameOf(state).ending?.(state)].filter(Boolean).join(" ");
}

function waiting(state) {
  const { sitting, outcome, watch, camera, proposal } = state;
  if (!sitting) return t("wait.start");
  if (outcome) return ending(state);
  if (camera.health === "lost" || camera.health === "frozen") return t("wait.camera");
  if (proposal?.kind === "question") return t("wait.answer");
  if (proposal?.kind === "move") return t("wait.moment");
  if (watch.phase === "moving") return t("wait.moving");
  if (watch.phase === "still") return t("wait.reading");
  return gameOf(state).waiting?.(state) ?? t("wait.move");
}
