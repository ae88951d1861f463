// The four corners of a board, set on its picture: tapped one after the other, then dragged or stepped; a square of
// it for the keyboard.

import { h } from "../base/dom.js";
import { follow, isBrowsers, stepsOf, ARROWS } from "../base/keys.js";
import { placeOf, pointsOf, unitsOf } from "../base/plane.js";
import { t } from "../base/texts.js";
import { linesOf, squaresOn } from "../picture/homography.js";

/** The corners that are set so far, and the one that was set or moved last. @typedef {{ corners: Point[], active: number, columns: number, rows: number }} Placing */
/** @typedef {(corner: number, to: Point) => void} Move */

export const CORNERS = 4;
/** A corner's ring, in units of the drawing; a step by key, in fractions of the picture. */
const RING = 22;
const STEP = 0.002;
const FAR = 8;

/** The lines of the board as its corners have it. @type {(placing: Placing, height: number) => Child[]} */
export function gridDrawing({ corners, columns, rows }, height) {
  if (corners.length < CORNERS) return [];
  const lines = linesOf(squaresOn(corners, columns, rows).at, columns, rows);
  const units = unitsOf(height);
  const d = lines.map((ends) => `M${ends.map(units).join("L")}`).join("");
  return ["halo", "line"].map((kind) => h(`g.grid.${kind}`, h("path", { d })));
}

/** @type {(placing: Placing, height: number, move: Move) => Child[]} */
export const cornerHandles = ({ corners, active }, height, move) =>
  corners.map((corner, number) => {
    const [cx, cy] = unitsOf(height)(corner);
    return h(
      "g",
      {
        class: ["corner", number === active && "active"],
        tabindex: 0,
        role: "button",
        "aria-label": t("teach.corner", { number: number + 1 }),
        "data-key": `corner-${number}`,
        onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, number, move),
        // A finger that drags does not scroll the page; `touch-action` is not heeded within a drawing.
        ontouchstart: (/** @type {Event} */ event) => event.preventDefault(),
        onclick: (/** @type {Event} */ event) => event.stopPropagation(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => step(event, number, corner, move),
      },
      h("circle.halo", { cx, cy, r: RING }),
      h("circle.ring", { cx, cy, r: RING }),
      h("path.ring", { d: `M${cx - RING} ${cy}h${2 * RING}M${cx} ${cy - RING}v${2 * RING}` }),
    );
  });

/** Follow the pointer until it is let go. @type {(event: PointerEvent & { currentTarget: any }, corner: number, move: Move) => void} */
function drag(event, corner, move) {
  event.preventDefault();
  const handle = event.currentTarget;
  const layer = handle.ownerSVGElement;
  handle.focus({ preventScroll: true });
  follow((at) => move(corner, placeOf(at, layer)));
}

/** @type {(event: KeyboardEvent, corner: number, at: Point, move: Move) => void} */
function step(event, corner, [x, y], move) {
  const steps = stepsOf(event, FAR);
  if (!steps || isBrowsers(event)) return;
  event.preventDefault();
  move(corner, [x + STEP * steps[0], y + STEP * steps[1]]);
}

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
