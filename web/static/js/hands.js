// The simulated table's hands: throw, and drag dice on the live picture.

import { get, post } from "./api.js";
import { button, h, show } from "./dom.js";
import { Handles } from "./handles.js";
import { WIDTH } from "./stage.js";
import { attempt } from "./toast.js";
import { knows, t } from "./words.js";

const TURN_DEG = 15;
/** Dice whose centres are nearer than this, in sides, lie against each other. */
const TOUCHING = 1.12;
/** What is found where the table is no simulated one. */
const REAL = { dice: [] };

export class Hands {
  constructor(place, stage) {
    this.place = place;
    this.stage = stage;
    this.table = { dice: [] };
    this.snap = true;
    this.handOver = false;
    this.chosen = new Map(); // die -> whether it is to be thrown again, where a tap said so
    this.fixed = new Set(); // dice that stayed when others were thrown: set aside for this turn
    this.handles = new Handles(stage, {
      put: (die, at) => this.#put(die, at, this.snap),
      step: (die, at) => this.#put(die, at, false),
      square: (die) => this.#put(die, die.centre, true),
      turn: (die, quarter) => this.#turn(die, quarter * TURN_DEG),
      tap: (die) => this.#toggle(die),
      remove: (die) => this.#remove(die),
      select: () => this.#draw(),
    });
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
    if (this.stage.hold || this.asking) return;
    this.asking = true;
    const table = await get("simulator/table").catch((error) => (error.status === 404 ? REAL : null));
    this.asking = false;
    if (!table || this.stage.hold) return;
    this.table = table;
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
    const what = [surface, surfaces, can_throw, this.handOver, this.handles.selected, this.snap, again];
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
    const selected = () => this.table.dice.find(({ id }) => id === this.handles.selected);
    const with_ = (act) => () => selected() && act(selected());
    const disabled = this.handles.selected === null;
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

  #drawDice() {
    this.handles.draw(this.table.dice.map((die) => ({ ...die, again: this.#again(die) })));
  }
}
