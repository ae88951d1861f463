// A throw by the simulated hands: nothing else is thrown until it lies still and is accepted; which dice go again.

import { lastOf } from "../base/lists.js";

/** A table that says nothing for so long is not waited for. */
const PATIENCE_MS = 8000;

export class HandsThrow {
  /** When the hands knew of it; Infinity: not yet; null: nothing was thrown. @type {number | null} */
  #thrownAt = null;
  /** When it lay still. @type {number | null} */
  #restsAt = null;
  /** The last move before it. @type {number | undefined} */
  #after;

  /** @param {State | null} state */
  begin(state) {
    this.#thrownAt = Infinity;
    this.#restsAt = null;
    this.#after = lastMove(state);
  }

  /** The hands throw, or have refused. @param {boolean} thrown */
  isDone(thrown) {
    this.#thrownAt = thrown ? performance.now() : null;
  }

  /** The dice were taken away. */
  forget() {
    this.#thrownAt = null;
  }

  /** The hands were done when the table was asked; tells whether that was news. @param {number} askedAt */
  rest(askedAt) {
    if (this.#thrownAt === null || this.#restsAt !== null || this.#thrownAt > askedAt) return false;
    this.#restsAt = performance.now();
    return true;
  }

  /** What is still to come of it. @type {(state: State | null) => HandsPlan["awaits"]} */
  awaits(state) {
    if (this.#thrownAt === null || !state) return null;
    if (this.#restsAt === null) return "rolling";
    if (!state.sitting || lastMove(state) !== this.#after) return null;
    if (state.proposal?.kind === "question") return "asked";
    if (state.proposal?.kind === "move") return "moment";
    const waited = performance.now() - this.#restsAt > PATIENCE_MS;
    return waited ? null : "reading";
  }
}

/** @param {State | null} state */
const lastMove = (state) => lastOf(state?.history)?.number;

export class ThrownAgain {
  /** Dice of which the player said whether they are thrown again. @type {Map<number, Fate>} */
  #marked = new Map();

  /** What becomes of a die. @type {(die: LyingDie, throwing: ThrowingOn, touches: boolean) => Fate} */
  fate(die, throwing, touches) {
    const fate = throwing.fate(die, { touches });
    return canBeMarked(fate) ? (this.#marked.get(die.id) ?? fate) : fate;
  }

  /** The player wants the other of the two. @type {(id: number, fate: Fate) => void} */
  mark(id, fate) {
    if (canBeMarked(fate)) this.#marked.set(id, fate === "again" ? "stays" : "again");
  }

  /** What was marked is forgotten: dice are being thrown. */
  forget() {
    this.#marked.clear();
  }
}

/** @param {Fate | undefined} fate */
export const canBeMarked = (fate) => fate === "again" || fate === "stays";
