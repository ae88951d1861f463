// What all hands of the simulated table share: they ask what lies there, act on it once, have buttons.

import { Refused, get, post } from "../base/api.js";
import { button, h, onceButton, show } from "../base/dom.js";
import { selectField } from "../base/form.js";
import { nameOf, t } from "../base/texts.js";
import { doOnce } from "../base/sending.js";
import { attempt } from "../base/toast.js";

/** @import { SimulatedBoard } from "./boardhands.js" */
/** @import { SimulatedTokens } from "./tokenhands.js" */

/**
 * The buttons: `rows` of them and what helps; what is needed seldom, around the key for the hand over the table;
 * which keys do what.
 * @typedef {{ rows: Child, hint: Child, more: (hand: Child) => Child, keys: string }} Tools
 */

/** While the hands are at work, the table is asked as often. */
const BUSY_MS = 250;

/** Hands of one kind: `suits` tells whether what lies there is for them, `draw` draws it and the buttons. */
export class TableHands {
  /** @type {State | null} */
  state = null;
  /** @type {Simulated} */
  table = { dice: [] };
  /** Others took over: nothing is asked or drawn any more. */
  hasLeft = false;
  #handOver = false;
  #timer = 0;
  /** The last question, and its answer. */
  #question = 0;
  #asked = Promise.resolve();

  /**
   * @param {HTMLElement} place of the buttons
   * @param {PictureView} picture
   * @param {(table: Simulated) => void} onother called when what lies there is for others
   */
  constructor(place, picture, onother) {
    this.place = place;
    this.picture = picture;
    this.onother = onother;
    picture.extra.classList.add("hands-layer");
  }

  /** Begin: once all is there that these hands are made of. */
  start() {
    this.picture.zoomTo([]);
    this.refresh();
  }

  /** @param {State} state */
  update(state) {
    if (state.version !== this.state?.version) this.refresh();
    this.state = state;
    this.draw();
  }

  leave() {
    this.hasLeft = true;
    clearTimeout(this.#timer);
  }

  /** Ask what lies there. Resolves when it is known. */
  refresh() {
    clearTimeout(this.#timer);
    this.#asked = this.#ask(++this.#question);
    return this.#asked;
  }

  /** Take what the table answers, unless it came too late, and ask again for as long as that is wanted. @type {(question: number) => Promise<void>} */
  #ask = async (question) => {
    const askedAt = performance.now();
    const table = await get("simulator/table").catch((error) =>
      error instanceof Refused && error.status === 404 ? NOT_SIMULATED : null,
    );
    if (question !== this.#question) return this.#asked;
    if (table && !this.hasLeft)
      if (this.suits(table)) this.take(table, askedAt);
      else this.onother(table);
    const pause_ms = this.pause(table);
    if (pause_ms !== null && !this.hasLeft) this.#timer = setTimeout(() => this.refresh(), pause_ms);
    return undefined;
  };

  /** @param {Simulated} _table */
  suits(_table) {
    return false;
  }

  /** Take over what lies there, as it was at that time. @param {Simulated} table @param {number} _askedAt */
  take(table, _askedAt) {
    this.table = table;
    this.draw();
  }

  /** How long after this answer, or none, the table is asked again, in ms; null: not before somebody wants to know. @type {(table: Simulated | null) => number | null} */
  pause(table) {
    return table?.busy ? BUSY_MS : null;
  }

  draw() {}

  /** What is done once, however often it is pressed until it is known what lies there since. @type {(what: unknown, act: () => Promise<unknown>) => Promise<unknown>} */
  once(what, act) {
    return doOnce(what, async () => {
      const done = await act();
      await this.refresh();
      return done;
    });
  }

  /** Let the hands do that once. @type {(path: string, body?: object, pressed?: Element | null) => Promise<unknown>} */
  do(path, body = {}, pressed = null) {
    return this.once([path, body], () => attempt(() => post(`simulator/${path}`, body), pressed));
  }

  /** Let the hands do that as often as it is pressed. @type {(path: string, body: object) => Promise<unknown>} */
  async doEach(path, body) {
    const done = await attempt(() => post(`simulator/${path}`, body));
    this.refresh();
    return done;
  }

  /** Draw the buttons. @param {Tools} tools */
  drawTools({ rows, hint, more, keys }) {
    const { surfaces = [] } = this.table;
    show(this.place, [
      h("h2.unseen", t("hands.title")),
      rows,
      h("p.hint", hint),
      h("details", [
        h("summary", { "data-key": "more" }, t("hands.more")),
        more(this.#handKey()),
        surfaces.length > 0 && h("label.check", t("hands.surface"), this.#surfaces()),
        h("p.hint", keys),
      ]),
    ]);
  }

  /** A hand is held over the table, or taken back. */
  #handKey = () => {
    const move = () => {
      this.#handOver = !this.#handOver;
      this.draw();
      return this.do("hand", { over_table: this.#handOver });
    };
    const pressed = { "aria-pressed": String(this.#handOver) };
    return press("hand", t(this.#handOver ? "hands.hand_out" : "hands.hand_in"), move, pressed);
  };

  #surfaces = () => {
    const { surface, surfaces = [] } = this.table;
    const words = (/** @type {string} */ kind) => nameOf(`surface.${kind}`, kind);
    const dress = (/** @type {string} */ chosen) => this.do("dress", { surface: chosen });
    return selectField("surface", surfaces, words, surface ?? "", dress);
  };
}

/**
 * One that is `off` does nothing, but keeps the keyboard's focus. A double press is one, unless `each` press
 * counts.
 * @param {string} key
 * @param {Child} label
 * @param {(pressed: Element) => unknown} act
 * @param {{ off?: boolean, each?: boolean, name?: string, class?: string, "aria-pressed"?: string, onpointerdown?: (event: PointerEvent) => void }} [look]
 */
export function press(key, label, act, { off = false, each = false, name, ...look } = {}) {
  const named = { "aria-label": name, title: name, "aria-disabled": off && "true" };
  return (each ? button : onceButton)(key, label, (pressed) => !off && act(pressed), {
    ...named,
    ...look,
  });
}

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
