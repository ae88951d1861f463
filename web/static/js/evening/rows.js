// Who plays, in the order of the seats: names, moved by dragging or by the arrow keys, guests, quick additions.

import { button, h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { element } from "../base/element.js";

/** @import { Seated } from "./form.js" */
/**
 * One seat of the form. `named`: its name field; `guest`: whether it wants no entry.
 * @typedef {{ item: HTMLElement, named: HTMLInputElement, guest: HTMLInputElement, handle: HTMLElement, remove: HTMLElement }} Row
 */
/** Who sits down: called so by now, and the same one when renamed or moved. @typedef {{ name: string, row: object }} Player */

const GRIP = "M7 4h2v2H7ZM11 4h2v2h-2ZM7 9h2v2H7ZM11 9h2v2h-2ZM7 14h2v2H7ZM11 14h2v2h-2Z";

/** The fieldset in which players are named; rows are made once, and only moved after that. */
export class PlayerRows {
  /** @type {Row[]} */
  #rows = [];
  #least = 1;
  #most = Infinity;
  /** Who has played at this table. @type {string[]} */
  #known = [];
  /** The row under the finger. @type {Row | null} */
  #dragged = null;

  /** `onchange`: names or their order have changed. @param {() => void} onchange */
  constructor(onchange) {
    this.onchange = onchange;
    this.list = element("ol.player-rows");
    this.chips = element("div.chips");
    this.said = element("p.unseen", { role: "status" });
    this.order = element("div.buttons");
    this.names = element("datalist", { id: "known-players" });
    this.add = element(
      "button.quiet",
      { type: "button", onclick: () => this.#addRow("", true) },
      t("start.add"),
    );
    this.element = element(
      "fieldset.players",
      h("legend", t("start.players")),
      this.list,
      this.order,
      this.chips,
      this.add,
      this.said,
      this.names,
    );
  }

  /** @type {(seated: Seated[], known: string[]) => void} */
  begin(seated, known) {
    this.#known = known;
    show(
      this.names,
      known.map((name) => h("option", { value: name })),
    );
    for (const { name, guest } of seated) this.#addRow(name, false, guest);
  }

  /** For so few and so many is the game: names that have no place now are kept for another. @type {(least: number, most: number) => void} */
  fit(least, most) {
    this.#least = least;
    this.#most = most;
    while (this.#rows.length < least) this.#addRow(this.#nextKnown(), false);
    this.#follow();
  }

  /** Those who play, in their order; who gives no name is called by the place, and kept nowhere. @returns {Seated[]} */
  get seated() {
    return this.#playing().map(({ named, guest }) => ({
      name: named.value.trim() || named.placeholder,
      guest: guest.checked || !named.value.trim(),
    }));
  }

  /** The same, each known by a row that stays with whoever is named in it. @returns {Player[]} */
  get players() {
    return this.#playing().map((row, place) => ({ name: this.seated[place].name, row }));
  }

  /** Let the row of this place be the first; the others follow, clockwise. @param {number} first */
  rotate(first) {
    const playing = this.#playing();
    const rest = this.#rows.slice(playing.length);
    this.#rows = [...playing.slice(first), ...playing.slice(0, first), ...rest];
    this.list.append(...this.#playing().map(({ item }) => item));
    this.#follow();
    this.#say(this.#rows[0]);
  }

  #playing = () => this.#rows.slice(0, this.#most);

  #nextKnown = () => {
    const taken = this.#rows.map(({ named }) => named.value.trim());
    return this.#known.find((name) => !taken.includes(name)) ?? "";
  };

  /** @type {(name: string, focus: boolean, isGuest?: boolean) => void} */
  #addRow = (name, focus, isGuest = false) => {
    const row = this.#row(name, isGuest);
    this.#rows.splice(this.#playing().length, 0, row);
    this.#follow();
    if (focus) row.named.focus();
  };

  /** @type {(name: string, isGuest: boolean) => Row} */
  #row = (name, isGuest) => {
    const named = element("input", {
      ...{ name: "player", value: name, maxlength: 40, list: "known-players" },
      ...{ autocomplete: "off", oninput: () => this.#named(row) },
    });
    /** @type {HTMLInputElement} */
    const guest = element("input", {
      ...{ type: "checkbox", name: "guest", checked: isGuest },
      onchange: () => this.#takeGuest(row),
    });
    const handle = element(
      "button.grip.quiet",
      {
        type: "button",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#byKey(row, event),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#grab(row, event),
        onpointermove: (/** @type {PointerEvent} */ event) => this.#drag(event),
        onpointerup: () => this.#drop(),
        onpointercancel: () => this.#drop(),
      },
      h("svg", { viewBox: "0 0 20 20" }, h("path", { d: GRIP })),
    );
    const remove = element("button.quiet", { type: "button", onclick: () => this.#removeRow(row) }, "×");
    const item = element(
      "li.player-field",
      handle,
      named,
      element("label.check.guest", { title: t("start.guest_why") }, guest, t("evening.guest")),
      remove,
    );
    /** @type {Row} */
    const row = { item, named, guest, handle, remove };
    return row;
  };

  /** Another name is another person, who may want an entry. @param {Row} row */
  #named = (row) => {
    row.guest.checked = false;
    this.#follow();
  };

  /** A guest needs no name. @param {Row} row */
  #takeGuest = (row) => {
    if (row.guest.checked && !row.named.value.trim()) row.named.value = this.#freeGuest();
    this.#follow();
  };

  #freeGuest = () => {
    const taken = this.#rows.map(({ named }) => named.value.trim());
    const names = [
      t("evening.guest"),
      ...[2, 3, 4, 5, 6, 7, 8].map((n) => `${t("evening.guest")} ${n}`),
    ];
    return names.find((name) => !taken.includes(name)) ?? "";
  };

  /** @param {Row} row */
  #removeRow = (row) => {
    this.#rows = this.#rows.filter((other) => other !== row);
    row.item.remove();
    while (this.#rows.length < this.#least) this.#addRow("", false);
    this.#follow();
    this.add.focus();
  };

  /** @type {(row: Row, event: KeyboardEvent) => void} */
  #byKey = (row, event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.#move(row, this.#rows.indexOf(row) + by);
    row.handle.focus();
  };

  /** @type {(row: Row, event: PointerEvent) => void} */
  #grab = (row, event) => {
    this.#dragged = row;
    row.item.classList.add("dragged");
    row.handle.setPointerCapture(event.pointerId);
  };

  /** Move the row that is dragged to where the finger is. @param {PointerEvent} event */
  #drag = ({ clientY }) => {
    const row = this.#dragged;
    if (!row) return;
    const to = this.#playing().findIndex(({ item }) => {
      const { top, height } = item.getBoundingClientRect();
      return clientY < top + height && (clientY >= top || item === this.#rows[0].item);
    });
    if (to >= 0 && to !== this.#rows.indexOf(row)) this.#move(row, to);
  };

  #drop = () => {
    this.#dragged?.item.classList.remove("dragged");
    this.#dragged = null;
  };

  /** @type {(row: Row, to: number) => void} */
  #move = (row, to) => {
    if (to < 0 || to >= this.#playing().length) return;
    const others = this.#rows.filter((other) => other !== row);
    this.#rows = [...others.slice(0, to), row, ...others.slice(to)];
    // The row itself is not moved: the browser would let go of it.
    const playing = others.slice(0, this.#playing().length - 1);
    playing.slice(0, to).forEach(({ item }) => this.list.insertBefore(item, row.item));
    playing.slice(to).forEach(({ item }) => this.list.append(item));
    this.#follow();
    this.#say(row);
  };

  /** @param {Row} row */
  #say = (row) => {
    const place = this.#rows.indexOf(row) + 1;
    this.said.textContent = t("start.place_said", { name: row.named.value || String(place), place });
  };

  /** Show who plays, what may be done with each, and who else has played here. */
  #follow = () => {
    const playing = this.#playing();
    this.#rows.forEach(({ item, named, guest, handle, remove }, place) => {
      const isIn = place < playing.length;
      const label = t("start.player", { place: place + 1 });
      const name = named.value.trim() || String(place + 1);
      // Who has no place stands behind all others, and comes back there.
      if (!isIn) item.remove();
      else if (!item.isConnected) this.list.append(item);
      named.setAttribute("aria-label", label);
      named.placeholder = label;
      guest.setAttribute("aria-label", t("start.as_guest", { name }));
      handle.setAttribute("aria-label", t("start.move", { name }));
      handle.toggleAttribute("hidden", playing.length < 2);
      remove.setAttribute("aria-label", t("start.remove", { name }));
      remove.toggleAttribute("hidden", playing.length <= this.#least);
    });
    const isFull = playing.length >= this.#most;
    this.add.hidden = isFull;
    this.#drawChips(isFull);
    this.onchange();
  };

  /** Who has played here, and does not yet, comes in by one tap. @param {boolean} isFull */
  #drawChips = (isFull) => {
    const taken = this.#rows.map(({ named }) => named.value.trim());
    const others = isFull ? [] : this.#known.filter((name) => !taken.includes(name)).slice(0, 8);
    const come = (/** @type {string} */ name) => {
      const empty = this.#playing().find(({ named }) => !named.value.trim());
      if (!empty) return this.#addRow(name, false);
      empty.named.value = name;
      return this.#follow();
    };
    show(
      this.chips,
      others.map((name) => button(null, `+ ${name}`, () => come(name), "quiet")),
    );
  };
}
