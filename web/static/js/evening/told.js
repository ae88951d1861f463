// What is told of games that have ended: ranking, why, what is worth telling, standings. Drawn alike wherever.

import { each, h } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { player } from "../base/seats.js";
import { language, number, t } from "../base/texts.js";

/** @import { components } from "../../../../build/openapi" */
/** @typedef {components["schemas"]["PlacedShape"]} Placed */
/** @typedef {components["schemas"]["HighlightShape"]} Highlight */
/** @typedef {components["schemas"]["StandingShape"]} Standing */
/** @typedef {components["schemas"]["GameShape"]} PastGame */
/** @typedef {components["schemas"]["EveningsShape"]} Evenings */

/** Names, one after the other. */
export const lists = new Intl.ListFormat(language, { type: "conjunction" });

/** @type {(seats: string[], ranking: Placed[]) => Child} */
export const rankingOf = (seats, ranking) =>
  each("ol.ranking", ranking, ({ name, rank, score, won }) =>
    h(
      "li",
      { class: won ? "won" : "" },
      won
        ? h("span.rank.crown", { role: "img", "aria-label": t("end.won") }, "★")
        : h("span.rank", `${rank}.`),
      player(seats, name),
      score !== null && h("b.points", number(score)),
    ),
  );

/** @type {(seats: string[], highlights: Highlight[]) => Child} */
export const highlightsOf = (seats, highlights) =>
  highlights.length === 0
    ? null
    : each("ul.highlights", highlights, ({ name, text }) =>
        h("li", name && player(seats, name), h("span", say(text))),
      );

/** @type {(title: string, standings: Standing[], names: string[]) => Child} */
export const standingsOf = (title, standings, names) =>
  h(
    "table.standings",
    h("caption", title),
    h(
      "thead",
      each("tr", ["end.rank", "end.player", "end.wins", "end.games", "end.beaten"], (code) =>
        h("th", { scope: "col" }, t(code)),
      ),
    ),
    each("tbody", standings, ({ name, rank, wins, games, beaten }) =>
      h(
        "tr",
        h("td", `${rank}.`),
        h("th", { scope: "row" }, player(names, name)),
        [wins, games, beaten].map((value) => h("td", number(value))),
      ),
    ),
  );

/** By what players are known. @type {(players: Evenings["players"]) => Record<string, { colour: number, sign: number }>} */
export const marksOf = (players) =>
  Object.fromEntries(players.map(({ name, colour, sign }) => [name, { colour, sign }]));
