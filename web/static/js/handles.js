// The dice of the simulated table as handles over the picture: for mouse, finger and keyboard.

import { show, svg } from "./dom.js";
import { WIDTH } from "./stage.js";
import { faceName, t } from "./words.js";

const STEP = 0.008;
const FAR = 5;
const NEAR_PX = 6;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Handles {
  /** `acts`: put and step (die, [x, y]), square, tap and remove (die), turn (die, ±1), select (). */
  constructor(stage, acts) {
    this.stage = stage;
    this.acts = acts;
    this.selected = null;
    stage.extra.classList.add("hands-layer");
  }

  draw(dice) {
    if (!dice.some(({ id }) => id === this.selected)) this.selected = null;
    const { extra, height } = this.stage;
    show(extra, [dice, this.selected, height], () => dice.map((die) => this.#handle(die, height)));
  }

  #handle(die, height) {
    const at = ([x, y]) => [x * WIDTH, y * height];
    const first = die.corners.reduce((low, corner) => (corner[0] + corner[1] < low[0] + low[1] ? corner : low));
    const handle = svg(
      "g",
      {
        class: die.id === this.selected ? "handle selected" : "handle",
        tabindex: 0,
        role: "button",
        "aria-pressed": String(die.id === this.selected),
        "aria-label": t(die.again ? "hands.die_again" : "hands.die", { face: faceName(die.face) }),
        "data-key": `die-${die.id}`,
        onpointerdown: (event) => this.#grab(event, die, handle),
        onkeydown: (event) => this.#key(event, die),
        onfocus: () => this.#select(die.id),
      },
      svg("polygon", { points: die.corners.map((corner) => at(corner).join()).join(" ") }),
      die.again && arrow(at(first)),
    );
    handle.addEventListener("wheel", (event) => this.#wheel(event, die), { passive: false });
    return handle;
  }

  #select(id) {
    if (this.selected === id) return;
    this.selected = id;
    for (const handle of this.stage.extra.children) {
      const selected = handle.dataset.key === `die-${id}`;
      handle.classList.toggle("selected", selected);
      handle.setAttribute("aria-pressed", String(selected));
    }
    this.acts.select();
  }

  #grab(event, die, handle) {
    event.preventDefault();
    handle.focus({ preventScroll: true });
    this.#select(die.id);
    handle.setPointerCapture(event.pointerId);
    const box = this.stage.extra.getBoundingClientRect();
    const moved = (at) => [(at.clientX - event.clientX) / box.width, (at.clientY - event.clientY) / box.height];
    this.stage.hold = true;
    const drag = (at) => {
      const [dx, dy] = moved(at);
      handle.setAttribute("transform", `translate(${dx * WIDTH} ${dy * this.stage.height})`);
    };
    const drop = (at) => {
      for (const [kind, act] of Object.entries(listening)) handle.removeEventListener(kind, act);
      this.stage.hold = false;
      const [dx, dy] = moved(at);
      const far = Math.hypot(dx * box.width, dy * box.height) >= NEAR_PX;
      if (far && at.type === "pointerup") return this.acts.put(die, [die.centre[0] + dx, die.centre[1] + dy]);
      handle.removeAttribute("transform");
      return at.type === "pointerup" ? this.acts.tap(die) : null;
    };
    const listening = { pointermove: drag, pointerup: drop, pointercancel: drop };
    for (const [kind, act] of Object.entries(listening)) handle.addEventListener(kind, act);
  }

  #key(event, die) {
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

  #wheel(event, die) {
    if (document.activeElement?.dataset.key !== `die-${die.id}`) return;
    event.preventDefault();
    this.acts.turn(die, Math.sign(event.deltaY));
  }
}

/** Marks a die that is thrown again. */
function arrow([x, y]) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, class: "again", "aria-hidden": "true" },
    svg("circle", { r: 13 }),
    svg("path", { d: "M6 -4A7 7 0 1 0 7 2M8 -9V-3H2" }),
  );
}
