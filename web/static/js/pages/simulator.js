import { BoardHands } from "../simulator/boardhands.js";
import { asOther, byId, show } from "../base/dom.js";
import { Hands } from "../simulator/hands.js";
import { lastOf } from "../base/lists.js";
import { hostGate } from "../base/login.js";
import { showPage } from "../page.js";
import { Panel } from "../simulator/panel.js";
import { putRight } from "../picture/putright.js";
import { TokenHands } from "../simulator/tokenhands.js";

/** @import { Simulated, TableHands } from "../simulator/tablehands.js" */

const panel = new Panel(byId("panel"));
/** @type {TableHands | null} */
let hands = null;

/** @param {State} state */
function draw(state) {
  hands = hands ?? handsFor({ dice: [] });
  hands?.update(state);
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

/** Whose turn it is, and what is asked, is seen again as soon as it is news. @param {State} state */
function scrollToNews({ to_move, history, proposal, notice }) {
  const asked = proposal?.kind === "question" || proposal?.kind === "correction" ? proposal : null;
  asOther(column, [to_move, lastOf(history)?.number, asked?.id, asked?.kind, notice], () => {
    column.scrollTop = 0;
    if (!asked) return;
    const [seen, question] = [column, byId("proposal")].map((part) => part.getBoundingClientRect());
    column.scrollTop = Math.max(0, Math.min(question.bottom - seen.bottom, question.top - seen.top));
  });
}

/** The hands for what lies there. @type {(table: Simulated) => TableHands | null} */
function handsFor(table) {
  if (!picture) return null;
  const Kind = table.board ? BoardHands : table.tokens ? TokenHands : Hands;
  const made = new Kind(byId("hands"), picture, change);
  made.start();
  if (made instanceof Hands) made.onplan = tellPlan;
  return made;
}

/** Something else lies there: other hands take over. @param {Simulated} table */
function change(table) {
  if (!picture) return;
  hands?.leave();
  show(picture.extra, []);
  hands = handsFor(table);
  if (live.state) hands?.update(live.state);
}

/** What is to be thrown and what is waited for: the banner says what the button says. @param {HandsPlan} plan */
function tellPlan(plan) {
  const { state } = live;
  if (!state || JSON.stringify(state.hands) === JSON.stringify(plan)) return;
  state.hands = plan;
  redraw();
}
// The hands come closer to the dice and step back by themselves: never while one is being moved.
const { live, picture, redraw } = showPage({
  right: putRight,
  draw,
  picture: { onpicture: () => hands?.refresh() },
});
hostGate(live);
