// Carcassonne – The Dice Game: the throw, the city being built, and what throwing on promises.

import { throwFact } from "../../play/throwfact.js";
import { h, show } from "../../base/dom.js";
import { dice, die } from "../../picture/faces.js";
import { number, t, percent } from "../../base/texts.js";
import { cityDrawing, cityText } from "./city.js";
import { drawOver } from "./over.js";
import { bear, prints } from "./prints.js";
import { facesOf, viewNow, viewOf } from "./state.js";

/** @import { View, Odds } from "./types.js" */

/** @type {Partial<GamePage>} */
const page = {
  drawGame(place, state) {
    const view = viewNow(state);
    show(place, [
      h("h3", t("city.title")),
      view.city.length ? city(view) : h("p.hint", t(view.throw === 0 ? "city.not_yet" : "city.none")),
      h("dl.aside", loose(view), knights(view), catapults(view)),
    ]);
  },

  drawOdds,
  advises: true,

  facts(state) {
    const view = viewNow(state);
    bear(view.faces);
    return [
      throwFact(view.throw, view.throws),
      h("div.fact", h("b", number(view.dice_to_throw)), h("span", diceLeft(view))),
      view.doubled && h("div.fact", die("knight"), h("span", t("throw.doubled"))),
      view.throw > 0 && state.camera.health === "running" && h("div.fact", h("span", t("throw.ends"))),
    ];
  },

  ending(state) {
    const view = viewOf(state);
    if (view.catapults > 0 && view.catapults >= view.dice) return t("carcassonne_dice.over.catapults");
    return view.finish_round
      ? t("carcassonne_dice.over.round")
      : t("carcassonne_dice.over.target", { target: view.target });
  },

  target: (state) => viewOf(state).target,

  besideName(state, seat) {
    const label = t("scores.kept");
    return (
      viewOf(state).kept_knights[seat - 1] &&
      h("span.kept", { title: label }, die("knight", { label }), "×2")
    );
  },

  faces: (state) => facesOf(viewOf(state)),
  prints,
  drawOver,

  isBare: (state) => viewNow(state).city.length === 0,
  happened: (was, now) => (closedIn(now) > closedIn(was) ? "city-closed" : ""),

  throwingOn(state) {
    if (viewOf(state).throw === 0 || state.outcome) return null;
    const clear = t(endsIfCleared(state) ? "city.hands.clear" : "hands.clear");
    return { fate, hint: t("city.hands.keep"), clear };
  },
};

export default page;

/**
 * Catapults are passed on; what was set aside stays; dice that were laid beside each other are taken for a city.
 * @type {ThrowingOn["fate"]}
 */
function fate({ face, stayed }, { touches }) {
  if (face === "catapult") return "leaves";
  if (stayed) return "fixed";
  return touches ? "stays" : "again";
}

/** How many dice stand in closed cities that score. @param {State} state */
const closedIn = (state) =>
  viewNow(state)
    .cities.filter(({ points }) => points > 0)
    .reduce((sum, { size }) => sum + size, 0);

/** Else everything may be about to be thrown again. @param {State} state */
function endsIfCleared(state) {
  const { throw: thrown, throws, city: built, knights: aside } = viewOf(state);
  return thrown === throws || built.length > 0 || aside > 0 || viewNow(state).points_now > 0;
}

/** @param {View} view */
const diceLeft = ({ dice_to_throw }) => t("throw.dice_left", { dice: dice_to_throw });

/** @param {View} view */
const city = (view) => h("div.field", cityDrawing(view), h("p.city-text", cityText(view)));

/** @param {View} view */
const loose = (view) => view.loose.length > 0 && lying(t("throw.loose"), view.loose);

/** @param {View} view */
function knights(view) {
  if (!view.knights) return null;
  const needed = view.knights_to_keep_one;
  const text =
    view.knights >= needed ? t("knights.enough") : t("knights.of", { knights: view.knights, needed });
  return lying(t("knights.title"), Array(view.knights).fill("knight"), text);
}

/** @param {View} view */
const catapults = (view) =>
  view.catapults > 0 && lying(t("catapults.title"), Array(view.catapults).fill("catapult"));

/** @type {(title: string, faces: string[], text?: string) => Child} */
const lying = (title, faces, text) =>
  h("div", h("dt", title), h("dd", dice(faces), text && h("span", text)));

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
