// Going on from what lies on the table: what is not sure there is answered before the game begins.

import { h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { doubtfulCells, NONE_CHOSEN } from "../picture/rightpiece.js";
import { learnTaught } from "../picture/taught.js";
import { element } from "../base/element.js";

/** @import { Acts } from "../picture/rightpiece.js" */

export class GoingOn {
  /** The square that is answered. */
  #chosen = NONE_CHOSEN;
  /** @type {State | null} */
  #state = null;

  constructor() {
    this.box = element("input", {
      type: "checkbox",
      "data-key": "goes-on",
      onchange: () => this.#draw(),
    });
    this.doubts = element("div.doubts", { "aria-live": "polite" });
    this.element = element(
      "div.lies-there",
      { hidden: true },
      element("label.check", this.box, t("start.goes_on")),
      h("p.hint", t("start.goes_on_why")),
      this.doubts,
    );
    learnTaught("host");
  }

  /** Whether the game shall go on from there. */
  get isWanted() {
    return this.box.checked && !this.element.hidden;
  }

  /** @type {(state: State, game: string) => void} */
  update(state, game) {
    this.#state = state;
    this.element.hidden = state.game !== game || !state.watch.seen?.board?.cells.length;
    this.#draw();
  }

  #draw = () => {
    const seen = this.isWanted ? (this.#state?.watch.seen ?? null) : null;
    /** @type {Acts} */
    const acts = {
      who: "host",
      faces: [],
      choose: (chosen) => {
        this.#chosen = chosen;
        this.#draw();
      },
    };
    show(this.doubts, seen ? doubtfulCells(seen, this.#chosen, acts) : []);
  };
}
