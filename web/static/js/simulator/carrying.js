// Dice on their way: where the hands mean each to lie, until the simulated table says that it lies there.

import { WIDTH } from "../base/plane.js";

/**
 * A place to lay a die, how far to turn it, and whether it is laid straight against a neighbour.
 * @typedef {{ to: Point, turn_deg: number, snap: boolean }} Carry
 */
/** A die as it is meant to lie. @typedef {{ die: LyingDie, snap: boolean }} Meant */

/** When no key was pressed for so long, the die is carried to where the keys have moved it. */
const RESTS_MS = 350;

export class Carrying {
  /** @type {Map<number, Meant>} */
  #meant = new Map();
  /** What the hands were not told yet, in the order of the dice's first moves. @type {Map<number, Carry>} */
  #waiting = new Map();
  /** When the hands were last told to carry each die. @type {Map<number, number>} */
  #toldAt = new Map();
  /** @type {Promise<unknown>} */
  #told = Promise.resolve();
  #timer = 0;

  /** @param {(id: number, carry: Carry) => Promise<unknown>} tell tells the hands; null: they refused */
  constructor(tell) {
    this.tell = tell;
  }

  /** The dice as they are meant to lie. @type {(dice: LyingDie[]) => LyingDie[]} */
  meant = (dice) => dice.map((die) => this.#meant.get(die.id)?.die ?? die);

  /** Whether a die is under way to a place straight against a neighbour. @param {number} id */
  snaps = (id) => this.#meant.get(id)?.snap ?? false;

  /**
   * Mean a die to lie there; the hands are told when no more is meant for a moment.
   * @type {(die: LyingDie, carry: Carry, height: number) => void}
   */
  mean(die, carry, height) {
    const before = this.#waiting.get(die.id)?.turn_deg ?? 0;
    this.#waiting.set(die.id, { ...carry, turn_deg: (before + carry.turn_deg) % 360 });
    this.#meant.set(die.id, { die: carried(die, carry, height), snap: carry.snap });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.send(), RESTS_MS);
  }

  /** Tell the hands all that was meant so far, in order; resolves when they know it. */
  send() {
    clearTimeout(this.#timer);
    for (const [id, carry] of this.#waiting) {
      this.#waiting.delete(id);
      this.#toldAt.set(id, Infinity);
      this.#told = this.#told.then(() => this.#tellOf(id, carry));
    }
    return this.#told;
  }

  /** @type {(id: number, carry: Carry) => Promise<void>} */
  #tellOf = async (id, carry) => {
    if ((await this.tell(id, carry)) === null) this.#meant.delete(id);
    this.#toldAt.set(id, performance.now());
  };

  /**
   * Take over how the table says that dice lie that have arrived; `askedAt`: when it was asked.
   * @type {(dice: LyingDie[], askedAt: number) => void}
   */
  arrive(dice, askedAt) {
    for (const id of this.#meant.keys()) {
      const die = dice.find((one) => one.id === id);
      const told = !this.#waiting.has(id) && (this.#toldAt.get(id) ?? 0) < askedAt;
      if (told && (!die || die.at_rest)) this.#meant.delete(id);
    }
  }

  /** Whether some die is not yet where it is meant to lie. */
  get isUnderWay() {
    return this.#meant.size > 0;
  }
}

/** A die as it will look when it has been carried. @type {(die: LyingDie, carry: Carry, height: number) => LyingDie} */
function carried(die, { to, turn_deg }, height) {
  const [cos, sin] = [Math.cos((turn_deg * Math.PI) / 180), Math.sin((turn_deg * Math.PI) / 180)];
  const turned = (/** @type {Point} */ [x, y]) => {
    const [dx, dy] = [(x - die.centre[0]) * WIDTH, (y - die.centre[1]) * height];
    const corner = [to[0] + (dx * cos - dy * sin) / WIDTH, to[1] + (dx * sin + dy * cos) / height];
    return /** @type {Point} */ (corner);
  };
  return {
    ...die,
    laid: true,
    centre: to,
    corners: die.corners.map(turned),
    angle: die.angle + turn_deg,
  };
}
