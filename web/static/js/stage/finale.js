// The end of a game, as large as the screen: who has won, why, and how all came in.

import { byId, h, show } from "../dom.js";
import { say } from "../faces.js";
import { gameOf } from "../games/registry.js";
import { mark, player } from "../seats.js";
import { number, t } from "../texts.js";

/** @import { Child, State, Text } from "../types.js" */
/** @typedef {{ name: string, rank: number, score: number | null, won: boolean }} Ranked */
/** @typedef {{ name: string, rank: number, wins: number, games: number }} Standing */
/**
 * What the table tells of a game that is over; absent where it tells nothing of it.
 * @typedef {object} End
 * @property {Ranked[]} ranking
 * @property {Text | null} why
 * @property {{ name: string | null, text: Text }[]} highlights
 * @property {string | null} picture
 * @property {{ number: number, games: number, standings: Standing[] } | null} [evening]
 */

/** @param {State} state */
export function drawFinale(state) {
  const { outcome, seats, sitting, scores } = state;
  const end = /** @type {{ end?: End | null }} */ (state).end ?? null;
  document.body.classList.toggle("ended", Boolean(sitting && outcome));
  document.body.classList.toggle("pictured", Boolean(end?.picture));
  show(byId("finale"), sitting && outcome && [outcome, end, seats, scores], () => {
    if (!sitting || !outcome) return [];
    const ranking = end?.ranking ?? rankingOf(state);
    return [
      h("div", { class: "champions" }, champions(seats, ranking)),
      h("p", { class: "why" }, end?.why ? say(end.why) : gameOf(state).ending(state)),
      h(
        "ol",
        { class: "ranking" },
        ranking.map((one) => row(state, one)),
      ),
      end?.picture && h("img", { class: "won-picture", src: end.picture, alt: t("stage.picture") }),
      highlights(state, end),
      standings(state, end),
    ];
  });
}

/** Who has won comes first, then by points. @type {(state: State) => Ranked[]} */
function rankingOf({ seats, scores, outcome }) {
  const winners = Array.isArray(outcome?.winners) ? outcome.winners : [];
  const all = seats.map((name) => ({
    name,
    score: scores ? (scores[name] ?? 0) : null,
    won: winners.includes(name),
  }));
  const isBefore = (
    /** @type {Omit<Ranked, "rank">} */ one,
    /** @type {Omit<Ranked, "rank">} */ other,
  ) => (one.won === other.won ? (one.score ?? 0) > (other.score ?? 0) : one.won);
  return all
    .map((one) => ({ ...one, rank: 1 + all.filter((other) => isBefore(other, one)).length }))
    .sort((one, other) => one.rank - other.rank);
}

/** @type {(seats: string[], ranking: Ranked[]) => Child} */
function champions(seats, ranking) {
  const won = ranking.filter((one) => one.won);
  return [
    h("span", { class: "crown", "aria-hidden": "true" }, "★"),
    won.map(({ name }) => h("h2", {}, mark(seats, name), h("span", {}, name))),
    h("p", {}, t("wait.over", { count: won.length })),
  ];
}

/** @type {(state: State, one: Ranked) => HTMLElement} */
const row = (state, { name, rank, score, won }) =>
  h(
    "li",
    { class: won ? "won" : "" },
    h("b", { class: "rank" }, number(rank)),
    player(state.seats, name),
    score !== null && h("b", { class: "points" }, number(score)),
    state.seats.includes(name) && gameOf(state).besideName(state, state.seats.indexOf(name) + 1),
  );

/** @type {(state: State, end: End | null) => Child} */
function highlights({ seats }, end) {
  if (!end?.highlights.length) return null;
  return h(
    "ul",
    { class: "highlights" },
    end.highlights.map(({ name, text }) =>
      h("li", {}, name && seats.includes(name) && player(seats, name), " ", say(text)),
    ),
  );
}

/** @type {(state: State, end: End | null) => Child} */
function standings({ seats }, end) {
  const evening = end?.evening;
  if (!evening || evening.games < 2) return null;
  return h(
    "section",
    { class: "of-evening" },
    h("h3", {}, t("stage.evening", { games: evening.games })),
    h(
      "ol",
      {},
      evening.standings.map(({ name, wins }) =>
        h(
          "li",
          {},
          seats.includes(name) ? player(seats, name) : h("span", { class: "player" }, name),
          h("b", {}, t("stage.wins", { wins })),
        ),
      ),
    ),
  );
}
