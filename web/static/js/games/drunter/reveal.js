// The reveal: cards turn up one by one, the votes add up, the result stands; and the end, when all cards are open. The
// table turns them, at the same time for every page: none knows more than what it shows.

import { lastStanding } from "../../base/api.js";
import { h, redraw } from "../../base/dom.js";
import { lastOf } from "../../base/lists.js";
import { player, mark } from "../../base/seats.js";
import { number, t } from "../../base/texts.js";
import { voteCard, meaning, namedCard, pointsOf, reasons } from "./cards.js";
import { clockwise, JOKER, lastLay, viewOf } from "./state.js";

/** @import { Sums, Vote, View } from "./types.js" */

/**
 * `passed`: null while that is open; `turns`: cards still turn up.
 * @typedef {Pick<Vote, "declared" | "sums"> & { proposer: string, revealed: Record<string, string[]>, passed: boolean | null, turns: boolean }} Shown
 */

/** So long the result covers the board, where the cards were seen to turn up. */
const STAYS_MS = 3500;

/** Which vote was seen to turn up, and until when its result covers the board. */
const memory = { seen: 0, counted: 0, until: 0 };

/**
 * The vote that is to be shown now: turning up, open and not yet counted, or counted last and nothing laid since.
 * @type {(state: State) => Shown | null}
 */
export function voteShown(state) {
  const { vote, last_vote: counted, phase } = viewOf(state);
  if (vote?.revealed) {
    const { lay, revealed, declared, sums } = vote;
    return { proposer: lay.seat, revealed, declared, sums, passed: null, turns: phase === "reveal" };
  }
  if (!counted || !["lay", "choose", "ended", "show"].includes(phase)) return null;
  const { lay, revealed, declared, sums, passed } = counted;
  if (!revealed || !isLatest(state)) return null;
  return { proposer: lay.seat, revealed, declared, sums, passed, turns: false };
}

/** Whether the vote counted last was about the last lay. @param {State} state */
function isLatest({ history }) {
  const last = lastStanding({ history });
  return last?.move.move === "vote" || last?.move.move === "declare";
}

/** Whether the show covers the board now. @param {State} state */
export function coversBoard(state) {
  const shown = voteShown(state);
  const lay = lastLay(state);
  if (!shown) return false;
  if (shown.passed === null) {
    memory.seen = lay;
    return true;
  }
  if (memory.seen === lay && memory.counted !== lay) {
    Object.assign(memory, { counted: lay, until: performance.now() + STAYS_MS });
    setTimeout(redraw, STAYS_MS + 50);
  }
  return memory.counted === lay && performance.now() < memory.until;
}

/** @type {(state: State, shown: Shown, plays: boolean) => Child} */
export function reveal({ seats }, { proposer, revealed, declared, sums, passed, turns }, plays) {
  const order = clockwise(seats, proposer).filter((name) => name in revealed);
  const begun = order.filter((name) => revealed[name].length);
  const newest = lastOf(begun);
  const rows = order.map((name) =>
    h("li", [
      player(seats, name),
      h("span.turned-up", [
        revealed[name].map((card, at) => {
          const isNew = turns && name === newest && at === revealed[name].length - 1;
          return voteCard(card, card === JOKER ? declared[name] : undefined, isNew ? "fresh" : "");
        }),
        !begun.includes(name) && h("span.vote-card.down", { "aria-hidden": "true" }),
      ]),
      begun.includes(name) && h("b.so-far", sumText(sums[name])),
    ]),
  );
  const last = sums[lastOf(order) ?? ""] ?? { yes: 0, no: 0 };
  return h(
    "section",
    { class: plays ? "reveal plays" : "reveal", "aria-label": t("drunter.reveal.title") },
    h("h3", t("drunter.reveal.title")),
    h("ol", rows),
    turns ? h("p.result.open", h("b", sumText(last))) : resultLine(passed, last),
  );
}

/** What a vote came to; null: a joker is open. @type {(passed: boolean | null, sums: Sums) => Child} */
export function resultLine(passed, sums) {
  if (passed === null) return h("p.result.open", { role: "status" }, t("drunter.reveal.joker"));
  const words = t(passed ? "drunter.reveal.passed" : "drunter.reveal.refused");
  const look = `p.result.${passed ? "passed" : "refused"}`;
  return h(look, { role: "status" }, h("b", sumText(sums)), " ", words);
}

/** @param {Sums} sums */
const sumText = ({ yes, no }) => `✓ ${number(yes)} : ${number(no)} ✕`;

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
