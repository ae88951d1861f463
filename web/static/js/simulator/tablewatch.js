// What lies on the simulated table, asked for by its hands.

import { get } from "../base/api.js";

const BUSY_MS = 250;

/**
 * Asks what lies there; while the hands are at work, again and again.
 * @template {{ busy?: boolean }} Table
 */
export class TableWatch {
  #timer = 0;
  /** The last question, and its answer. */
  #question = 0;
  #asked = Promise.resolve();
  #hasLeft = false;

  /** @param {(table: Table) => void} take called with each answer but those that came too late */
  constructor(take) {
    this.take = take;
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
    const table = await get("simulator/table").catch(() => null);
    if (question !== this.#question) return this.#asked;
    if (this.#hasLeft || !table) return undefined;
    if (table.busy) this.#timer = setTimeout(() => this.refresh(), BUSY_MS);
    this.take(table);
    return undefined;
  };
}
