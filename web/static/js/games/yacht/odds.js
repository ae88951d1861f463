// Throw again or score? What the best ways to go on promise, as the total at the end of the game.

import { each, h, show } from "../../base/dom.js";
import { say } from "../../picture/faces.js";
import { language, t } from "../../base/texts.js";
import { oddsOf, viewOf } from "./state.js";

/** @import { Filling, Keeping, Odds, View } from "./types.js" */
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
  return h(
    "li",
    { class: best ? "best" : "" },
    h("span.what", sign, what),
    h("b", tenths.format(expected)),
  );
}
