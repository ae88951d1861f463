// What the table means to do, or asks; buttons for those who may answer, and the way to enter moves.

import { IS_HOST, SEAT, lastStanding, ownName } from "../base/api.js";
import { countdown } from "./countdown.js";
import { button, focusOn, h, onceButton, show } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { pointAt } from "../picture/marks.js";
import { t } from "../base/texts.js";
import { answers } from "../base/toast.js";
import { mayCorrect } from "./history.js";

/** So many choices a page shows that may not answer. */
const MOST_SHOWN = 3;

/** How a reading is put right, on a page that may. @typedef {{ draw: (state: State, proposal: Proposal) => Child }} PutRight */

/** How a page that may not answer shows a choice, beside its words: as they are, until a stage says otherwise. @type {(state: State, choice: Choice, words: Child) => Child} */
let picture = (_state, _choice, words) => words;

/** @param {typeof picture} shown */
export const usePicture = (shown) => (picture = shown);

/** @type {(place: HTMLElement, state: State, right: PutRight | null) => void} */
export function drawProposal(place, state, right) {
  const { proposal } = state;
  const may = proposal !== null && mayAnswer(state, proposal);
  const shown = proposal && (proposal.kind !== "pending" || may) ? proposal : null;
  const wrong = shown?.kind === "pending" || !shown ? stoppable(state) : null;
  const draw = () => {
    if (!shown) place.dataset.kind = "pending";
    if (!shown) return wrong && h("div.choices", wasWrong(wrong));
    place.dataset.kind = shown.kind;
    if (shown.kind === "move") return move(shown, may);
    if (shown.kind === "correction") return correction(shown, may && right && right.draw(state, shown));
    return question(state, shown, may, wrong && wasWrong(wrong));
  };
  show(place, draw());
  if (shown?.kind !== "correction") pointAt(null);
}

/** A seat answers what is asked of it or of all, the host anything. @type {(state: State, proposal: Proposal) => boolean} */
function mayAnswer(state, { choices }) {
  if (SEAT === null) return IS_HOST;
  const own = ownName(state);
  const asked = choices.flatMap(({ moves }) => moves.map(({ seat }) => seat));
  return asked.length === 0 || asked.some((seat) => seat === undefined || seat === own);
}

/** What was accepted by itself, and can be stopped still by who reads this. @type {(state: State) => string | null} */
function stoppable(state) {
  const last = lastStanding(state);
  return last && mayCorrect(state, last) ? (state.accepted ?? null) : null;
}

/** @param {string} accepted */
const wasWrong = (accepted) =>
  onceButton("was-wrong", t("proposal.was_wrong"), answers(accepted, "stop"), "quiet");

/** @type {(proposal: Proposal, ways: Child) => Child[]} */
const correction = (proposal, ways) => [
  h("p.asks", say(proposal.text)),
  ways || h("p.hint", t("proposal.asked")),
];

/** @type {(proposal: Proposal, may: boolean) => Child[]} */
function move(proposal, may) {
  const closes_s = proposal.closes_in_s ?? 0;
  const left = (/** @type {number} */ left_s) =>
    t("proposal.in", { seconds: Math.ceil(left_s * 10) / 10 });
  return [
    h("p.asks", say(proposal.text)),
    h("div", { "aria-hidden": "true" }, [
      countdown({ key: proposal.id, left_s: closes_s, of_s: closes_s, text: left }),
    ]),
    may
      ? h("div.buttons", [
          choose(proposal, "stop", t("proposal.stop"), "strong"),
          choose(proposal, "accept", t("proposal.accept")),
        ])
      : h("p.hint", t("proposal.can_stop")),
  ];
}

/** `more`: another button beside the answers. @type {(state: State, proposal: Proposal, may: boolean, more?: Child) => Child[]} */
function question(state, proposal, may, more) {
  const asks = proposal.kind === "question";
  const isRefused = proposal.choices.some(({ id }) => id === "again");
  const title = (asks || isRefused) && h("p.asks", say(proposal.text));
  const choices = choiceTexts(proposal);
  if (!may) {
    const likely = choices
      .slice(0, MOST_SHOWN)
      .map((words, place) => h("li", picture(state, proposal.choices[place], words)));
    return [title, likely.length > 0 && h("ol.likely", likely), h("p.hint", t("proposal.asked"))];
  }
  const buttons = proposal.choices.map(({ id }, place) =>
    choose(proposal, id, choices[place], asks && place === 0 ? "strong" : ""),
  );
  return [
    title,
    h("div.choices", buttons, isRefused && enterByTap(), more),
    asks && h("div.buttons", noneOf(proposal)),
  ];
}

/**
 * None of the answers is right: the dice that were read are put right one by one; where none were, all is
 * entered by tap.
 * @param {Proposal} proposal
 */
function noneOf(proposal) {
  if (proposal.choices.some(({ dice }) => dice.length > 0))
    return choose(proposal, "stop", t("proposal.none"), "quiet");
  const label = t(proposal.choices.length ? "proposal.none" : "enter.title");
  const enter = (/** @type {Element} */ pressed) =>
    answers(proposal.id, "stop")(pressed).then(openEnter);
  return onceButton("choice-stop", label, enter, "quiet");
}

/** Where this page has no place to enter anything, the host's page has. */
function enterByTap() {
  if (document.getElementById("enter")) return button("enter", t("enter.title"), openEnter, "quiet");
  return h("a.as-button.quiet", { href: "/host" }, t("enter.title"));
}

/**
 * The choices in words. Faces that differ are marked: in the most likely choice against the next one, in
 * all others against the most likely one.
 * @type {(proposal: Proposal) => Child[][]}
 */
const choiceTexts = ({ choices }) =>
  choices.map(({ text }, place) => say(text, choices[place === 0 ? 1 : 0]?.text));

/** @type {(proposal: Proposal, choice: string, label: Child, look?: string) => Child} */
const choose = (proposal, choice, label, look = "") =>
  onceButton(`choice-${choice}`, label, answers(proposal.id, choice), look);

/** Show what can be entered by tap: where it is folded away, in what is one's own, or on the game's board. */
function openEnter() {
  const details = /** @type {HTMLDetailsElement | null} */ (document.querySelector("#enter details"));
  if (details) details.open = true;
  const place = details ?? document.querySelector("#own:not(.later, [hidden]), #game");
  place?.scrollIntoView({ block: "start" });
  if (place) focusOn("summary, button", place);
}
