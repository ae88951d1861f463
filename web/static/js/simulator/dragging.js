// How a thing that lies in the picture is dragged by a pointer.

import { WIDTH } from "../base/plane.js";

/**
 * @typedef {object} Drag
 * @property {(by: Point) => void} put it was dragged so far, as shares of the picture
 * @property {() => void} [tap] it was pressed only
 * @property {() => void} dropped it was let go, whatever became of it
 */

/** A pointer that moved less than this only chooses. */
export const CLICK_PX = 6;
/** With Shift a step by key is so many times as far. */
export const FAR = 5;

/**
 * What lets a handle be dragged, within what is shown of the picture. Escape leaves it where it lay.
 * @type {(picture: PictureView, drag: Drag) => Attributes}
 */
export const draggedBy = (picture, drag) => ({
  onpointerdown: (/** @type {PointerEvent & { currentTarget: any }} */ event) =>
    follow(event, event.currentTarget, picture, drag),
  // A finger that drags does not scroll the page; `touch-action` is not heeded within a drawing.
  ontouchstart: (/** @type {Event} */ event) => event.preventDefault(),
});

/** @type {(event: PointerEvent, handle: SVGGElement, picture: PictureView, drag: Drag) => void} */
function follow(event, handle, picture, { put, tap, dropped }) {
  event.preventDefault();
  if (picture.hold || event.button !== 0) return;
  handle.focus({ preventScroll: true });
  handle.setPointerCapture(event.pointerId);
  picture.hold = true;
  const [whole, shown] = [picture.extra, picture.frame].map((part) => part.getBoundingClientRect());
  const within = inside(handle.getBoundingClientRect(), shown, picture.frame.clientLeft);
  const moved_px = (/** @type {PointerEvent} */ at) => [
    within(at.clientX - event.clientX, "left", "right"),
    within(at.clientY - event.clientY, "top", "bottom"),
  ];
  const move = (/** @type {PointerEvent} */ at) => {
    const [x, y] = moved_px(at);
    const to = [(x / whole.width) * WIDTH, (y / whole.height) * picture.height];
    handle.setAttribute("transform", `translate(${to[0]} ${to[1]})`);
  };
  const ended = new AbortController();
  const drop = (/** @type {PointerEvent | KeyboardEvent} */ at) => {
    if (at instanceof KeyboardEvent && at.key !== "Escape") return;
    ended.abort();
    picture.hold = false;
    handle.removeAttribute("transform");
    const isPut = at instanceof PointerEvent && at.type === "pointerup";
    const [x, y] = isPut ? moved_px(at) : [0, 0];
    if (Math.hypot(x, y) >= CLICK_PX) put([x / whole.width, y / whole.height]);
    else if (isPut) tap?.();
    dropped();
  };
  const { signal } = ended;
  handle.addEventListener("pointermove", move, { signal });
  handle.addEventListener("pointerup", drop, { signal });
  handle.addEventListener("pointercancel", drop, { signal });
  window.addEventListener("keydown", drop, { signal });
}

/**
 * How far a thing may be dragged, of the way a pointer has gone: to the frame's edge, of such a width.
 * @type {(thing: DOMRect, shown: DOMRect, edge: number) => (way: number, low: "left" | "top", high: "right" | "bottom") => number}
 */
const inside = (thing, shown, edge) => (way, low, high) => {
  const least = Math.min(0, shown[low] + edge - thing[low]);
  const most = Math.max(0, shown[high] - edge - thing[high]);
  return Math.min(most, Math.max(least, way));
};
