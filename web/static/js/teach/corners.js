// The four corners of a board, set on its picture: tapped one after the other, then dragged or stepped.

import { h } from "../base/dom.js";
import { isBrowsers, stepsOf } from "../base/keys.js";
import { WIDTH } from "../picture/reading.js";
import { t } from "../base/texts.js";
import { linesOf, onPicture } from "./homography.js";

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
  const lines = linesOf(onPicture(corners, columns, rows), columns, rows);
  return ["halo", "line"].map((kind) =>
    h(
      "g",
      { class: `grid ${kind}` },
      lines.map(([[x1, y1], [x2, y2]]) =>
        h("line", { x1: x1 * WIDTH, y1: y1 * height, x2: x2 * WIDTH, y2: y2 * height }),
      ),
    ),
  );
}

/** @type {(placing: Placing, height: number, move: Move) => Child[]} */
export function cornerHandles({ corners, active }, height, move) {
  return corners.map(([x, y], number) =>
    h(
      "g",
      {
        class: number === active ? "corner active" : "corner",
        tabindex: 0,
        role: "button",
        "aria-label": t("teach.corner", { number: number + 1 }),
        "data-key": `corner-${number}`,
        onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, number, move),
        // A finger that drags does not scroll the page; `touch-action` is not heeded within a drawing.
        ontouchstart: (/** @type {Event} */ event) => event.preventDefault(),
        onclick: (/** @type {Event} */ event) => event.stopPropagation(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => step(event, number, [x, y], move),
      },
      h("circle.halo", { cx: x * WIDTH, cy: y * height, r: RING }),
      h("circle.ring", { cx: x * WIDTH, cy: y * height, r: RING }),
      h("path.ring", { d: cross(x * WIDTH, y * height) }),
    ),
  );
}

/** @type {(x: number, y: number) => string} */
const cross = (x, y) => `M${x - RING} ${y}h${2 * RING}M${x} ${y - RING}v${2 * RING}`;

/** Follow the pointer until it is let go. @type {(event: PointerEvent & { currentTarget: any }, corner: number, move: Move) => void} */
function drag(event, corner, move) {
  event.preventDefault();
  const handle = event.currentTarget;
  const layer = handle.ownerSVGElement;
  handle.focus({ preventScroll: true });
  const ended = new AbortController();
  const { signal } = ended;
  const follow = (/** @type {PointerEvent} */ at) => move(corner, placeOf(at, layer));
  window.addEventListener("pointermove", follow, { signal });
  for (const end of ["pointerup", "pointercancel"])
    window.addEventListener(end, () => ended.abort(), { signal });
}

/** @type {(event: KeyboardEvent, corner: number, at: Point, move: Move) => void} */
function step(event, corner, [x, y], move) {
  const steps = stepsOf(event, FAR);
  if (!steps || isBrowsers(event)) return;
  event.preventDefault();
  move(corner, [x + STEP * steps[0], y + STEP * steps[1]]);
}

/** A pointer's place on the picture, in fractions of it. @type {(event: MouseEvent, layer: SVGSVGElement) => Point} */
export function placeOf(event, layer) {
  const box = layer.getBoundingClientRect();
  const within = (/** @type {number} */ share) => Math.min(1, Math.max(0, share));
  return [
    within((event.clientX - box.left) / box.width),
    within((event.clientY - box.top) / box.height),
  ];
}
