// Which dice are thrown again: what the game says of each, changed by the player's marks.

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
