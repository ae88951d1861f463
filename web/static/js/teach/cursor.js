// A square of the board for the keyboard: the arrow keys go from square to square, Enter chooses one.

import { h } from "../base/dom.js";
import { ARROWS, isBrowsers } from "../base/keys.js";
import { pointsOf } from "../base/plane.js";
import { t } from "../base/texts.js";

/** @typedef {[number, number]} Cell */
/** What the keys do: another square is gone to, or this one is chosen. @typedef {{ go: (to: Cell) => void, choose: () => void }} Keys */

/**
 * `corners` are the square's, in units of the drawing; `words`, what is said of it.
 * @type {(cell: Cell, grid: { columns: number, rows: number }, corners: Point[], words: string, keys: Keys) => Child}
 */
export function squareCursor([column, row], { columns, rows }, corners, words, { go, choose }) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (isBrowsers(event)) return;
    const way = ARROWS[event.key];
    if (way) go([inside(column + way[0], columns), inside(row + way[1], rows)]);
    else if (event.key === "Enter" || event.key === " ") choose();
    else return;
    event.preventDefault();
  };
  const points = pointsOf(corners);
  return h(
    "g.cursor",
    {
      tabindex: 0,
      role: "button",
      "aria-label": t("teach.square", { column: column + 1, row: row + 1, words }),
      "data-key": "cursor",
      onkeydown: press,
    },
    ["halo", "rim"].map((edge) => h("polygon", { points, class: edge })),
  );
}

/** @type {(at: number, count: number) => number} */
const inside = (at, count) => Math.min(count - 1, Math.max(0, at));
