import { BoardHands } from "../simulator/boardhands.js";
import { byId, forget } from "../base/dom.js";
import { Hands } from "../simulator/hands.js";
import { lastOf } from "../base/lists.js";
import { hostGate } from "../base/login.js";
import { showPage } from "../page.js";
import { Panel } from "../simulator/panel.js";
import { putRight } from "../picture/putright.js";
import { TokenHands } from "../simulator/tokenhands.js";

/** @import { PictureView } from "../picture/picture.js" */
/** @import { HandsPlan, State } from "../types.js" */

const panel = new Panel(byId("panel"));
/** @type {Hands | BoardHands | TokenHands | null} */
let hands = null;

/** @param {State} state */
function draw(state) {
  if (!picture) return;
  hands = hands ?? dice(picture);
  hands.update(state);
  panel.update(state);
  scrollToNews(state);
  goOnFromAnswer();
}

let isAnswering = false;
document.addEventListener(
  "focusin",
  ({ target }) => (isAnswering = byId("proposal").contains(/** @type {Node} */ (target))),
);

/** An answer that is gone leaves the keyboard at the next thing to do. */
function goOnFromAnswer() {
  if (!isAnswering || document.activeElement !== document.body) return;
  /** @type {HTMLElement | null} */ (document.querySelector("[data-key=throw]"))?.focus();
}

const column = /** @type {HTMLElement} */ (byId("turn").parentElement);
let told = "";

/** Whose turn it is, and what is asked, is seen again as soon as it is news. @param {State} state */
function scrollToNews({ to_move, history, proposal, notice }) {
  const asked = proposal?.kind === "question" || proposal?.kind === "correction" ? proposal : null;
  const now = JSON.stringify([to_move, lastOf(history)?.number, asked?.id, asked?.kind, notice]);
  if (now === told) return;
  told = now;
  column.scrollTop = 0;
  if (!asked) return;
  const [seen, question] = [column, byId("proposal")].map((part) => part.getBoundingClientRect());
  column.scrollTop = Math.max(0, Math.min(question.bottom - seen.bottom, question.top - seen.top));
}

/** The hands that throw dice; where a board or tokens are played with, others take over. @type {(picture: PictureView) => Hands} */
const dice = (picture) => {
  const made = new Hands(
    byId("hands"),
    picture,
    () => change(board(picture), picture),
    () => change(tokens(picture), picture),
  );
  made.onplan = tellPlan;
  return made;
};

/** What is to be thrown and what is waited for: the banner says what the button says. @param {HandsPlan} plan */
function tellPlan(plan) {
  const { state } = live;
  if (!state || JSON.stringify(state.hands) === JSON.stringify(plan)) return;
  state.hands = plan;
  redraw();
}
/** @type {(picture: PictureView) => BoardHands} */
const board = (picture) => new BoardHands(byId("hands"), picture, () => change(dice(picture), picture));
/** @type {(picture: PictureView) => TokenHands} */
const tokens = (picture) => new TokenHands(byId("hands"), picture, () => change(dice(picture), picture));

/** @type {(next: Hands | BoardHands | TokenHands, picture: PictureView) => void} */
function change(next, picture) {
  hands?.leave();
  forget(picture.extra);
  picture.extra.textContent = "";
  picture.extra.toggleAttribute("hidden", false);
  hands = next;
  if (live.state) hands.update(live.state);
}

// The hands come closer to the dice and step back by themselves: never while one is being moved.
const { live, picture, redraw } = showPage({
  right: putRight,
  draw,
  picture: { onpicture: () => hands?.refresh() },
});
hostGate(live);
