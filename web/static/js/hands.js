// The simulated table's hands: throw, and drag dice on the live picture.

import { get, post, Refused } from "./api.js";
import { button, h, show } from "./dom.js";
import { gameOf } from "./games/registry.js";
import { Handles } from "./handles.js";
import { WIDTH } from "./reading.js";
import { nameOf, t } from "./texts.js";
import { attempt } from "./toast.js";

/** @import { LyingDie, Point, State } from "./types.js" */
/** @import { PictureView } from "./picture.js" */
/** @import { Fate } from "./games/generic.js" */
/**
 * What lies on the simulated table, and how it is covered.
 * @typedef {object} Simulated
 * @property {LyingDie[]} dice
 * @property {string} [surface]
 * @property {string[]} [surfaces]
 * @property {boolean} [can_throw]
 */

const TURN_DEG = 15;
/** Dice whose centres are nearer than this, in sides, touch. */
const TOUCHING = 1.12;
/** What is found where no table is simulated. @type {Simulated} */
const NOT_SIMULATED = { dice: [] };

export class Hands {
  /** @type {State | null} */
  #state = null;
  /** @type {Simulated} */
  #table = { dice: [] };
  #asking = false;
  #squared = true;
  #handOver = false;
  /** Dice of which a tap said whether they are thrown again. @type {Map<number, Fate>} */
  #tapped = new Map();
  /** Dice that were left lying when others of this turn were thrown. @type {Set<number>} */
  #stayed = new Set();

  /**
   * @param {HTMLElement} place
   * @param {PictureView} picture
   */
  constructor(place, picture) {
    this.place = place;
    this.picture = picture;
    this.handles = new Handles(picture, {
      put: (die, to) => this.#put(die, to, this.#squared),
      step: (die, to) => this.#put(die, to, false),
      square: (die) => this.#put(die, die.centre, true),
      turn: (die, direction) => this.#turn(die, direction * TURN_DEG),
      tap: (die) => this.#toggle(die),
      remove: (die) => this.#remove(die),
      select: () => this.#drawButtons(),
    });
    this.#drawButtons();
    this.refresh();
  }

  /** @param {State} state */
  update(state) {
    this.#state = state;
    if (!this.#throwingOn) this.#stayed.clear();
    this.#draw();
  }

  /** Ask where the dice really lie. Not while one is being dragged. */
  async refresh() {
    if (this.picture.hold || this.#asking) return;
    this.#asking = true;
    const table = await get("simulator/table").catch((error) =>
      error instanceof Refused && error.status === 404 ? NOT_SIMULATED : null,
    );
    this.#asking = false;
    if (!table || this.picture.hold) return;
    this.#table = table;
    this.#draw();
  }

  /** @type {(path: string, body?: object, pressed?: Element | null) => Promise<unknown>} */
  async #do(path, body = {}, pressed = null) {
    const done = await attempt(() => post(`simulator/${path}`, body), pressed);
    this.refresh();
    return done;
  }

  // Which dice are thrown again: what the game says; a tap changes it.

  get #throwingOn() {
    return this.#state && gameOf(this.#state).throwingOn(this.#state);
  }

  /** What becomes of a die when the others are thrown. @type {(die: LyingDie) => Fate} */
  #fate(die) {
    const throwing = this.#throwingOn;
    if (!throwing) return "fixed";
    const touches = this.#table.dice.some((other) => this.#touch(die, other));
    const fate = throwing.fate(die, { touches, stayed: this.#stayed.has(die.id) });
    return fate === "again" || fate === "stays" ? (this.#tapped.get(die.id) ?? fate) : fate;
  }

  /** @type {(fate: Fate) => LyingDie[]} */
  #diceThat = (fate) => this.#table.dice.filter((die) => this.#fate(die) === fate);

  /** @type {(die: LyingDie, other: LyingDie) => boolean} */
  #touch(die, other) {
    if (die.id === other.id) return false;
    const far = (/** @type {Point} */ [x1, y1], /** @type {Point} */ [x2, y2]) =>
      Math.hypot((x2 - x1) * WIDTH, (y2 - y1) * this.picture.height);
    return far(die.centre, other.centre) < TOUCHING * far(die.corners[0], die.corners[1]);
  }

  /** @param {LyingDie} die */
  #toggle(die) {
    const fate = this.#fate(die);
    if (fate !== "again" && fate !== "stays") return;
    this.#tapped.set(die.id, fate === "again" ? "stays" : "again");
    this.#draw();
  }

  /** @param {Element} pressed */
  async #throw(pressed) {
    if (!this.#throwingOn) return this.#do("throw", {}, pressed);
    const again = this.#diceThat("again");
    const lifted = [...again, ...this.#diceThat("leaves")].map(({ id }) => id);
    this.#stayed = new Set(this.#table.dice.map(({ id }) => id).filter((id) => !lifted.includes(id)));
    this.#tapped.clear();
    if (lifted.length && !(await this.#do("remove", { dice: lifted.sort((a, b) => a - b) }, pressed)))
      return null;
    return this.#do("throw", { count: again.length }, pressed);
  }

  // What is drawn: the dice's handles over the picture, and the buttons.

  #draw() {
    this.handles.draw(this.#table.dice.map((die) => ({ ...die, again: this.#fate(die) === "again" })));
    this.#drawButtons();
  }

  #drawButtons() {
    if (this.#table === NOT_SIMULATED) {
      show(this.place, "none", () => [h("h3", {}, t("hands.title")), h("p", {}, t("hands.none"))]);
      return;
    }
    const { surface, surfaces = [], can_throw } = this.#table;
    const throwing = this.#throwingOn;
    const again = throwing && this.#diceThat("again").length;
    const what = [
      surface,
      surfaces,
      can_throw,
      this.#handOver,
      this.handles.selected,
      this.#squared,
      again,
      throwing,
    ];
    show(this.place, what, () => [
      h("h3", {}, t("hands.title")),
      h(
        "div",
        { class: "buttons" },
        this.#tableButtons(again, throwing?.clear ?? t("hands.clear"), can_throw !== false),
      ),
      throwing && h("p", { class: "hint" }, throwing.hint),
      h("p", { class: "hint" }, t("hands.help")),
      h("div", { class: "buttons" }, this.#dieButtons()),
      this.#squareChoice(),
      surfaces.length > 0 && h("label", {}, t("hands.surface"), this.#surfaceChoice(surface, surfaces)),
    ]);
  }

  /** @type {(again: number | null, clear: string, canThrow: boolean) => HTMLElement[]} */
  #tableButtons(again, clear, canThrow) {
    return [
      button(
        again === null ? t("hands.throw") : t("hands.again", { count: again }),
        (event) => this.#throw(event.currentTarget),
        { class: "strong big", "data-key": "throw", disabled: !canThrow || again === 0 },
      ),
      button(clear, (event) => this.#do("clear", {}, event.currentTarget), { "data-key": "clear" }),
      button(t(this.#handOver ? "hands.hand_out" : "hands.hand_in"), () => this.#moveHand(), {
        "data-key": "hand",
        "aria-pressed": String(this.#handOver),
      }),
    ];
  }

  #dieButtons() {
    const withSelected = (/** @type {(die: LyingDie) => void} */ act) => () => {
      const die = this.#table.dice.find(({ id }) => id === this.handles.selected);
      if (die) act(die);
    };
    const disabled = this.handles.selected === null;
    const left = withSelected((die) => this.#turn(die, -TURN_DEG));
    const right = withSelected((die) => this.#turn(die, TURN_DEG));
    const remove = withSelected((die) => this.#remove(die));
    return [
      button(["⟲ ", t("hands.turn_left")], left, { "data-key": "left", disabled }),
      button(["⟳ ", t("hands.turn_right")], right, { "data-key": "right", disabled }),
      button(t("hands.remove"), remove, { class: "quiet", "data-key": "remove", disabled }),
    ];
  }

  #squareChoice() {
    const onchange = (/** @type {{ target: HTMLInputElement }} */ { target }) =>
      (this.#squared = target.checked);
    const box = h("input", { type: "checkbox", checked: this.#squared, onchange, "data-key": "snap" });
    return h("label", { class: "check" }, box, t("hands.snap"));
  }

  /** @type {(surface: string | undefined, surfaces: string[]) => HTMLElement} */
  #surfaceChoice(surface, surfaces) {
    const options = surfaces.map((kind) =>
      h("option", { value: kind, selected: kind === surface }, nameOf(`surface.${kind}`, kind)),
    );
    const onchange = (/** @type {{ target: HTMLSelectElement }} */ { target }) =>
      this.#do("dress", { surface: target.value });
    return h("select", { onchange, "data-key": "surface" }, options);
  }

  // What the hands do.

  #moveHand() {
    this.#handOver = !this.#handOver;
    this.#drawButtons();
    return this.#do("hand", { over_table: this.#handOver });
  }

  /** @type {(die: LyingDie, turn_deg: number) => Promise<unknown>} */
  #turn({ id, centre: [x, y] }, turn_deg) {
    return this.#do("drag", { die: id, x, y, turn_deg, snap: false });
  }

  /** @type {(die: LyingDie, to: Point, snap: boolean) => Promise<unknown>} */
  #put({ id }, [x, y], snap) {
    const inside = (/** @type {number} */ value) => Math.min(1, Math.max(0, value));
    return this.#do("drag", { die: id, x: inside(x), y: inside(y), turn_deg: 0, snap });
  }

  /** @param {LyingDie} die */
  #remove({ id }) {
    return this.#do("remove", { dice: [id] });
  }
}
