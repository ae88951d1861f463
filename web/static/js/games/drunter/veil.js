// What only one player may see lies under a veil: shown after a tap, gone when the phone lies idle or is turned away.

const IDLE_MS = 20000;

export class Veil {
  /** Whose cards are open; null: none are. @type {string | null} */
  openFor = null;
  #timer = 0;

  /** @param {() => void} onclose what is under it is forgotten, and no longer drawn */
  constructor(onclose) {
    this.onclose = onclose;
    document.addEventListener("visibilitychange", () => document.hidden && this.close());
    window.addEventListener("pagehide", () => this.close());
    for (const kind of ["pointerdown", "keydown"]) {
      document.addEventListener(kind, () => this.openFor !== null && this.#wait());
    }
  }

  /** @param {string} name */
  open(name) {
    this.openFor = name;
    this.#wait();
  }

  close() {
    clearTimeout(this.#timer);
    if (this.openFor === null) return;
    this.openFor = null;
    this.onclose();
  }

  #wait = () => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(), IDLE_MS);
  };
}
