// Carcassonne – The Dice Game: the throw, the city being built, and what throwing on promises.

import { h, show, svg } from "../dom.js";
import { CARCASSONNE_FACES, dice, die } from "../faces.js";
import { number, percent, t } from "../words.js";
import { cityDrawing, cityText } from "./city.js";

export const throwFaces = () => CARCASSONNE_FACES;

/** What lies on the table counts while it is being built, though no move has said so yet. */
const now = (state) => state.building ?? state.view;

export function waiting(state) {
  const view = now(state);
  if (!view) return null;
  if (view.throw === 0) return t("wait.throw", { dice: view.dice_to_throw });
  if (view.dice_to_throw > 0) return t("wait.decide", { dice: view.dice_to_throw });
  return t("wait.last");
}

export function ending({ view }) {
  if (view.catapults > 0 && view.catapults >= view.dice) return t("over.catapults");
  return view.finish_round ? t("over.round") : t("over.target", { target: view.target });
}

export function facts(state) {
  const view = now(state);
  if (!view) return [];
  return [
    h(
      "div",
      { class: "fact" },
      h("span", { class: "throws", "aria-hidden": "true" }, throwMarks(view)),
      h("span", {}, view.throw === 0 ? t("throw.before") : t("throw.of", { throw: view.throw, throws: view.throws })),
    ),
    fact(view.dice_to_throw, t("throw.dice_left", { dice: view.dice_to_throw })),
    view.doubled && h("div", { class: "fact doubled" }, die("knight"), h("span", {}, t("throw.doubled"))),
  ];
}

const fact = (value, label) => h("div", { class: "fact" }, h("b", {}, number(value)), h("span", {}, label));

function throwMarks(view) {
  return Array.from({ length: view.throws }, (_, i) =>
    svg("svg", { viewBox: "0 0 20 20", class: i < view.throw ? "done" : "" }, svg("circle", { cx: 10, cy: 10, r: 8 })),
  );
}

export function drawGame(place, state) {
  const view = now(state);
  show(place, view, () => {
    if (!view) return [];
    return [
      h("h3", {}, t("city.title")),
      view.city.length
        ? h("div", { class: "field" }, cityDrawing(view), h("p", { class: "city-text" }, cityText(view)))
        : h("p", { class: "hint" }, view.throw === 0 ? t("city.not_yet") : t("city.none")),
      h("dl", { class: "aside" }, loose(view), knights(view), catapults(view)),
    ];
  });
}

function loose(view) {
  return view.loose.length > 0 && h("div", {}, h("dt", {}, t("throw.loose")), h("dd", {}, dice(view.loose)));
}

function knights(view) {
  if (!view.knights) return null;
  const needed = view.knights_to_keep_one;
  const text = view.knights >= needed ? t("knights.enough") : t("knights.of", { knights: view.knights, needed });
  const lying = dice(Array(view.knights).fill("knight"));
  return h("div", {}, h("dt", {}, t("knights.title")), h("dd", {}, lying, h("span", {}, text)));
}

function catapults(view) {
  if (!view.catapults) return null;
  return h("div", {}, h("dt", {}, t("catapults.title")), h("dd", {}, dice(Array(view.catapults).fill("catapult"))));
}

export function drawOdds(place, state) {
  const { odds } = state;
  const view = now(state);
  show(place, [odds, view?.throw, view?.points_now, view?.may_take], () => {
    if (!view || view.throw === 0 || state.outcome) return [];
    if (!odds) return [h("h3", {}, t("odds.title")), stopOnly(view)];
    const most = Math.max(1, odds.stop_points, odds.throw_points);
    return [
      h("h3", {}, t("odds.title")),
      h(
        "div",
        { class: "scales" },
        pan(t("odds.stop"), odds.stop_points, most, { unit: t("odds.points", { points: odds.stop_points }) }),
        pan(t("odds.throw", { dice: odds.dice }), odds.throw_points, most, {
          unit: t(odds.exact ? "odds.average" : "odds.estimate"),
          estimate: !odds.exact,
          better: odds.throw_points > odds.stop_points,
        }),
      ),
      h("ul", { class: "chances" }, chances(odds)),
    ];
  });
}

const stopOnly = (view) => h("p", { class: "sum" }, t("odds.stop_now", { points: view.points_now }));

function pan(label, points, most, { unit, estimate = false, better = false }) {
  const fill = h("span", { class: "bar-fill" });
  fill.style.width = `${(100 * points) / most}%`;
  return h(
    "div",
    { class: better ? "pan better" : "pan" },
    h(
      "span",
      { class: "pan-label" },
      better && h("span", { role: "img", "aria-label": t("odds.better") }, "▲ "),
      label,
    ),
    h("span", { class: "value" }, h("b", {}, estimate ? "≈ " : "", number(points)), " ", h("small", {}, unit)),
    h("span", { class: "track", "aria-hidden": "true" }, fill),
  );
}

function chances({ closes, three_knights, nine_catapults }) {
  return [
    [t("odds.closes"), closes],
    [t("odds.knights"), three_knights],
    ...(nine_catapults > 0 ? [[t("odds.catapults"), nine_catapults]] : []),
  ].map(([label, share]) => h("li", {}, h("span", {}, label), h("b", {}, percent(share))));
}
