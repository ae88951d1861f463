// What the simulated table's hands are at: what is pressed again while it is done is done once.

/** What is under way, by what was asked for; resolves as what was pressed first does. */
export class Doing {
  /** @type {Map<string, Promise<unknown>>} */
  #underWay = new Map();

  /**
   * Do something, unless the same is under way: until it is done, and the page knows what lies there since.
   * @type {(what: unknown, act: () => Promise<unknown>, look: () => Promise<unknown>) => Promise<unknown>}
   */
  once(what, act, look) {
    const key = JSON.stringify(what);
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const done = act();
    this.#underWay.set(key, done);
    const free = () => this.#underWay.delete(key);
    done.then(look).then(free, free);
    return done;
  }
}
