// The simulated table's hands: throw, and drag dice on the live picture.

import { get, post } from "./api.js";
import { button, h, show, svg } from "./dom.js";
import { attempt } from "./toast.js";
import { faceName, knows, t } from "./words.js";

const WIDTH = 1000;
const STEP = 0.008;
const TURN_DEG = 15;
const NEAR_PX = 6;
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
    stage.extra.classList.add("hands-layer");
    this.#draw();
    this.refresh();
  }

  update(state) {
    this.state = state;
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
    await attempt(() => post(`simulator/${path}`, body), busy);
    this.refresh();
  }

  #draw() {
    if (this.table === REAL) {
      show(this.place, "real", () => [h("h3", {}, t("hands.title")), h("p", {}, t("hands.none"))]);
      return;
    }
    const { surface, surfaces = [], can_throw } = this.table;
    const dice = this.state?.view?.dice_to_throw;
    const what = [surface, surfaces, can_throw, this.handOver, this.selected, this.snap, dice];
    show(this.place, what, () => [
      h("h3", {}, t("hands.title")),
      h(
        "div",
        { class: "buttons" },
        button(t("hands.throw"), (event) => this.#do("throw", {}, event.currentTarget), {
          class: "strong big",
          "data-key": "throw",
          disabled: can_throw === false,
        }),
        button(t("hands.clear"), (event) => this.#do("clear", {}, event.currentTarget), { "data-key": "clear" }),
        button(t(this.handOver ? "hands.hand_out" : "hands.hand_in"), () => this.#hand(), {
          "data-key": "hand",
          "aria-pressed": String(this.handOver),
        }),
      ),
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

  #turn(die, turn_deg, snap = false) {
    return this.#do("drag", { die: die.id, x: die.centre[0], y: die.centre[1], turn_deg, snap });
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
    show(this.stage.extra, [this.table.dice, this.selected, height], () => this.table.dice.map((die) => this.#handle(die, height)));
  }

  #handle(die, height) {
    const at = ([x, y]) => `${x * WIDTH},${y * height}`;
    const handle = svg(
      "g",
      {
        class: die.id === this.selected ? "handle selected" : "handle",
        tabindex: 0,
        role: "button",
        "aria-pressed": String(die.id === this.selected),
        "aria-label": t("hands.die", { face: faceName(die.face) }),
        "data-key": `die-${die.id}`,
      },
      svg("polygon", { points: die.corners.map(at).join(" ") }),
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
      if (at.type === "pointercancel" || Math.hypot(dx, dy) < NEAR_PX) handle.removeAttribute("transform");
      else await this.#put(die, [die.centre[0] + dx / box.width, die.centre[1] + dy / box.height], this.snap);
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
