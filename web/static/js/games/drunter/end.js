// The end: each player's card, the buildings that stand and those that are covered, the points, and the tie-break.

import { h } from "../../base/dom.js";
import { mark } from "../../base/seats.js";
import { number, t } from "../../base/texts.js";
import { meaning, namedCard, pointsOf, reasons } from "./cards.js";
import { viewOf } from "./state.js";

/** @import { View } from "./types.js" */

/** @type {(state: State) => Child} */
export function endTable(state) {
  const view = viewOf(state);
  const { cards } = view;
  if (!cards) return null;
  const winners = winnersOf(state);
  const row = (/** @type {string} */ name) => {
    const own = cards[name] ?? [];
    if (!own.length) return null;
    return h("li", { class: winners.includes(name) && "won" }, [
      h("span.player", [
        winners.includes(name) && h("span.crown", "★"),
        mark(state.seats, name),
        h("span.name", name),
      ]),
      h("b.points", number(state.scores?.[name] ?? pointsOf(view, own[0]))),
      h("span.end-card", namedCard(own[0], meaning(own[0])), reasons(view, own[0])),
      h("span.hint", besides(view, name)),
    ]);
  };
  return [
    h("h3", t("drunter.end.title")),
    h("ol.end-table", state.seats.map(row)),
    tieText(state) && h("p.tie", tieText(state)),
  ];
}

/** What breaks a tie: the votes left, or the other card's points. @type {(view: View, name: string) => Child} */
function besides(view, name) {
  if (view.variant === "basic" && !view.votes && !view.left) return null;
  if (view.variant === "basic") return t("drunter.end.votes_left", { votes: view.more[name] ?? 0 });
  const other = view.cards?.[name]?.[1];
  return (
    other !== undefined && [
      namedCard(other, [meaning(other), h("i", t("drunter.counts_not"))]),
      reasons(view, other),
    ]
  );
}

/** @param {State} state */
const winnersOf = ({ outcome }) => /** @type {string[]} */ (outcome?.winners ?? []);

/** Why who has won has won, where points alone did not tell; "": they did. @type {(state: State) => string} */
export function tieText(state) {
  const { scores, seats } = state;
  const winners = winnersOf(state);
  if (!scores || !winners.length) return "";
  const best = Math.max(...Object.values(scores));
  if (seats.filter((name) => scores[name] === best).length < 2) return "";
  const view = viewOf(state);
  if (view.tied.length && !view.votes) return t("drunter.end.shared", { points: best });
  const what = view.variant === "expert" ? "card" : "votes";
  const how = winners.length > 1 ? `drunter.end.shared_${what}` : `drunter.end.tied_${what}`;
  return t(how, { points: best, seat: winners[0], more: view.more[winners[0]] ?? 0 });
}
