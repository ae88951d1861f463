// What each player has won, by colour, the count that leads, and at the end who has won and why.

import { each, h, show } from "../../base/dom.js";
import { mark, player } from "../../base/seats.js";
import { number, t } from "../../base/texts.js";
import { gem, gemCount } from "./gems.js";
import { COLOURS, colourName, leading, strength, viewOf } from "./state.js";

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
    const most = leading(view, name);
    const { gems } = view.players[name];
    return h(
      "tr",
      h("th", { scope: "row" }, player(state.seats, name)),
      COLOURS.map((colour) =>
        h(
          "td",
          { class: most.includes(colour) ? "leads" : !gems[colour] && "none" },
          number(gems[colour]),
        ),
      ),
    );
  };
  return h(
    "table.gem-table",
    h("thead", h("tr", h("th", { scope: "col" }, nobody()), columns)),
    h("tbody", state.seats.map(row)),
  );
}

const nobody = () => h("span.unseen", t("ubongo.standing.player"));

/** The players from first to last, each with the counts that are compared. @type {(state: State, view: View) => Child} */
function endTable(state, view) {
  const decided = decidedAt(view);
  return h(
    "ol.end-ranking",
    view.ranking.flatMap((place, index) =>
      place.map((name) => ranked(state, view, name, placeNumber(view, index), decided)),
    ),
  );
}

/** @type {(view: View, index: number) => number} */
const placeNumber = ({ ranking }, index) => ranking.slice(0, index).flat().length + 1;

/** @type {(state: State, view: View, name: string, place: number, decided: number) => Child} */
function ranked(state, view, name, place, decided) {
  const { gems } = view.players[name];
  const sorted = [...COLOURS].sort((one, other) => gems[other] - gems[one]);
  return h(
    "li",
    { class: place === 1 ? "won" : "" },
    h("b.rank", number(place)),
    h(
      "span.player",
      place === 1 && h("span.crown", { "aria-hidden": "true" }, "★"),
      mark(state.seats, name),
      h("span.name", name),
    ),
    each("span.compared", sorted, (colour, at) => gemCount(colour, gems[colour], at <= decided)),
  );
}

/** Up to which count, from the largest, the first two had to be compared. @param {View} view */
function decidedAt(view) {
  const [first, second] = view.ranking;
  if (!second) return COLOURS.length - 1;
  const [best, next] = [strength(view, first[0]), strength(view, second[0])];
  return best.findIndex((count, at) => count !== next[at]);
}

/** Why who has won has won, in a sentence. @param {State} state */
export function reason(state) {
  const view = viewOf(state);
  const [first, second] = view.ranking;
  const best = strength(view, first[0]);
  if (first.length > 1) return t("ubongo.end.shared", { counts: listed(best) });
  const next = strength(view, second[0]);
  const at = decidedAt(view);
  if (at === 0) {
    const colours = leading(view, first[0]).map(colourName).join(", ");
    return t("ubongo.end.most", { count: best[0], colours });
  }
  const [one, other] = [listed(best.slice(0, at + 1)), listed(next.slice(0, at + 1))];
  return t("ubongo.end.beats", { counts: one, others: other, seat: second[0] });
}

/** @param {number[]} counts */
const listed = (counts) => counts.map(number).join(", ");

/** What a player has won, beside the name in the scores: on a narrow page the leading colours alone. @type {(state: State, seat: number) => Child} */
export function besideName(state, seat) {
  const view = viewOf(state);
  const name = state.seats[seat - 1];
  const most = leading(view, name);
  const { gems } = view.players[name];
  return each("span.held", COLOURS, (colour) => gemCount(colour, gems[colour], most.includes(colour)));
}
