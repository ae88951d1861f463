// Yacht: five dice, up to three throws a turn, the score sheets, and what ways to go on promise.

import { throwFact } from "../../play/throwfact.js";
import { asOther, each, h, icon, show } from "../../base/dom.js";
import { language, t } from "../../base/texts.js";
import { sheet, showMover } from "./sheet.js";
import { oddsOf, viewOf } from "./state.js";
import { die, say } from "../../picture/faces.js";
import { without } from "../../base/lists.js";

/** @import { Filling, Keeping, Odds, View } from "./types.js" */

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
  h("div.lying", [
    group(without(faces, kept), "thrown", t("yacht.thrown")),
    kept.length > 0 && group(kept, "kept", [pin(), t("yacht.kept")]),
  ]);

/** @type {(faces: string[], kind: string, label: Child) => Child} */
const group = (faces, kind, label) =>
  h("figure", { class: kind }, [each("div.group", faces, (face) => die(face)), h("figcaption", label)]);

const pin = () => icon("pin", 20, PIN);

/** @typedef {{ what: Child, expected: number }} Way */

/** So many ways of each kind are compared. */
const MOST = 3;
const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @type {(place: HTMLElement, state: State) => void} */
export function drawOdds(place, state) {
  const odds = oddsOf(state);
  show(place, odds && [comparison(odds), notes(viewOf(state))]);
}

/** What is special about these dice. @type {(view: View) => Child} */
const notes = ({ joker, extra_now }) => [
  joker && h("p.note", t("yacht.joker")),
  extra_now > 0 && h("p.note", t("yacht.extra_now", { points: extra_now })),
];

/** @param {Odds} odds */
function comparison({ boxes, keeps }) {
  const mayThrow = keeps.length > 0;
  const ways = [
    ...boxes.slice(0, mayThrow ? 1 : MOST).map(scoring),
    ...keeps.slice(0, MOST).map(keeping),
  ].sort((one, other) => other.expected - one.expected);
  return [
    h("h3", t(mayThrow ? "yacht.odds.title" : "yacht.choose_box")),
    each("ol.ways", ways, (way, place) => row(way, place === 0)),
    h("p.hint", t("yacht.odds.why")),
  ];
}

/** @type {(filling: Filling) => Way} */
const scoring = ({ box, points, expected }) => ({
  what: t("yacht.odds.score", { term: `yacht.box.${box}`, points }),
  expected,
});

/** @type {(keeping: Keeping) => Way} */
const keeping = ({ kept, expected }) => ({
  what: kept.length
    ? say({ code: "yacht.odds.keep", params: { kept_faces: kept.join(" ") } })
    : t("yacht.odds.all"),
  expected,
});

/** @type {(way: Way, best: boolean) => Child} */
function row({ what, expected }, best) {
  const sign = best && h("span", { role: "img", "aria-label": t("odds.better") }, "▲ ");
  return h("li", { class: best ? "best" : "" }, [
    h("span.what", sign, what),
    h("b", tenths.format(expected)),
  ]);
}
