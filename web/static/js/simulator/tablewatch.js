// What lies on the simulated table, asked for by its hands.

import { get, Refused } from "../base/api.js";

/** @import { SimulatedBoard } from "./boardhands.js" */
/** @import { SimulatedTokens } from "./tokenhands.js" */
/**
 * What lies on the simulated table, and how it is covered; busy while the hands are at work.
 * @typedef {object} Simulated
 * @property {LyingDie[]} dice
 * @property {string} [surface]
 * @property {string[]} [surfaces]
 * @property {boolean} [can_throw]
 * @property {boolean} [busy]
 * @property {SimulatedBoard | null} [board] a board is played on
 * @property {SimulatedTokens | null} [tokens] tokens are played with
 */

/** What is found where no table is simulated. @type {Simulated} */
export const NOT_SIMULATED = { dice: [] };

/** Asks what lies there, again and again for as long as that is wanted. */
export class TableWatch {
  #timer = 0;
  /** The last question, and its answer. */
  #question = 0;
  #asked = Promise.resolve();
  #hasLeft = false;

  /**
   * @param {(table: Simulated, askedAt: number) => void} take called with each answer but those that came too
   *   late, and when it was asked for
   * @param {(table: Simulated | null) => number | null} pause how long after an answer, or none, the table is
   *   asked again, in milliseconds; null: not before somebody wants to know
   */
  constructor(take, pause) {
    this.take = take;
    this.pause = pause;
  }

  /** Whether others took over. */
  get hasLeft() {
    return this.#hasLeft;
  }

  /** Others take over: nothing is asked or taken any more. */
  leave() {
    this.#hasLeft = true;
    clearTimeout(this.#timer);
  }

  /** Ask now. Resolves when it is known. */
  refresh() {
    clearTimeout(this.#timer);
    this.#asked = this.#ask(++this.#question);
    return this.#asked;
  }

  /** @type {(question: number) => Promise<void>} */
  #ask = async (question) => {
    const askedAt = performance.now();
    const table = await get("simulator/table").catch((error) =>
      error instanceof Refused && error.status === 404 ? NOT_SIMULATED : null,
    );
    if (question !== this.#question) return this.#asked;
    if (table && !this.#hasLeft) this.take(table, askedAt);
    const pause_ms = this.pause(table);
    if (pause_ms !== null && !this.#hasLeft) this.#timer = setTimeout(() => this.refresh(), pause_ms);
    return undefined;
  };
}
