// Where the table keeps the game: on the host's page, the ways on where that place is lost.

import { get } from "../base/api.js";
import { button, h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { asks } from "../base/toast.js";

/** @import { Memory } from "../types.js" */

const EVERY_MS = 3000;

/** Shows them for as long as something is amiss; a stick that is put in meanwhile appears by itself. */
export class MemoryCard {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.amiss = "";
    this.asking = 0;
  }

  /** @param {State} state */
  update({ faults }) {
    const amiss = faults.find(({ part }) => part === "memory")?.text.code ?? "";
    if (amiss === this.amiss) return;
    this.amiss = amiss;
    clearTimeout(this.asking);
    this.draw(null);
    if (amiss) this.ask();
  }

  async ask() {
    const amiss = this.amiss;
    const memory = await get("memory").catch(() => null);
    if (amiss !== this.amiss) return;
    if (memory) this.draw(memory);
    this.asking = setTimeout(() => this.ask(), EVERY_MS);
  }

  /** @param {Memory | null} memory */
  draw(memory) {
    show(this.place, memory && [h("h2", t("memory.title")), ...this.words(memory)]);
  }

  /** @param {Memory} memory */
  words({ kept, without, folder, places }) {
    if (kept) return [h("p", t("memory.elsewhere", { folder: folder ?? "" }))];
    const ways = places.map((place) =>
      this.way(place === folder ? "memory.again" : "memory.place", place),
    );
    return [
      h("p", t(without ? "memory.without_now" : "memory.ways")),
      h("p.memory-ways", ways, !without && this.way("memory.without", null)),
      h("p.hint", t("memory.stick")),
    ];
  }

  /** @type {(code: string, place: string | null) => Child} */
  way(code, place) {
    return button(`memory-${place}`, t(code, { place: place ?? "" }), asks("memory", { place }));
  }
}
