// The score sheets of all seats as one table: boxes in rows, seats in columns. What the dice would get now
// stands in the open boxes of the seat to move; a tap there scores it, on a page that may.

import { SEAT } from "../../base/api.js";
import { h, onceButton } from "../../base/dom.js";
import { die, ORDINARY_FACES } from "../../picture/faces.js";
import { play } from "../../base/sending.js";
import { mark } from "../../base/seats.js";
import { number, t } from "../../base/texts.js";
import { boxName, oddsOf, viewOf } from "./state.js";

/** @import { View } from "./types.js" */
/** What a cell of a row holds, by the seat's place in the list. @typedef {(place: number) => Child} Cell */
/** @typedef {{ name: string, own: boolean, moves: boolean, won: boolean }} Column */

/** Boxes that promise so many points less than the best one are as good, as far as anybody can tell. */
const AS_GOOD = 0.25;
/** With more seats there is no room for words in a column. */
const MOST_WIDE = 3;

/** @param {State} state */
export function sheet(state) {
  const view = viewOf(state);
  const columns = columnsOf(state, view);
  const upper = view.upper_boxes;
  const boxRow = (/** @type {string} */ box) =>
    row(columns, boxLabel(box, upper), boxCell(state, view, box));
  const lower = view.boxes.filter((box) => !upper.includes(box));
  const last = sumRows(columns, view);
  const bonus = view.bonus > 0 ? bonusRows(columns, view) : [];
  const rows = upper.length + lower.length + [...bonus, ...last].filter(Boolean).length;
  const table = h("table", { style: `--seats: ${columns.length}; --rows: ${rows}` }, [
    h("caption.unseen", t("yacht.sheet")),
    h("thead", heads(state, columns)),
    h("tbody", upper.map(boxRow), bonus),
    h("tbody", lower.map(boxRow)),
    h("tbody", last),
  ]);
  // Where it is wider than the page it is scrolled: by the keyboard, too.
  const look = columns.length > MOST_WIDE ? "sheet many" : "sheet";
  return h("div", { class: look, tabindex: 0, role: "group", "aria-label": t("yacht.sheet") }, table);
}

/** Let the column of the seat to move be seen, where the sheet is wider than the page. @param {HTMLElement} place */
export function showMover(place) {
  const outer = place.querySelector(".sheet");
  const column = /** @type {HTMLElement | null} */ (outer?.querySelector("th.moves") ?? null);
  if (outer && column) outer.scrollLeft = column.offsetLeft + column.offsetWidth - outer.clientWidth;
}

/** @type {(state: State, view: View) => Column[]} */
const columnsOf = ({ seats, outcome }, view) =>
  seats.map((name, place) => ({
    name,
    own: place + 1 === SEAT,
    moves: !outcome && place === view.seat - 1,
    won: Array.isArray(outcome?.winners) && outcome.winners.includes(name),
  }));

/** @param {Column} column */
const classOf = ({ own, moves }) => [own && "own", moves && "moves"];

/** @type {(state: State, columns: Column[]) => Child} */
function heads({ seats }, columns) {
  const head = (/** @type {Column} */ column) =>
    h("th", { scope: "col", class: classOf(column) }, [
      column.moves && h("span.now", { role: "img", "aria-label": t("yacht.to_move") }, "▼"),
      mark(seats, column.name),
      h("span.name", column.name),
      column.own && h("span.you", t("yacht.you")),
    ]);
  return h("tr", h("th", { scope: "col" }, t("yacht.boxes")), columns.map(head));
}

/** @type {(columns: Column[], label: Child, cell: Cell, kind?: string) => Child} */
const row = (columns, label, cell, kind = "") =>
  h("tr", { class: kind }, [
    h("th", { scope: "row" }, label),
    columns.map((column, place) => h("td", { class: classOf(column) }, cell(place))),
  ]);

/** @type {(box: string, upper: string[]) => Child} */
function boxLabel(box, upper) {
  const place = upper.indexOf(box);
  const name = h("span.box-name", boxName(box));
  return place < 0 ? name : [die(ORDINARY_FACES[place], { label: "" }), name];
}

/** @type {(state: State, view: View, box: string) => Cell} */
function boxCell(state, view, box) {
  const best = bestBoxes(state).includes(box);
  return (place) => {
    const points = view.rows[place][box];
    if (points !== null) return h("b", number(points));
    if (place !== view.seat - 1 || !(box in view.options)) return null;
    return option(box, view.options[box], best, state.may.includes("score"));
  };
}

/** Those that are best for the dice that lie there. @param {State} state */
function bestBoxes(state) {
  const boxes = oddsOf(state)?.boxes ?? [];
  return boxes.filter(({ expected }) => expected > boxes[0].expected - AS_GOOD).map(({ box }) => box);
}

/** @type {(box: string, points: number, best: boolean, mayScore: boolean) => Child} */
function option(box, points, best, mayScore) {
  const sign = best && h("span", { role: "img", "aria-label": t("yacht.best") }, "▲");
  const look = ["option", best && "best"];
  if (!mayScore) return h("span", { class: look }, sign, number(points));
  const label = t("yacht.score_in", { term: `yacht.box.${box}`, points });
  const score = (/** @type {Element} */ pressed) => play({ move: "score", box }, pressed);
  return onceButton(`score-${box}`, [sign, number(points)], score, {
    class: look,
    "aria-label": best ? `${label}, ${t("yacht.best")}` : label,
  });
}

/** @type {(columns: Column[], view: View) => Child[]} */
function bonusRows(columns, view) {
  const { upper_boxes, upper_sums, bonuses, bonus_from, rows } = view;
  /** @type {Cell} */
  const bonus = (place) => {
    const missing = bonus_from - upper_sums[place];
    const open = upper_boxes.some((box) => rows[place][box] === null);
    if (missing <= 0 || !open) return number(bonuses[place]);
    const text = t("yacht.to_go", { points: missing });
    const label = columns.length > MOST_WIDE ? `−${number(missing)}` : text;
    return h("small", { title: text }, label);
  };
  return [
    row(columns, t("yacht.upper"), (place) => progress(upper_sums[place], bonus_from), "sub"),
    row(columns, t("yacht.bonus", { from: bonus_from }), bonus, "sub"),
  ];
}

/** A sum, and a bar as far as it has come. @type {(sum: number, whole: number) => Child} */
function progress(sum, whole) {
  const bar = h("span.bar-fill", { style: `width: ${Math.min(100, (100 * sum) / whole)}%` });
  return [number(sum), h("span.track", { "aria-hidden": "true" }, bar)];
}

/** @type {(columns: Column[], view: View) => Child[]} */
const sumRows = (columns, { extra_bonus, extra, totals }) => [
  extra_bonus && row(columns, t("yacht.extra"), (place) => number(extra[place]), "sub"),
  row(
    columns,
    t("yacht.total"),
    (place) => [columns[place].won && h("span.crown", "★"), number(totals[place])],
    "total",
  ),
];
