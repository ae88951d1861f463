// Stop or throw on? What either promises.

import { h, show } from "../../base/dom.js";
import { number, percent, t } from "../../base/texts.js";
import { viewNow } from "./state.js";

/** @import { Odds } from "./types.js" */

/** @type {(place: HTMLElement, state: State) => void} */
export function drawOdds(place, state) {
  const odds = /** @type {Odds | null} */ (/** @type {unknown} */ (state.odds));
  const view = viewNow(state);
  if (view.throw === 0 || state.outcome) return show(place, []);
  const advice = odds ? comparison(odds) : h("p.sum", t("odds.stop_now", { points: view.points_now }));
  return show(place, [odds && h("h3", t("odds.title")), advice]);
}

/** @param {Odds} odds */
function comparison(odds) {
  const most = Math.max(1, odds.stop_points, odds.throw_points);
  const stop = {
    points: odds.stop_points,
    unit: t("odds.points", { points: odds.stop_points }),
    before: "",
  };
  const onwards = {
    points: odds.throw_points,
    unit: t(odds.exact ? "odds.average" : "odds.estimate"),
    before: odds.exact ? "" : "≈ ",
  };
  return [
    h("div.scales", [
      promise(t("odds.stop"), stop, most, false),
      promise(t("odds.throw", { dice: odds.dice }), onwards, most, odds.throw_points > odds.stop_points),
    ]),
    h("ul.chances", chances(odds)),
  ];
}

/**
 * What one choice promises. `before`: a sign before the number; `most`: the points of the longest bar.
 * @param {string} label
 * @param {{ points: number, unit: string, before: string }} value
 * @param {number} most
 * @param {boolean} better
 */
function promise(label, { points, unit, before }, most, better) {
  const bar = h("span.bar-fill", { style: `width: ${(100 * points) / most}%` });
  const mark = better && h("span", { role: "img", "aria-label": t("odds.better") }, "▲ ");
  return h("div", { class: better ? "pan better" : "pan" }, [
    h("span.pan-label", mark, label),
    h("span.pan-value", h("b", before, number(points)), " ", h("small", unit)),
    h("span.track", { "aria-hidden": "true" }, bar),
  ]);
}

/** @param {Odds} odds */
const chances = ({ closes, three_knights, nine_catapults }) => [
  chance(t("odds.closes"), closes),
  chance(t("odds.knights"), three_knights),
  nine_catapults > 0 && chance(t("odds.catapults"), nine_catapults),
];

/** @type {(label: string, share: number) => Child} */
const chance = (label, share) => h("li", h("span", label), h("b", percent(share)));
