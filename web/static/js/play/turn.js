// Whose turn it is, what the table waits for, why nothing can be told of the camera's picture.

import { role } from "../base/api.js";
import { h, show } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { gameOf, hasPage } from "../games/registry.js";
import { mark } from "../base/seats.js";
import { gameName, t } from "../base/texts.js";

/** @type {(place: HTMLElement, state: State) => void} */
export function drawTurn(place, state) {
  const { game, to_move, outcome } = state;
  show(place, [
    h("div.who", [
      game !== null && to_move !== null && h("p.game-name", gameName(game)),
      headline(state),
      h("p", { class: isKeptWaiting(state) ? "wait notice" : "wait" }, waiting(state)),
    ]),
    toldBelow(state),
  ]);
  place.classList.toggle("over", Boolean(outcome));
}

/** Whether a move lies there already that does not count yet: what was to be done before it is no news. @type {(proposal: State["proposal"]) => boolean} */
export const asksOfMove = (proposal) => proposal !== null && proposal.kind !== "pending";

/** Where nothing can be entered, nobody is told to. */
const mayEnter = document.getElementById("enter") !== null;

/** A few facts of the game, and what was noticed. @type {(state: State) => Child} */
export const toldBelow = (state) => {
  const { sitting, outcome, proposal, notice } = state;
  const look = asksOfMove(proposal) ? "facts unsaid" : "facts";
  return [
    sitting && !outcome && h("div", { class: look }, gameOf(state).facts(state)),
    notice && (notice.code !== "notice.by_tap" || mayEnter) && h("p.notice", say(notice)),
  ];
};

/** Whether all are awaited at once. @param {State} state */
export const areAll = (state) => state.view && gameOf(state).together?.(state);

/** @param {State} state */
function headline(state) {
  const { sitting, seats, to_move, outcome, game } = state;
  if (!sitting) return h("h2", t("turn.nobody"));
  if (outcome) return winners(seats, winnersOf(outcome));
  if (areAll(state)) return h("h2", t("turn.all"));
  if (!to_move) return h("h2", gameName(game ?? ""));
  return h("h2", mark(seats, to_move), h("span", to_move));
}

/** @type {(outcome: NonNullable<State["outcome"]>) => string[]} */
export const winnersOf = ({ winners: names }) => (Array.isArray(names) ? names : []);

/** @type {(seats: string[], names: string[]) => Child} */
export const winners = (seats, names) =>
  h("h2", [
    h("span.crown", { "aria-hidden": "true" }, "★"),
    names.map((name) => [mark(seats, name), h("span", name)]),
  ]);

/** @param {State} state */
export function waiting(state) {
  const { sitting, outcome, watch, camera, proposal, hands } = state;
  if (!sitting) return document.getElementById("turn")?.dataset.start ?? t("wait.start");
  if (hands?.awaits === "rolling" || hands?.awaits === "reading") return t(`hands.${hands.awaits}`);
  if (outcome) return over(state, outcome);
  if (camera.health === "lost" || camera.health === "frozen") return t("wait.camera");
  const blind = whyUnjudged(watch);
  if (blind && (!proposal || watch.phase === "moving")) return blind;
  if (proposal?.kind === "question" || proposal?.kind === "correction") return t("wait.answer");
  if (proposal?.kind === "move") return t("wait.moment");
  if (state.timer && !state.timer.running) return t("wait.paused");
  // What nobody can show yet is not read either.
  if (!hasPage(state.game ?? "")) return task(state);
  if (watch.phase === "moving") {
    const seen = watch.hand.length > 0 ? "hand" : "moving";
    return t(isKeptWaiting(state) ? `wait.${seen}_long` : `wait.${seen}`);
  }
  if (watch.phase === "still") return t("wait.reading");
  if (camera.health === "starting") return t("wait.starting");
  const byTap = camera.health === "off" && mayEnter && role === "host";
  return byTap ? [task(state), " ", t("wait.by_tap")] : task(state);
}

/** What the game waits for; where simulated hands throw on, of so many dice. @param {State} state */
function task({ task: told, hands }) {
  if (!told) return t("wait.move");
  const { dice } = told.params;
  return say({
    ...told,
    params: dice && hands?.again ? { ...told.params, dice: hands.again } : told.params,
  });
}

/** Whether nothing can be read because something goes on moving. @param {State} state */
export const isKeptWaiting = ({ sitting, outcome, watch, camera, proposal, game }) =>
  Boolean(watch.restless && sitting && !outcome && !proposal && hasPage(game ?? "")) &&
  camera.health === "running";

/** @type {(state: State, outcome: NonNullable<State["outcome"]>) => string} */
function over(state, outcome) {
  const won = t("wait.over", { count: winnersOf(outcome).length });
  return [won, gameOf(state).ending(state), t("wait.again")].filter(Boolean).join(" ");
}

/** What is wrong with the picture and what to do; null where something can be told of it.
 *  @type {(watch: State["watch"]) => string | null} */
export const whyUnjudged = ({ unjudged = [] }) =>
  unjudged.length > 0 ? t(`wait.unjudged_${unjudged[0].why.replace(/ /g, "_")}`) : null;
