// What a seat alone knows and does: its cards, its vote, its choice. It is drawn only after a tap, kept on this
// device alone until it is confirmed, and forgotten when the veil falls.

import { IS_HOST, ownName } from "../../base/api.js";
import { button, choiceKey, each, h, show, redraw } from "../../base/dom.js";
import { without } from "../../base/lists.js";
import { mark } from "../../base/seats.js";
import { sending, sendingText } from "../../base/sending.js";
import { t } from "../../base/texts.js";
import { buildingCard, sideOf, voteCard, voteFace, typePicture } from "./cards.js";
import { endedLines } from "./lines.js";
import { momentOf, send } from "./sending.js";
import { cardName, clockwise, isTogether, SPECIALS, viewOf } from "./state.js";
import { Veil } from "./veil.js";

/** @import { Own, View } from "./types.js" */

/** What was chosen, but not confirmed. @type {string[]} */
let chosen = [];
let moment = "";
const veil = new Veil(() => {
  chosen = [];
  redraw();
});

/** @type {(place: HTMLElement, state: State) => void} */
export function drawOwn(place, state) {
  const view = viewOf(state);
  const own = ownName(state);
  const name = IS_HOST ? state.to_move : own;
  const due =
    name !== null &&
    (isTogether(state) && !IS_HOST ? !view.finished.includes(name) : state.to_move === name);
  // Another vote, another choice, or, on the host's page, another player: what was chosen was not for it.
  const now = [state.sitting, view.phase, IS_HOST && momentOf(state)].join();
  if (now !== moment) {
    moment = now;
    chosen = [];
    veil.close();
  }
  place.classList.toggle("later", ["lay", "reveal"].includes(view.phase));
  show(place, name === null || state.outcome ? [] : parts(state, name, due));
}

/** @type {(state: State, name: string, due: boolean) => Child} */
function parts(state, name, due) {
  const { phase, own } = viewOf(state);
  if (sending.busy && phase !== "lay") return [sendingText(), waitingList(state)];
  if (phase === "vote") return vote(state, name, due);
  if (phase === "declare") return due ? declare(state, name) : null;
  if (phase === "choose") return choose(state, name, due);
  if (phase === "show") return due ? showCards(state, name) : null;
  return own ? [title(t("drunter.own.title")), veiled(name, () => cardsKnown(state, own))] : null;
}

/** @param {string} text */
const title = (text) => h("h3", text);

/** What is under the veil, or the button that lifts it. @type {(name: string, draw: () => Child) => Child} */
function veiled(name, draw) {
  if (veil.openFor !== name)
    return h("div.veil", [
      button("show-cards", t("drunter.own.show"), () => veil.open(name), "big"),
      h("p.hint", t("drunter.own.why")),
    ]);
  return h("div.unveiled", [
    draw(),
    button("hide-cards", t("drunter.own.hide"), () => veil.close(), "quiet"),
  ]);
}

/** The building cards, and the votes that are left. @type {(state: State, own: Own) => Child} */
function cardsKnown(state, own) {
  const view = viewOf(state);
  if (!own.cards.length) return h("p", t("drunter.own.unknown"));
  return [
    each("div.building-cards", own.cards, (card) => buildingCard(view, card, countsOf(view, own, card))),
    own.votes.length > 0 && [
      h("p", t("drunter.own.votes")),
      each("div.hand-small", own.votes, (card) => voteCard(card)),
    ],
  ];
}

/** @type {(view: View, own: Own, card: string) => boolean | null} */
const countsOf = ({ variant }, own, card) =>
  variant === "basic" || own.counts === null ? null : own.counts === card;

/** @type {(state: State, name: string, due: boolean) => Child} */
function vote(state, name, due) {
  const { finished, own } = viewOf(state);
  const heading = title(t("drunter.vote.title"));
  if (!own) return [heading, waitingList(state), elsewhere()];
  if (finished.includes(name)) return [heading, h("p", t("drunter.vote.done")), waitingList(state)];
  return [heading, waitingList(state), veiled(name, () => ballot(state, own.votes, due))];
}

/** The host makes no secret move: who did would learn what is hidden by trial. A covered phone says so itself. */
const elsewhere = () => IS_HOST && h("p.hint", t("drunter.own.elsewhere"));

/** @type {(state: State, hand: string[], due: boolean) => Child} */
function ballot(state, hand, due) {
  const cards = hand.map((card) =>
    cardKey(card, voteFace(card), () => toggle(card), `vote-card ${sideOf(card)}`),
  );
  const ready = due && chosen.length > 0;
  return [
    h("div.hand-cards", cards),
    confirmButton(state, () => ({ move: "vote", cards: chosen }), ready, "drunter.vote.confirm"),
    h("p.hint", t("drunter.vote.how")),
  ];
}

/** A card to choose. @type {(card: string, words: Child, act: () => void, look?: string | Attributes) => Child} */
const cardKey = (card, words, act, look = "card-choice") =>
  choiceKey(`card-${card}`, words, chosen.includes(card), act, look);

/** @param {string} card */
function toggle(card) {
  chosen = chosen.includes(card) ? without(chosen, [card]) : [...chosen, card];
}

/** What was chosen goes under the veil before it sets out. @type {(state: State, make: () => Move, ready: boolean, text: string) => Child} */
function confirmButton(state, make, ready, text) {
  const act = () => {
    send(state, make());
    veil.close();
  };
  return button("confirm", t(text), act, { class: "strong big", disabled: !ready });
}

/** Who has finished, who is awaited. @type {(state: State) => Child} */
export function waitingList(state) {
  const { finished, vote: open } = viewOf(state);
  const { seats, to_move } = state;
  const first = open?.lay.seat ?? finished[0] ?? to_move ?? seats[0];
  return each("ul.voters", clockwise(seats, first), (name) => {
    const done = finished.includes(name);
    const text = t(done ? "drunter.voter.done" : "drunter.voter.now");
    return h("li", { class: done ? "done" : "now" }, [
      h("span.voter-sign", { "aria-hidden": "true" }, done ? "✓" : "…"),
      mark(seats, name),
      h("span.name", name),
      h("span.voter-text", text),
    ]);
  });
}

/** @type {(state: State, name: string) => Child} */
function declare(state, name) {
  const say = (/** @type {"yes" | "no"} */ side) => {
    const words = [h("b", side === "yes" ? "✓ 2" : "✕ 2"), t(`drunter.declare.${side}`)];
    const act = () => send(state, { move: "declare", as: side });
    return button(`declare-${side}`, words, act, `big ${side}`);
  };
  return [
    title(t("drunter.declare.title", { seat: name })),
    h("div.buttons.declare", say("yes"), say("no")),
  ];
}

/** @type {(state: State, name: string, due: boolean) => Child} */
function choose(state, name, due) {
  const view = viewOf(state);
  const heading = title(t("drunter.choose.title"));
  if (view.finished.includes(name))
    return [heading, h("p", t("drunter.choose.done")), waitingList(state)];
  if (!view.own) return [heading, waitingList(state), elsewhere()];
  const { cards } = view.own;
  const lies = () => ({ move: "choose" });
  if (!cards.length)
    return [heading, waitingList(state), confirmButton(state, lies, due, "drunter.choose.lies")];
  const two = cards.map((card) => cardKey(card, buildingCard(view, card), () => (chosen = [card])));
  const fix = () => ({ move: "choose", card: chosen[0] });
  return [
    heading,
    waitingList(state),
    veiled(name, () => [
      h("p", t("drunter.choose.how")),
      endedLines(view),
      h("div.two-cards", two),
      confirmButton(state, fix, due && chosen.length === 1, "drunter.choose.confirm"),
    ]),
  ];
}

/** Cards that the machine was not told are turned up at the end: nothing about them is secret any more. @type {(state: State, name: string) => Child} */
function showCards(state, name) {
  const view = viewOf(state);
  const wanted = view.variant === "expert" ? 2 : 1;
  const shown = new Set(Object.values(view.cards ?? {}).flat());
  const all = [...Object.keys(view.town.standing), ...(wanted > 1 ? SPECIALS : [])];
  const keys = all
    .filter((card) => !shown.has(card))
    .map((card) => {
      const disabled = !chosen.includes(card) && chosen.length === wanted;
      const look = { class: "card-choice", disabled };
      return cardKey(card, [typePicture(card, ""), cardName(card)], () => toggle(card), look);
    });
  const move = () => ({ move: "show", cards: chosen });
  return [
    title(t("drunter.show.title", { seat: name })),
    h("p", t("drunter.show.how", { cards: wanted })),
    h("div.card-choices", keys),
    confirmButton(state, move, chosen.length === wanted, "drunter.show.confirm"),
  ];
}
