// What each player has won, by colour, the count that leads, and at the end who has won and why.

import { each, h, show } from "../../base/dom.js";
import { mark, player } from "../../base/seats.js";
import { number, t } from "../../base/texts.js";
import { gem, gemCount } from "./gems.js";
import { COLOURS, colourName, viewOf } from "./state.js";

/** @import { View } from "./types.js" */

/** @type {(place: HTMLElement, state: State) => void} */
export function drawStanding(place, state) {
  const view = viewOf(state);
  place.classList.toggle("ended", view.phase === "ended");
  show(
    place,
    view.phase !== "laying_out" && [
      h("h3", t("ubongo.standing.title")),
      view.phase === "ended" ? endTable(state, view) : standingTable(state, view),
    ],
  );
}

/** @type {(state: State, view: View) => Child} */
function standingTable(state, view) {
  const columns = COLOURS.map((colour) =>
    h("th", { scope: "col" }, gem(colour, ""), h("span.unseen", colourName(colour))),
  );
  const row = (/** @type {string} */ name) => {
    const { gems, leading } = view.players[name];
    return h("tr", [
      h("th", { scope: "row" }, player(state.seats, name)),
      COLOURS.map((colour) =>
        h("td", { class: leading.includes(colour) ? "leads" : !gems[colour] && "none" }, [
          number(gems[colour]),
        ]),
      ),
    ]);
  };
  return h("table.gem-table", [
    h("thead", h("tr", h("th", { scope: "col" }, nobody()), columns)),
    h("tbody", state.seats.map(row)),
  ]);
}

const nobody = () => h("span.unseen", t("ubongo.standing.player"));

/** The players from first to last, each with the counts that are compared. @type {(state: State, view: View) => Child} */
function endTable(state, view) {
  return h("ol.end-ranking", [
    view.ranking.flatMap((place, index) =>
      place.map((name) => ranked(state, view, name, placeNumber(view, index))),
    ),
  ]);
}

/** @type {(view: View, index: number) => number} */
const placeNumber = ({ ranking }, index) => ranking.slice(0, index).flat().length + 1;

/** @type {(state: State, view: View, name: string, place: number) => Child} */
function ranked(state, view, name, place) {
  const { gems } = view.players[name];
  const sorted = [...COLOURS].sort((one, other) => gems[other] - gems[one]);
  return h("li", { class: place === 1 ? "won" : "" }, [
    h("b.rank", number(place)),
    h("span.player", [
      place === 1 && h("span.crown", { "aria-hidden": "true" }, "★"),
      mark(state.seats, name),
      h("span.name", name),
    ]),
    each("span.compared", sorted, (colour, at) => gemCount(colour, gems[colour], at <= view.decided_at)),
  ]);
}

/** Why who has won has won, in a sentence. @param {State} state */
export function reason(state) {
  const { ranking, players, decided_at: at } = viewOf(state);
  const [first, second] = ranking;
  const { strength: best, leading } = players[first[0]];
  if (first.length > 1) return t("ubongo.end.shared", { counts: listed(best) });
  if (at === 0)
    return t("ubongo.end.most", { count: best[0], colours: leading.map(colourName).join(", ") });
  const [counts, others] = [best, players[second[0]].strength].map((all) =>
    listed(all.slice(0, at + 1)),
  );
  return t("ubongo.end.beats", { counts, others, seat: second[0] });
}

/** @param {number[]} counts */
const listed = (counts) => counts.map(number).join(", ");

/** What a player has won, beside the name in the scores: on a narrow page the leading colours alone. @type {(state: State, seat: number) => Child} */
export function besideName(state, seat) {
  const { gems, leading } = viewOf(state).players[state.seats[seat - 1]];
  return each("span.held", COLOURS, (colour) =>
    gemCount(colour, gems[colour], leading.includes(colour)),
  );
}
