// What the table means to do, or asks; with buttons for those who may answer.

import { answer, role } from "./api.js";
import { button, h, show } from "./dom.js";
import { say } from "./faces.js";
import { t } from "./words.js";
import { attempt } from "./toast.js";

const mayAnswer = role !== "everyone";
const MOST_SHOWN = 3;
let counting = null;

export function drawProposal(place, state) {
  const { proposal } = state;
  const what = proposal && [proposal.id, proposal.kind, proposal.text, proposal.choices];
  const shown = proposal && (proposal.kind !== "pending" || mayAnswer);
  place.parentElement.classList.toggle("has-proposal", Boolean(shown));
  show(place, what, () => {
    clearInterval(counting);
    if (!shown) return [];
    place.dataset.kind = proposal.kind;
    return proposal.kind === "move" ? move(proposal) : question(proposal);
  });
}

function move(proposal) {
  return [
    h("p", { class: "asks" }, say(proposal.text)),
    countdown(proposal.closes_in_s ?? 0),
    mayAnswer
      ? h(
          "div",
          { class: "buttons" },
          choose(proposal, "stop", t("proposal.stop"), "strong"),
          choose(proposal, "accept", t("proposal.accept"), ""),
        )
      : h("p", { class: "hint" }, t("proposal.can_stop")),
  ];
}

function question(proposal) {
  const rivals = proposal.choices.map(({ text }) => text.params.faces?.split(" "));
  // The likeliest way is told from the next, every other from the likeliest.
  const words = (choice, place) => say(choice.text, rivals[place === 0 ? 1 : 0]);
  const title = proposal.kind === "question" ? h("p", { class: "asks" }, say(proposal.text)) : null;
  if (!mayAnswer) {
    const likely = proposal.choices.slice(0, MOST_SHOWN).map((choice, place) => h("li", {}, words(choice, place)));
    return [title, likely.length > 0 && h("ol", { class: "likely" }, likely), h("p", { class: "hint" }, t("proposal.asked"))];
  }
  return [
    title,
    h(
      "div",
      { class: "choices" },
      proposal.choices.map((choice, place) =>
        choose(proposal, choice.id, words(choice, place), place === 0 && proposal.kind === "question" ? "strong" : ""),
      ),
    ),
    proposal.kind === "question" &&
      h("div", { class: "buttons" }, choose(proposal, "stop", t(rivals.length ? "proposal.none" : "correct.close"), "quiet")),
  ];
}

function choose(proposal, id, label, look) {
  return button(label, (event) => attempt(() => answer(proposal.id, id), event.currentTarget), {
    class: look,
    "data-key": `choice-${id}`,
  });
}

function countdown(seconds) {
  const ends = performance.now() + seconds * 1000;
  const fill = h("span", { class: "countdown-fill" });
  const text = h("span", { class: "countdown-text", "aria-hidden": "true" });
  const tick = () => {
    const left = Math.max(0, ends - performance.now());
    fill.style.transform = `scaleX(${seconds ? left / (seconds * 1000) : 0})`;
    text.textContent = t("proposal.in", { seconds: Math.ceil(left / 100) / 10 });
    if (left === 0) clearInterval(counting);
  };
  counting = setInterval(tick, 100);
  tick();
  return h("div", { class: "countdown" }, h("span", { class: "countdown-track" }, fill), text);
}

