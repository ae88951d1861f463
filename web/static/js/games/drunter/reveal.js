// The reveal: cards turn up voter by voter, the votes add up, the result stands. Nothing of it is drawn before the
// table says that all have voted.

import { h } from "../../dom.js";
import { lastOf } from "../../lists.js";
import { mark } from "../../seats.js";
import { number, t } from "../../texts.js";
import { sideOf, voteCard } from "./cards.js";
import { clockwise, JOKER, lastLay, viewOf, VOTES } from "./state.js";

/** @import { Child, State } from "../../types.js" */
/** @import { Side, View } from "./types.js" */
/** @typedef {{ proposer: string, revealed: Record<string, string[]>, declared: Record<string, Side>, passed: boolean | null }} Shown */

/** Seconds between two voters' cards, and until the result. */
const STEP_S = 1.3;
/** So long the show covers the board. */
const STAYS_MS = 9000;

/** Votes that have been shown from beginning to end, or lay there when the page was opened. */
const memory = { key: "", until: 0, first: true };

/**
 * The vote that is to be shown now: revealed and not yet counted, or counted last and nothing laid since.
 * @type {(state: State) => Shown | null}
 */
export function voteShown(state) {
  const { vote, last_vote: counted, phase } = viewOf(state);
  if (vote?.revealed)
    return { proposer: vote.lay.seat, revealed: vote.revealed, declared: vote.declared, passed: null };
  if (!counted || !["lay", "choose", "ended", "show"].includes(phase)) return null;
  const { lay, revealed, declared, passed } = counted;
  return revealed && isLatest(state) ? { proposer: lay.seat, revealed, declared, passed } : null;
}

/** Whether the vote counted last was about the last lay. @param {State} state */
function isLatest({ history }) {
  const last = lastOf(history.filter(({ undone }) => !undone));
  return last?.move.move === "vote" || last?.move.move === "declare";
}

/** Whether the show covers the board now; `again` is called when it no longer does. @type {(state: State, again: () => void) => boolean} */
export function coversBoard(state, again) {
  const shown = voteShown(state);
  const key = shown ? [state.sitting, lastLay(state), shown.passed].join() : "";
  const isNew = key !== memory.key && !memory.first;
  memory.first = false;
  memory.key = key;
  if (!shown) return false;
  if (isNew) {
    const length_ms = STAYS_MS + 1000 * STEP_S * (Object.keys(shown.revealed).length + 1);
    memory.until = performance.now() + length_ms;
    setTimeout(again, length_ms + 50);
  }
  return shown.passed === null || performance.now() < memory.until;
}

/** @type {(state: State, shown: Shown, plays: boolean) => HTMLElement} */
export function reveal({ seats }, { proposer, revealed, declared, passed }, plays) {
  const order = clockwise(seats, proposer).filter((name) => name in revealed);
  const sums = runningSums(order, revealed, declared);
  const rows = order.map((name, place) =>
    timed(
      place + 1,
      h(
        "li",
        {},
        h("span", { class: "player" }, mark(seats, name), h("span", { class: "name" }, name)),
        h(
          "span",
          { class: "turned-up" },
          revealed[name].map((card) => voteCard(card, card === JOKER ? declared[name] : undefined)),
        ),
        h("b", { class: "so-far" }, sumText(sums[place])),
      ),
    ),
  );
  const last = sums[sums.length - 1] ?? { yes: 0, no: 0 };
  const result = resultLine(passed, last);
  return h(
    "section",
    { class: plays ? "reveal plays" : "reveal", "aria-label": t("drunter.reveal.title") },
    h("h3", {}, t("drunter.reveal.title")),
    h("ol", {}, rows),
    timed(order.length + 1, result),
  );
}

/** What a vote came to; null: a joker is open. @type {(passed: boolean | null, sums: { yes: number, no: number }) => HTMLElement} */
export const resultLine = (passed, sums) =>
  h("p", { class: `result ${resultLook(passed)}`, role: "status" }, resultText(passed, sums));

/** Let a part of the show come when so many voters have. @type {(step: number, part: HTMLElement) => HTMLElement} */
function timed(step, part) {
  part.style.setProperty("--at", `${step * STEP_S}s`);
  return part;
}

/** @param {boolean | null} passed */
const resultLook = (passed) => (passed === null ? "open" : passed ? "passed" : "refused");

/** @type {(passed: boolean | null, sums: { yes: number, no: number }) => Child} */
function resultText(passed, sums) {
  if (passed === null) return t("drunter.reveal.joker");
  return [
    h("b", {}, sumText(sums)),
    " ",
    t(passed ? "drunter.reveal.passed" : "drunter.reveal.refused"),
  ];
}

/** @param {{ yes: number, no: number }} sums */
const sumText = ({ yes, no }) => `✓ ${number(yes)} : ${number(no)} ✕`;

/** The votes up to each voter; jokers once they are declared. @type {(order: string[], revealed: View["votes"] & object, declared: Record<string, Side>) => { yes: number, no: number }[]} */
function runningSums(order, revealed, declared) {
  let [yes, no] = [0, 0];
  return order.map((name) => {
    for (const card of revealed[name]) {
      const side = card === JOKER ? declared[name] : sideOf(card);
      if (side === "yes") yes += VOTES[card];
      if (side === "no") no += VOTES[card];
    }
    return { yes, no };
  });
}
