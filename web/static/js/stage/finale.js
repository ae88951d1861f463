// The end of a game, as large as the screen: who has won, why, and how all came in.

import { byId, each, h, show } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { gameOf } from "../games/registry.js";
import { mark, player } from "../base/seats.js";
import { number, t } from "../base/texts.js";

/** @import { components } from "../../../../build/openapi" */
/** @typedef {components["schemas"]["EndShape"]} End */
/** @typedef {components["schemas"]["PlacedShape"]} Placed */
/** @param {State} state */
export function drawFinale(state) {
  const { outcome, seats, sitting, end } = state;
  document.body.classList.toggle("ended", Boolean(sitting && outcome && end));
  document.body.classList.toggle("pictured", Boolean(end?.picture));
  show(
    byId("finale"),
    end && [
      h("div.champions", champions(seats, end.ranking)),
      h("p.why", end.why ? say(end.why) : gameOf(state).ending(state)),
      each("ol.ranking", end.ranking, (one) => row(state, one)),
      end.picture && h("img.won-picture", { src: end.picture, alt: t("stage.picture") }),
      highlights(state, end),
      standings(state, end),
    ],
  );
}

/** @type {(seats: string[], ranking: Placed[]) => Child} */
function champions(seats, ranking) {
  const won = ranking.filter((one) => one.won);
  return [
    h("span.crown", { "aria-hidden": "true" }, "★"),
    won.map(({ name }) => h("h2", mark(seats, name), h("span", name))),
    h("p", t("wait.over", { count: won.length })),
  ];
}

/** @type {(state: State, one: Placed) => Child} */
const row = (state, { name, rank, score, won }) =>
  h("li", { class: won ? "won" : "" }, [
    h("b.rank", number(rank)),
    player(state.seats, name),
    score !== null && h("b.points", number(score)),
    state.seats.includes(name) && gameOf(state).besideName(state, state.seats.indexOf(name) + 1),
  ]);

/** @type {(state: State, end: End) => Child} */
function highlights({ seats }, end) {
  if (end.highlights.length === 0) return null;
  return each("ul.highlights", end.highlights, ({ name, text }) =>
    h("li", name && seats.includes(name) && player(seats, name), " ", say(text)),
  );
}

/** @type {(state: State, end: End) => Child} */
function standings({ seats }, { evening }) {
  if (evening.games < 2) return null;
  return h("section.of-evening", [
    h("h3", t("stage.evening", { games: evening.games })),
    each("ol", evening.standings, ({ name, wins }) =>
      h("li", [
        seats.includes(name) ? player(seats, name) : h("span.player", name),
        h("b", t("stage.wins", { wins })),
      ]),
    ),
  ]);
}
