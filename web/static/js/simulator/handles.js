// What lies on the simulated table as handles over the picture: for mouse, finger and keyboard; which are chosen,
// and how they are dragged.

import { h, showAtOnce } from "../base/dom.js";
import { follow, isBrowsers, stepsOf } from "../base/keys.js";
import { WIDTH, pointsOf, unitsOf } from "../base/plane.js";

/**
 * A thing that lies there, in fractions of the picture: it has `corners`, or is round and so wide. `mark`: what is
 * drawn on it.
 * @typedef {{ key: string, name: string, centre: Point, corners?: Point[], size?: number, mark?: Child }} Handle
 */
/**
 * What is done with a thing; `to` is a place on the picture, in fractions of it.
 * @template {Handle} Thing
 * @typedef {object} Acts
 * @property {(thing: Thing, to: Point) => void} put dragged there
 * @property {(thing: Thing, to: Point, steps: Point) => void} step moved there by a key: so many steps
 * @property {(thing: Thing) => void} [tap]
 * @property {(thing: Thing) => void} [focus] the keyboard has come to it
 * @property {() => void} dropped whatever was dragged is let go
 * @property {Record<string, (thing: Thing, isBack: boolean) => void>} keys what other keys do, with Shift or not
 */

/** A step by key, in units of the drawing; with Shift it is so many times as far. */
const STEP = 8;
const FAR = 5;
/** A pointer that moved less than this only chooses. */
export const CLICK_PX = 6;

/** @template {Handle} Thing */
export class Handles {
  /** @type {Thing[]} */
  #things = [];
  /** @type {Child} */
  #ground = null;
  /** The keys of what is chosen, in the order of choice. @type {string[]} */
  chosen = [];

  /** @param {PictureView} picture @param {Acts<Thing>} acts */
  constructor(picture, acts) {
    this.picture = picture;
    this.acts = acts;
  }

  /** Draw these, in the order in which they are gone through by key; `ground`: what lies below them. @type {(things: Thing[], ground?: Child) => void} */
  draw(things, ground = null) {
    const handles = this.#drawn();
    const at = handles.findIndex((handle) => handle === document.activeElement);
    [this.#things, this.#ground] = [things, ground];
    this.choose(this.chosen.filter((key) => things.some((thing) => thing.key === key)));
    // What had the focus is gone: the next one gets it.
    if (at >= 0 && !handles[at].isConnected) this.#drawn()[Math.min(at, things.length - 1)]?.focus();
  }

  /** Choose these, and no others. @param {string[]} keys */
  choose(keys) {
    this.chosen = keys;
    showAtOnce(this.picture.extra, [this.#ground, this.#things.map((thing) => this.#handle(thing))]);
  }

  /** @param {string} key */
  focus(key) {
    const handle = this.#drawn().find(({ dataset }) => dataset.key === key);
    handle?.focus({ preventScroll: true });
  }

  /** @returns {SVGGElement[]} */
  #drawn = () => [...this.picture.extra.querySelectorAll(/** @type {"g"} */ (".handle"))];

  /** @type {(thing: Thing) => Child} */
  #handle = (thing) => {
    const isChosen = this.chosen.includes(thing.key);
    return h(
      "g",
      {
        class: ["handle", isChosen && "selected"],
        "aria-pressed": String(isChosen),
        tabindex: 0,
        role: "button",
        "aria-label": thing.name,
        "data-key": thing.key,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, thing),
        onfocus: () => this.acts.focus?.(thing),
        onpointerdown: (/** @type {PointerEvent & { currentTarget: any }} */ event) =>
          this.#drag(event, event.currentTarget, thing),
        // A finger that drags does not scroll the page; `touch-action` is not heeded within a drawing.
        ontouchstart: (/** @type {Event} */ event) => event.preventDefault(),
      },
      this.#outline(thing),
      thing.mark,
    );
  };

  /** @param {Thing} thing */
  #outline = ({ centre, corners, size = 0 }) => {
    const units = unitsOf(this.picture.height);
    const [cx, cy] = units(centre);
    return corners
      ? h("polygon", { points: pointsOf(corners.map(units)) })
      : h("circle", { cx, cy, r: (size * WIDTH) / 2 });
  };

  /** @type {(event: KeyboardEvent, thing: Thing) => void} */
  #press = (event, thing) => {
    if (this.picture.hold || isBrowsers(event)) return;
    const steps = stepsOf(event, FAR);
    const act = this.acts.keys[event.key.toLowerCase()];
    if (steps) {
      const [x, y] = thing.centre;
      const [right, down] = [(steps[0] * STEP) / WIDTH, (steps[1] * STEP) / this.picture.height];
      this.acts.step(thing, [x + right, y + down], steps);
    } else if (act) act(thing, event.shiftKey);
    else return;
    event.preventDefault();
  };

  /** Drag it, within what is shown of the picture, until it is let go; Escape leaves it where it lay. @type {(event: PointerEvent, handle: SVGGElement, thing: Thing) => void} */
  #drag = (event, handle, thing) => {
    const { picture, acts } = this;
    event.preventDefault();
    if (picture.hold || event.button !== 0) return;
    handle.focus({ preventScroll: true });
    handle.setPointerCapture(event.pointerId);
    picture.hold = true;
    const [whole, shown] = [picture.extra, picture.frame].map((part) => part.getBoundingClientRect());
    const within = inside(handle.getBoundingClientRect(), shown, picture.frame.clientLeft);
    /** As shares of the picture. @type {(at: PointerEvent) => Point} */
    const moved = (at) => [
      within(at.clientX - event.clientX, "left", "right") / whole.width,
      within(at.clientY - event.clientY, "top", "bottom") / whole.height,
    ];
    const move = (/** @type {PointerEvent} */ at) => {
      const by = unitsOf(picture.height)(moved(at));
      handle.setAttribute("transform", `translate(${by.join(" ")})`);
    };
    follow(move, (at) => {
      picture.hold = false;
      handle.removeAttribute("transform");
      if (at instanceof PointerEvent && at.type === "pointerup") {
        const [x, y] = moved(at);
        const [left, top] = thing.centre;
        if (Math.hypot(x * whole.width, y * whole.height) >= CLICK_PX)
          acts.put(thing, [left + x, top + y]);
        else acts.tap?.(thing);
      }
      acts.dropped();
    });
  };
}

/** As they are gone through by key: row by row of the picture, each so high, from left to right. @type {<Thing extends Handle>(things: Thing[], row: number) => Thing[]} */
export const inRows = (things, row) => {
  const place = (/** @type {Handle} */ { centre: [x, y] }) => Math.floor(y / row) + x;
  return [...things].sort((one, other) => place(one) - place(other));
};

/**
 * How far a thing may be dragged, of the way a pointer has gone: to the frame's edge, of such a width.
 * @type {(thing: DOMRect, shown: DOMRect, edge: number) => (way: number, low: "left" | "top", high: "right" | "bottom") => number}
 */
const inside = (thing, shown, edge) => (way, low, high) => {
  const least = Math.min(0, shown[low] + edge - thing[low]);
  const most = Math.max(0, shown[high] - edge - thing[high]);
  return Math.min(most, Math.max(least, way));
};
