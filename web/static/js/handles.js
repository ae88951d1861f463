// The dice of the simulated table as handles over the picture: for mouse, finger and keyboard.

import { show, svg } from "./dom.js";
import { pointsOf, topLeftOf, WIDTH } from "./reading.js";
import { faceName, t } from "./texts.js";

/** @import { LyingDie, Point } from "./types.js" */
/** @import { PictureView } from "./picture.js" */
/** A die, and whether it is thrown again next. @typedef {LyingDie & { again: boolean }} ShownDie */
/**
 * What is done with a die; `to` is a place on the picture, in fractions of it.
 * @typedef {object} Acts
 * @property {(die: LyingDie, to: Point) => void} put dragged there
 * @property {(die: LyingDie, to: Point) => void} step moved there by a key
 * @property {(die: LyingDie) => void} square set straight to its neighbour
 * @property {(die: LyingDie) => void} tap
 * @property {(die: LyingDie) => void} remove
 * @property {(die: LyingDie, direction: number) => void} turn 1 clockwise, -1 the other way
 * @property {() => void} select another die is selected
 */

/** A step by key, in fractions of the picture; with Shift so many times as far. */
const STEP = 0.008;
const FAR = 5;
/** A pointer that moved less than this taps. */
const TAP_PX = 6;
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Handles {
  /** The selected die's id. @type {number | null} */
  selected = null;

  /**
   * @param {PictureView} picture
   * @param {Acts} acts
   */
  constructor(picture, acts) {
    this.picture = picture;
    this.acts = acts;
    picture.extra.classList.add("hands-layer");
  }

  /** @param {ShownDie[]} dice */
  draw(dice) {
    if (!dice.some(({ id }) => id === this.selected)) this.selected = null;
    const { extra, height } = this.picture;
    show(extra, [dice, this.selected, height], () => dice.map((die) => this.#handle(die)));
  }

  /** @type {(die: ShownDie) => SVGGElement} */
  #handle(die) {
    const corners = die.corners.map(
      ([x, y]) => /** @type {Point} */ ([x * WIDTH, y * this.picture.height]),
    );
    /** @type {SVGGElement} */
    const handle = svg(
      "g",
      {
        class: die.id === this.selected ? "handle selected" : "handle",
        tabindex: 0,
        role: "button",
        "aria-pressed": String(die.id === this.selected),
        "aria-label": t(die.again ? "hands.die_again" : "hands.die", { face: faceName(die.face) }),
        "data-key": keyOf(die.id),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#grab(event, die, handle),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, die),
        onfocus: () => this.#select(die.id),
      },
      svg("polygon", { points: pointsOf(corners) }),
      die.again && arrow(topLeftOf(corners)),
    );
    handle.addEventListener("wheel", (event) => this.#wheel(event, die), { passive: false });
    return handle;
  }

  /** @param {number} id */
  #select(id) {
    if (this.selected === id) return;
    this.selected = id;
    for (const handle of this.picture.extra.querySelectorAll(".handle")) {
      const selected = handle.getAttribute("data-key") === keyOf(id);
      handle.classList.toggle("selected", selected);
      handle.setAttribute("aria-pressed", String(selected));
    }
    this.acts.select();
  }

  /** @type {(event: PointerEvent, die: LyingDie, handle: SVGGElement) => void} */
  #grab(event, die, handle) {
    event.preventDefault();
    handle.focus({ preventScroll: true });
    this.#select(die.id);
    handle.setPointerCapture(event.pointerId);
    const box = this.picture.extra.getBoundingClientRect();
    const moved = (/** @type {PointerEvent} */ at) => [
      at.clientX - event.clientX,
      at.clientY - event.clientY,
    ];
    const drag = (/** @type {PointerEvent} */ at) => {
      const [x_px, y_px] = moved(at);
      const [x, y] = [(x_px / box.width) * WIDTH, (y_px / box.height) * this.picture.height];
      handle.setAttribute("transform", `translate(${x} ${y})`);
    };
    const drop = (/** @type {PointerEvent} */ at) => {
      handle.removeEventListener("pointermove", drag);
      handle.removeEventListener("pointerup", drop);
      handle.removeEventListener("pointercancel", drop);
      this.picture.hold = false;
      const [x_px, y_px] = moved(at);
      if (at.type === "pointerup" && Math.hypot(x_px, y_px) >= TAP_PX) {
        this.acts.put(die, [die.centre[0] + x_px / box.width, die.centre[1] + y_px / box.height]);
        return;
      }
      handle.removeAttribute("transform");
      if (at.type === "pointerup") this.acts.tap(die);
    };
    this.picture.hold = true;
    handle.addEventListener("pointermove", drag);
    handle.addEventListener("pointerup", drop);
    handle.addEventListener("pointercancel", drop);
  }

  /** @type {(event: KeyboardEvent, die: LyingDie) => void} */
  #press(event, die) {
    if (ARROWS[event.key]) {
      const step = STEP * (event.shiftKey ? FAR : 1);
      const [dx, dy] = ARROWS[event.key];
      this.acts.step(die, [die.centre[0] + dx * step, die.centre[1] + dy * step]);
    } else if (event.key.toLowerCase() === "r") this.acts.turn(die, event.shiftKey ? -1 : 1);
    else if (event.key === "Enter") this.acts.square(die);
    else if (event.key === " ") this.acts.tap(die);
    else if (event.key === "Delete" || event.key === "Backspace") this.acts.remove(die);
    else return;
    event.preventDefault();
  }

  /** @type {(event: WheelEvent, die: LyingDie) => void} */
  #wheel(event, die) {
    if (document.activeElement?.getAttribute("data-key") !== keyOf(die.id)) return;
    event.preventDefault();
    this.acts.turn(die, Math.sign(event.deltaY));
  }
}

/** @param {number} id */
const keyOf = (id) => `die-${id}`;

/** Marks a die that is thrown again. @param {Point} at */
function arrow([x, y]) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, class: "again", "aria-hidden": "true" },
    svg("circle", { r: 13 }),
    svg("path", { d: "M6 -4A7 7 0 1 0 7 2M8 -9V-3H2" }),
  );
}
