// Yacht: five dice, up to three throws a turn, and the score sheets.

import { throwFact } from "../../play/throws.js";
import { h, show } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { lying } from "./dice.js";
import { correct, enter } from "./moves.js";
import { drawOdds } from "./odds.js";
import { rules } from "./rules.js";
import { sheet, showMover } from "./sheet.js";
import { oddsOf, viewOf } from "./state.js";

/** @import { GamePage, ThrowingOn } from "../generic.js" */

/** @type {Partial<GamePage>} */
const page = {
  drawGame(place, state) {
    const view = viewOf(state);
    const mayScore = state.may.includes("score");
    const what = [view, state.seats, state.outcome, oddsOf(state)?.boxes, mayScore];
    show(place, what, () => {
      requestAnimationFrame(() => showMover(place));
      return [mayScore && h("p.hint", t("yacht.tap")), sheet(state)];
    });
  },

  drawOdds,
  advises: true,

  facts(state) {
    const view = viewOf(state);
    return [view.throw > 0 && lying(view), throwFact(view.throw, view.throws)];
  },

  ending: (state) => t("yacht.over", { points: Math.max(...viewOf(state).totals) }),

  enter,
  correct,
  rules,

  throwingOn(state) {
    const view = viewOf(state);
    if (view.throw === 0 || view.throw === view.throws || state.outcome) return null;
    return { fate, hint: t("yacht.hands.keep"), clear: t("hands.clear") };
  },
};

export default page;

/** What stayed at an earlier throw stays, until it is tapped. @type {ThrowingOn["fate"]} */
const fate = ({ stayed }) => (stayed ? "stays" : "again");
