// What lies on the simulated table as handles over the picture: for mouse, finger and keyboard, and how
// it is dragged.

import { h, showAtOnce } from "../base/dom.js";
import { isBrowsers, stepsOf } from "../base/keys.js";
import { WIDTH, pointsOf, topLeftOf, unitsOf } from "../base/plane.js";

/**
 * A thing that lies there, in fractions of the picture: it has `corners`, or is round and so wide. `again`: a
 * die that is thrown again.
 * @typedef {{ key: string, name: string, centre: Point, corners?: Point[], size?: number, again?: boolean }} Handle
 */
/**
 * What is done with a thing; `to` is a place on the picture, in fractions of it.
 * @template {Handle} Thing
 * @typedef {object} Acts
 * @property {(thing: Thing, to: Point) => void} put dragged there
 * @property {(thing: Thing, to: Point) => void} step moved there by a key
 * @property {(thing: Thing) => void} [tap]
 * @property {(thing: Thing) => void} [focus] the keyboard has come to it
 * @property {() => void} dropped whatever was dragged is let go
 * @property {Record<string, (thing: Thing, isBack: boolean) => void>} keys what other keys do, with Shift or not
 */

/** A step by key, in units of the drawing. */
const STEP = 8;

/** @template {Handle} Thing */
export class Handles {
  /** @type {Thing[]} */
  #things = [];
  /** The keys of what is selected. @type {string[]} */
  #selected = [];

  /** @param {PictureView} picture @param {Acts<Thing>} acts */
  constructor(picture, acts) {
    this.picture = picture;
    this.acts = acts;
  }

  /** @type {(things: Thing[], selected: string[]) => void} */
  draw(things, selected) {
    const { extra } = this.picture;
    const at = [...extra.children].findIndex((handle) => handle === document.activeElement);
    this.#things = things;
    this.mark(selected);
    if (at >= 0 && !extra.contains(document.activeElement)) this.#focusNear(at);
  }

  /** Show which are selected. @param {string[]} selected */
  mark(selected) {
    this.#selected = selected;
    showAtOnce(
      this.picture.extra,
      this.#things.map((thing) => this.#handle(thing)),
    );
  }

  /** What had the focus is gone: the next one gets it. @param {number} at */
  #focusNear = (at) => {
    const handles = this.picture.extra.children;
    /** @type {SVGElement | undefined} */ (handles[Math.min(at, handles.length - 1)])?.focus();
  };

  /** @type {(thing: Thing) => Child} */
  #handle = (thing) => {
    const [x, y] = thing.centre;
    const { put, tap, dropped, focus } = this.acts;
    const isSelected = this.#selected.includes(thing.key);
    return h(
      "g",
      {
        class: ["handle", isSelected && "selected"],
        "aria-pressed": String(isSelected),
        tabindex: 0,
        role: "button",
        "aria-label": thing.name,
        "data-key": thing.key,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, thing),
        onfocus: () => focus?.(thing),
        ...draggedBy(this.picture, {
          put: ([right, down]) => put(thing, [x + right, y + down]),
          tap: () => tap?.(thing),
          dropped,
        }),
      },
      this.#outline(thing),
    );
  };

  /** @param {Thing} thing */
  #outline = ({ centre, corners, size = 0, again }) => {
    const units = unitsOf(this.picture.height);
    const [cx, cy] = units(centre);
    if (!corners) return [h("circle", { cx, cy, r: (size * WIDTH) / 2 })];
    const there = corners.map(units);
    return [h("polygon", { points: pointsOf(there) }), again && arrow(topLeftOf(there))];
  };

  /** @type {(event: KeyboardEvent, thing: Thing) => void} */
  #press = (event, thing) => {
    if (this.picture.hold || isBrowsers(event)) return;
    const steps = stepsOf(event, FAR);
    const act = this.acts.keys[event.key.toLowerCase()];
    if (steps) {
      const [right, down] = steps.map((count) => count * STEP);
      const [x, y] = thing.centre;
      this.acts.step(thing, [x + right / WIDTH, y + down / this.picture.height]);
    } else if (act) act(thing, event.shiftKey);
    else return;
    event.preventDefault();
  };
}

/** As they are gone through by key: row by row of the picture, each so high, from left to right. @type {<Thing extends Handle>(things: Thing[], row: number) => Thing[]} */
export const inRows = (things, row) => {
  const place = (/** @type {Handle} */ { centre: [x, y] }) => Math.floor(y / row) + x;
  return [...things].sort((one, other) => place(one) - place(other));
};

/** Marks a die that is thrown again. @param {Point} at */
const arrow = ([x, y]) =>
  h("g.again", { transform: `translate(${x} ${y})`, "aria-hidden": "true" }, [
    h("circle", { r: 13 }),
    h("path", { d: "M6 -4A7 7 0 1 0 7 2M8 -9V-3H2" }),
  ]);

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
const draggedBy = (picture, drag) => ({
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
