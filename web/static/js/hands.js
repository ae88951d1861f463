// The simulated table's hands: throw, and drag dice on the live picture.

import { get, post } from "./api.js";
import { button, h, show, svg } from "./dom.js";
import { attempt } from "./toast.js";
import { faceName, knows, t } from "./words.js";

const WIDTH = 1000;
const STEP = 0.008;
const TURN_DEG = 15;
const NEAR_PX = 6;
/** Dice whose centres are nearer than this, in sides, lie against each other. */
const TOUCHING = 1.12;
/** What is found where the table is no simulated one. */
const REAL = { dice: [] };

export class Hands {
  constructor(place, stage) {
    this.place = place;
    this.stage = stage;
    this.table = { dice: [] };
    this.selected = null;
    this.snap = true;
    this.handOver = false;
    this.chosen = new Map(); // die -> whether it is to be thrown again, where a tap said so
    this.fixed = new Set(); // dice that stayed when others were thrown: set aside for this turn
    stage.extra.classList.add("hands-layer");
    this.#draw();
    this.refresh();
  }

  update(state) {
    this.state = state;
    if (!this.#midTurn) this.fixed.clear();
    this.#drawDice();
    this.#draw();
  }

  /** Look at where the dice really lie. Not while one is being dragged. */
  async refresh() {
    if (this.dragging || this.asking) return;
    this.asking = true;
    const table = await get("simulator/table").catch((error) => (error.status === 404 ? REAL : null));
    this.asking = false;
    if (!table || this.dragging) return;
    this.table = table;
    if (!table.dice.some(({ id }) => id === this.selected)) this.selected = null;
    this.#drawDice();
    this.#draw();
  }

  async #do(path, body = {}, busy = null) {
    const done = await attempt(() => post(`simulator/${path}`, body), busy);
    this.refresh();
    return done;
  }

  // Which dice are thrown again: all that were neither built nor kept; a tap changes it.

  get #midTurn() {
    return (this.state?.view?.throw ?? 0) > 0 && !this.state.outcome;
  }

  #again(die) {
    if (!this.#midTurn || die.face === "catapult" || this.fixed.has(die.id)) return false;
    return this.chosen.get(die.id) ?? !this.table.dice.some((other) => this.#touch(die, other));
  }

  #touch(die, other) {
    if (die.id === other.id) return false;
    const at = ([x, y]) => [x * WIDTH, y * this.stage.height];
    const far = ([x1, y1], [x2, y2]) => Math.hypot(x2 - x1, y2 - y1);
    const side = far(at(die.corners[0]), at(die.corners[1]));
    return far(at(die.centre), at(other.centre)) < TOUCHING * side;
  }

  #toggle(die) {
    if (!this.#midTurn || die.face === "catapult" || this.fixed.has(die.id)) return;
    this.chosen.set(die.id, !this.#again(die));
    this.#drawDice();
    this.#draw();
  }

  async #throw(busy) {
    if (!this.#midTurn) return this.#do("throw", {}, busy);
    const { dice } = this.table;
    const again = dice.filter((die) => this.#again(die));
    const lifted = dice.filter((die) => die.face === "catapult" || again.includes(die));
    this.fixed = new Set(dice.filter((die) => !lifted.includes(die)).map(({ id }) => id));
    this.chosen.clear();
    if (lifted.length && !(await this.#do("remove", { dice: lifted.map(({ id }) => id) }, busy))) return null;
    return this.#do("throw", { count: again.length }, busy);
  }

  // The buttons.

  #draw() {
    if (this.table === REAL) {
      show(this.place, "real", () => [h("h3", {}, t("hands.title")), h("p", {}, t("hands.none"))]);
      return;
    }
    const { surface, surfaces = [], can_throw } = this.table;
    const again = this.#midTurn ? this.table.dice.filter((die) => this.#again(die)).length : null;
    const what = [surface, surfaces, can_throw, this.handOver, this.selected, this.snap, again];
    show(this.place, what, () => [
      h("h3", {}, t("hands.title")),
      h(
        "div",
        { class: "buttons" },
        button(
          again === null ? t("hands.throw") : t("hands.again", { count: again }),
          (event) => this.#throw(event.currentTarget),
          { class: "strong big", "data-key": "throw", disabled: can_throw === false || again === 0 },
        ),
        button(t(again === null ? "hands.clear" : "hands.clear_end"), (event) => this.#do("clear", {}, event.currentTarget), {
          "data-key": "clear",
        }),
        button(t(this.handOver ? "hands.hand_out" : "hands.hand_in"), () => this.#hand(), {
          "data-key": "hand",
          "aria-pressed": String(this.handOver),
        }),
      ),
      again !== null && h("p", { class: "hint" }, t("hands.keep")),
      h("p", { class: "hint" }, t("hands.help")),
      h("div", { class: "buttons" }, this.#dieButtons()),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", checked: this.snap, onchange: (event) => (this.snap = event.target.checked), "data-key": "snap" }),
        t("hands.snap"),
      ),
      surfaces.length > 0 && h("label", {}, t("hands.surface"), this.#surfaces(surface, surfaces)),
    ]);
  }

  #dieButtons() {
    const with_ = (act) => () => this.selected !== null && act(this.#die(this.selected));
    const disabled = this.selected === null;
    return [
      button(["⟲ ", t("hands.turn_left")], with_((die) => this.#turn(die, -TURN_DEG)), { "data-key": "left", disabled }),
      button(["⟳ ", t("hands.turn_right")], with_((die) => this.#turn(die, TURN_DEG)), { "data-key": "right", disabled }),
      button(t("hands.remove"), with_((die) => this.#remove(die)), { class: "quiet", "data-key": "remove", disabled }),
    ];
  }

  #surfaces(surface, surfaces) {
    const name = (kind) => (knows(`surface.${kind}`) ? t(`surface.${kind}`) : kind.replaceAll("_", " "));
    const options = surfaces.map((kind) => h("option", { value: kind, selected: kind === surface }, name(kind)));
    return h("select", { onchange: (event) => this.#do("dress", { surface: event.target.value }), "data-key": "surface" }, options);
  }

  #hand() {
    this.handOver = !this.handOver;
    this.#draw();
    return this.#do("hand", { over_table: this.handOver });
  }

  #die(id) {
    return this.table.dice.find((die) => die.id === id);
  }

  #turn(die, turn_deg) {
    return this.#do("drag", { die: die.id, x: die.centre[0], y: die.centre[1], turn_deg, snap: false });
  }

  #put(die, [x, y], snap) {
    const inside = (value) => Math.min(1, Math.max(0, value));
    return this.#do("drag", { die: die.id, x: inside(x), y: inside(y), turn_deg: 0, snap });
  }

  #remove(die) {
    return this.#do("remove", { dice: [die.id] });
  }

  // The dice as handles over the picture.

  #drawDice() {
    const { height } = this.stage;
    const again = this.table.dice.map((die) => this.#again(die));
    show(this.stage.extra, [this.table.dice, this.selected, height, again], () =>
      this.table.dice.map((die, place) => this.#handle(die, height, again[place])),
    );
  }

  #handle(die, height, again) {
    const at = ([x, y]) => [x * WIDTH, y * height];
    const words = again ? t("hands.die_again", { face: faceName(die.face) }) : t("hands.die", { face: faceName(die.face) });
    const handle = svg(
      "g",
      {
        class: die.id === this.selected ? "handle selected" : "handle",
        tabindex: 0,
        role: "button",
        "aria-pressed": String(die.id === this.selected),
        "aria-label": words,
        "data-key": `die-${die.id}`,
      },
      svg("polygon", { points: die.corners.map((corner) => at(corner).join()).join(" ") }),
      again && arrow(at(die.corners.reduce((high, corner) => (corner[0] + corner[1] < high[0] + high[1] ? corner : high)))),
    );
    handle.addEventListener("pointerdown", (event) => this.#grab(event, die, handle, height));
    handle.addEventListener("keydown", (event) => this.#key(event, die));
    handle.addEventListener("focus", () => this.#select(die.id));
    handle.addEventListener("wheel", (event) => this.#wheel(event, die), { passive: false });
    return handle;
  }

  #select(id) {
    if (this.selected === id) return;
    this.selected = id;
    for (const handle of this.stage.extra.children) {
      handle.classList.toggle("selected", handle.dataset.key === `die-${id}`);
    }
    this.#draw();
  }

  #grab(event, die, handle, height) {
    event.preventDefault();
    handle.focus({ preventScroll: true });
    this.#select(die.id);
    handle.setPointerCapture(event.pointerId);
    const box = this.stage.extra.getBoundingClientRect();
    const from = [event.clientX, event.clientY];
    this.dragging = this.stage.hold = true;
    const moved = (at) => [at.clientX - from[0], at.clientY - from[1]];
    const drag = (at) => {
      const [dx, dy] = moved(at);
      handle.setAttribute("transform", `translate(${(dx / box.width) * WIDTH} ${(dy / box.height) * height})`);
    };
    const drop = async (at) => {
      handle.removeEventListener("pointermove", drag);
      handle.removeEventListener("pointerup", drop);
      handle.removeEventListener("pointercancel", drop);
      const [dx, dy] = moved(at);
      this.dragging = this.stage.hold = false;
      if (at.type !== "pointercancel" && Math.hypot(dx, dy) >= NEAR_PX) {
        await this.#put(die, [die.centre[0] + dx / box.width, die.centre[1] + dy / box.height], this.snap);
        return;
      }
      handle.removeAttribute("transform");
      if (at.type === "pointerup") this.#toggle(die);
    };
    handle.addEventListener("pointermove", drag);
    handle.addEventListener("pointerup", drop);
    handle.addEventListener("pointercancel", drop);
  }

  #key(event, die) {
    const steps = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
    const far = event.shiftKey ? 5 : 1;
    const [x, y] = die.centre;
    if (steps[event.key]) {
      const [dx, dy] = steps[event.key];
      this.#put(die, [x + dx * far, y + dy * far], false);
    } else if (event.key.toLowerCase() === "r") this.#turn(die, event.shiftKey ? -TURN_DEG : TURN_DEG);
    else if (event.key === "Enter") this.#put(die, die.centre, true);
    else if (event.key === " ") this.#toggle(die);
    else if (event.key === "Delete" || event.key === "Backspace") this.#remove(die);
    else return;
    event.preventDefault();
  }

  #wheel(event, die) {
    if (document.activeElement?.dataset.key !== `die-${die.id}`) return;
    event.preventDefault();
    this.#turn(die, Math.sign(event.deltaY) * TURN_DEG);
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
