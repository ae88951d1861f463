// Yacht: five dice, up to three throws a turn, and the score sheets.

import { throwFact } from "../../play/throwfact.js";
import { asOther, h, show } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { lying } from "./dice.js";
import { drawOdds } from "./odds.js";
import { sheet, showMover } from "./sheet.js";
import { viewOf } from "./state.js";

/** @type {Partial<GamePage>} */
const page = {
  drawGame(place, state) {
    const mayScore = state.may.includes("score");
    show(place, [mayScore && h("p.hint", t("yacht.tap")), sheet(state)]);
    asOther(place, [state.sitting, state.to_move, state.seats], () => showMover(place));
  },

  drawOdds,
  advises: true,

  facts(state) {
    const view = viewOf(state);
    return [view.throw > 0 && lying(view), throwFact(view.throw, view.throws)];
  },

  ending: (state) => t("yacht.over", { points: Math.max(...viewOf(state).totals) }),

  throwingOn(state) {
    const view = viewOf(state);
    if (view.throw === 0 || view.throw === view.throws || state.outcome) return null;
    return { fate, hint: t("yacht.hands.keep"), clear: t("hands.clear") };
  },
};

export default page;

/** What stayed at an earlier throw stays, until it is tapped. @type {ThrowingOn["fate"]} */
const fate = ({ stayed }) => (stayed ? "stays" : "again");
