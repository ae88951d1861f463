// Yacht: five dice, up to three throws a turn, and the score sheets.

import { throwFact } from "../../play/throwfact.js";
import { asOther, each, h, icon, show } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { drawOdds } from "./odds.js";
import { sheet, showMover } from "./sheet.js";
import { viewOf } from "./state.js";
import { die } from "../../picture/faces.js";
import { without } from "../../base/lists.js";

/** @import { View } from "./types.js" */

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

const PIN = "M7 1h6l-1 6 4 4v2h-5v6l-1 1-1-1v-6H4v-2l4-4Z";

/** @param {View} view */
export const lying = ({ faces, kept }) =>
  h(
    "div.lying",
    group(without(faces, kept), "thrown", t("yacht.thrown")),
    kept.length > 0 && group(kept, "kept", [pin(), t("yacht.kept")]),
  );

/** @type {(faces: string[], kind: string, label: Child) => Child} */
const group = (faces, kind, label) =>
  h(
    "figure",
    { class: kind },
    each("div.group", faces, (face) => die(face)),
    h("figcaption", label),
  );

const pin = () => icon("pin", 20, PIN);
