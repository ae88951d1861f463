// What the table means to do, or asks; with buttons for those who may answer.

import { answer, role } from "./api.js";
import { countdown } from "./countdown.js";
import { button, h, show } from "./dom.js";
import { say } from "./faces.js";
import { t } from "./texts.js";
import { attempt } from "./toast.js";

/** @import { Child, Proposal, State } from "./types.js" */

const mayAnswer = role !== "everyone";
/** So many choices a page shows that may not answer. */
const MOST_SHOWN = 3;

/** @type {(place: HTMLElement, state: State) => void} */
export function drawProposal(place, { proposal }) {
  const shown = proposal && (proposal.kind !== "pending" || mayAnswer) ? proposal : null;
  place.parentElement?.classList.toggle("has-proposal", shown !== null);
  show(place, shown && [shown.id, shown.kind, shown.text, shown.choices], () => {
    if (!shown) return [];
    place.dataset.kind = shown.kind;
    return shown.kind === "move" ? move(shown) : question(shown);
  });
}

/** @type {(proposal: Proposal) => Child[]} */
function move(proposal) {
  const closes_s = proposal.closes_in_s ?? 0;
  const left = (/** @type {number} */ left_s) =>
    t("proposal.in", { seconds: Math.ceil(left_s * 10) / 10 });
  return [
    h("p", { class: "asks" }, say(proposal.text)),
    h("div", { "aria-hidden": "true" }, countdown({ left_s: closes_s, of_s: closes_s, text: left })),
    mayAnswer
      ? h(
          "div",
          { class: "buttons" },
          choose(proposal, "stop", t("proposal.stop"), "strong"),
          choose(proposal, "accept", t("proposal.accept")),
        )
      : h("p", { class: "hint" }, t("proposal.can_stop")),
  ];
}

/** @type {(proposal: Proposal) => Child[]} */
function question(proposal) {
  const asks = proposal.kind === "question";
  const title = asks && h("p", { class: "asks" }, say(proposal.text));
  const choices = choiceTexts(proposal);
  if (!mayAnswer) {
    const likely = choices.slice(0, MOST_SHOWN).map((text) => h("li", {}, text));
    return [
      title,
      likely.length > 0 && h("ol", { class: "likely" }, likely),
      h("p", { class: "hint" }, t("proposal.asked")),
    ];
  }
  const buttons = proposal.choices.map(({ id }, place) =>
    choose(proposal, id, choices[place], asks && place === 0 ? "strong" : ""),
  );
  const none = t(choices.length ? "proposal.none" : "correct.close");
  return [
    title,
    h("div", { class: "choices" }, buttons),
    asks && h("div", { class: "buttons" }, choose(proposal, "stop", none, "quiet")),
  ];
}

/**
 * The choices in words. Faces are marked where they differ: those of the most likely choice from the next
 * one's, those of all others from the most likely one's.
 * @type {(proposal: Proposal) => Child[][]}
 */
function choiceTexts({ choices }) {
  return choices.map(({ text }, place) => say(text, choices[place === 0 ? 1 : 0]?.text));
}

/** @type {(proposal: Proposal, choice: string, label: Child, look?: string) => HTMLElement} */
function choose(proposal, choice, label, look = "") {
  return button(label, (event) => attempt(() => answer(proposal.id, choice), event.currentTarget), {
    class: look,
    "data-key": `choice-${choice}`,
  });
}
