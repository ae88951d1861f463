// The dice of the simulated table as handles over the picture: for mouse, finger and keyboard.

import { show, svg } from "../base/dom.js";
import { letDrag, stepsOf } from "./dragging.js";
import { pointsOf, topLeftOf, WIDTH } from "../picture/reading.js";
import { faceName, t } from "../base/texts.js";

/** @import { LyingDie, Point } from "../types.js" */
/** @import { PictureView } from "../picture/picture.js" */
/** A die, and whether it is thrown again next. @typedef {LyingDie & { again: boolean }} ShownDie */
/**
 * What is done with a die; `to` is a place on the picture, in fractions of it.
 * @typedef {object} Acts
 * @property {(die: LyingDie, to: Point) => void} put dragged there
 * @property {(die: LyingDie, to: Point) => void} step moved there by a key
 * @property {(die: LyingDie) => void} square set straight to its neighbour
 * @property {(die: LyingDie) => void} mark thrown again, or not
 * @property {(die: LyingDie) => void} remove
 * @property {(die: LyingDie, direction: number) => void} turn 1 clockwise, -1 the other way
 * @property {() => void} select another die is selected
 * @property {() => void} dropped whatever was dragged is let go
 */

/** A step by key, in units of the drawing. */
const STEP = 8;
/** Dice in a row of the picture this high, as a share of its height, are reached from left to right. */
const ROW = 0.12;

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
    const inRows = [...dice].sort((one, other) => place(one) - place(other));
    const at = [...extra.children].findIndex((handle) => handle === document.activeElement);
    show(extra, [inRows, this.selected, height], () => inRows.map((die) => this.#handle(die)));
    if (at >= 0 && !extra.contains(document.activeElement)) this.#focusNear(at);
  }

  /** The die that had the focus is gone: the next one gets it. @param {number} at */
  #focusNear = (at) => {
    const handles = this.picture.extra.children;
    /** @type {SVGElement | undefined} */ (handles[Math.min(at, handles.length - 1)])?.focus();
  };

  /** @type {(die: ShownDie) => SVGGElement} */
  #handle = (die) => {
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
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, die),
        onfocus: () => this.#select(die.id),
      },
      svg("polygon", { points: pointsOf(corners) }),
      die.again && arrow(topLeftOf(corners)),
    );
    const [x, y] = die.centre;
    letDrag(handle, this.picture, {
      put: ([right, down]) => this.acts.put(die, [x + right, y + down]),
      dropped: () => this.acts.dropped(),
    });
    return handle;
  };

  /** @param {number} id */
  #select = (id) => {
    if (this.selected === id) return;
    this.selected = id;
    for (const handle of this.picture.extra.querySelectorAll(".handle")) {
      const selected = handle.getAttribute("data-key") === keyOf(id);
      handle.classList.toggle("selected", selected);
      handle.setAttribute("aria-pressed", String(selected));
    }
    this.acts.select();
  };

  /** @type {(event: KeyboardEvent, die: LyingDie) => void} */
  #press = (event, die) => {
    if (this.picture.hold || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = stepsOf(event);
    if (steps) {
      const [right, down] = steps.map((count) => count * STEP);
      const [x, y] = die.centre;
      this.acts.step(die, [x + right / WIDTH, y + down / this.picture.height]);
    } else if (event.key.toLowerCase() === "r") this.acts.turn(die, event.shiftKey ? -1 : 1);
    else if (event.key === "Enter") this.acts.square(die);
    else if (event.key === " ") this.acts.mark(die);
    else if (event.key === "Delete" || event.key === "Backspace") this.acts.remove(die);
    else return;
    event.preventDefault();
  };
}

/** @param {number} id */
const keyOf = (id) => `die-${id}`;

/** Where a die comes when they are gone through row by row. @param {LyingDie} die */
const place = ({ centre: [x, y] }) => Math.floor(y / ROW) + x;

/** Marks a die that is thrown again. @param {Point} at */
function arrow([x, y]) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, class: "again", "aria-hidden": "true" },
    svg("circle", { r: 13 }),
    svg("path", { d: "M6 -4A7 7 0 1 0 7 2M8 -9V-3H2" }),
  );
}
