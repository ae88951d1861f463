// Who plays, in the order of the seats: names, moved by dragging or by the arrow keys, guests, quick additions.

import { button, each, focusOn, h, icon, redraw } from "../base/dom.js";
import { follow } from "../base/keys.js";
import { t } from "../base/texts.js";

/** @import { Seated } from "./form.js" */

/** One seat of the form: what was typed, and whether it wants no entry. @typedef {{ key: string, name: string, guest: boolean }} Row */
/** Who sits down: called so by now, and the same one when renamed or moved. @typedef {{ name: string, row: object }} Player */

const GRIP = "M7 4h2v2H7ZM11 4h2v2h-2ZM7 9h2v2H7ZM11 9h2v2h-2ZM7 14h2v2H7ZM11 14h2v2h-2Z";
/** So many who have played here come in by one tap. */
const MOST_CHIPS = 8;

/** The fieldset in which players are named. */
export class PlayerRows {
  /** @type {Row[]} */
  #rows = [];
  #made = 0;
  #least = 1;
  #most = Infinity;
  /** Who has played at this table. @type {string[]} */
  #known = [];
  /** The row under the finger. @type {Row | null} */
  dragged = null;
  /** What was moved last, in words. */
  #said = "";

  /** @type {(seated: Seated[], known: string[]) => void} */
  begin(seated, known) {
    this.#known = known;
    for (const { name, guest } of seated) this.#add(name, guest);
  }

  /** For so few and so many is the game: names that have no place now are kept for another. @type {(least: number, most: number) => void} */
  fit(least, most) {
    this.#least = least;
    this.#most = most;
    while (this.#rows.length < least) this.#add(this.#others()[0] ?? "");
  }

  /** Those who play, in their order; who gives no name is called by the place, and kept nowhere. @returns {Seated[]} */
  get seated() {
    return this.#playing().map(({ name, guest }, place) => ({
      name: name.trim() || t("start.player", { place: place + 1 }),
      guest: guest || !name.trim(),
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
    this.#say(this.#rows[0]);
  }

  #playing = () => this.#rows.slice(0, this.#most);

  /** Who has played here, and does not yet. */
  #others = () => {
    const taken = this.#rows.map(({ name }) => name.trim());
    return this.#known.filter((name) => !taken.includes(name));
  };

  /** @type {(name?: string, guest?: boolean) => Row} */
  #add = (name = "", guest = false) => {
    const row = { key: `player-${(this.#made += 1)}`, name, guest };
    this.#rows.splice(this.#playing().length, 0, row);
    return row;
  };

  /** `order`: buttons that say who begins. @param {Child} order */
  draw(order) {
    const playing = this.#playing();
    const isFull = playing.length >= this.#most;
    const add = () => {
      const { key } = this.#add();
      redraw();
      focusOn(`[data-key=${key}] [name=player]`);
    };
    const come = (/** @type {string} */ name) => {
      const empty = playing.find((row) => !row.name.trim());
      if (empty) Object.assign(empty, { name, guest: false });
      else this.#add(name);
    };
    const others = isFull ? [] : this.#others().slice(0, MOST_CHIPS);
    return h("fieldset.players", [
      h("legend", t("start.players")),
      each("ol.player-rows", playing, (row, place) => this.#field(row, place, playing.length)),
      h("div.buttons", order),
      each("div.chips", others, (name) => button(null, `+ ${name}`, () => come(name), "quiet")),
      !isFull && button("add-player", t("start.add"), add, "quiet"),
      h("p.unseen", { role: "status" }, this.#said),
      h("datalist", { id: "known-players" }, [this.#known.map((value) => h("option", { value }))]),
    ]);
  }

  /** @type {(row: Row, place: number, count: number) => Child} */
  #field = (row, place, count) => {
    const label = t("start.player", { place: place + 1 });
    const name = row.name.trim() || String(place + 1);
    const asGuest = {
      ...{ type: "checkbox", name: "guest", checked: row.guest },
      "aria-label": t("start.as_guest", { name }),
    };
    return h("li", { class: ["player-field", row === this.dragged && "dragged"], "data-key": row.key }, [
      button(`move-${row.key}`, icon(null, 20, GRIP), () => {}, {
        class: "grip quiet",
        hidden: count < 2,
        "aria-label": t("start.move", { name }),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#byKey(row, event),
        onpointerdown: () => this.#drag(row),
      }),
      h("input", {
        ...{ name: "player", value: row.name, maxlength: 40, list: "known-players" },
        ...{ autocomplete: "off", placeholder: label, "aria-label": label },
        // Another name is another person, who may want an entry.
        oninput: ({ target }) => this.#change(row, { name: target.value, guest: false }),
      }),
      h("label.check.guest", { title: t("start.guest_why") }, [
        h("input", { ...asGuest, onchange: ({ target }) => this.#takeGuest(row, target.checked) }),
        t("evening.guest"),
      ]),
      button(`remove-${row.key}`, "×", () => this.#remove(row), {
        class: "quiet",
        hidden: count <= this.#least,
        "aria-label": t("start.remove", { name }),
      }),
    ]);
  };

  /** @type {(row: Row, change: Partial<Row>) => void} */
  #change = (row, change) => {
    Object.assign(row, change);
    redraw();
  };

  /** A guest needs no name. @type {(row: Row, guest: boolean) => void} */
  #takeGuest = (row, guest) => {
    const taken = this.#rows.map(({ name }) => name.trim());
    const names = ["", " 2", " 3", " 4", " 5", " 6", " 7", " 8"].map((n) => t("evening.guest") + n);
    const free = names.find((one) => !taken.includes(one)) ?? "";
    this.#change(row, { guest, name: guest && !row.name.trim() ? free : row.name });
  };

  /** @param {Row} row */
  #remove = (row) => {
    this.#rows = this.#rows.filter((other) => other !== row);
    while (this.#rows.length < this.#least) this.#add();
    redraw();
    focusOn("[data-key=add-player]");
  };

  /** @type {(row: Row, event: KeyboardEvent) => void} */
  #byKey = (row, event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.#move(row, this.#rows.indexOf(row) + by);
    focusOn(`[data-key=move-${row.key}]`);
  };

  /** Move the row that is dragged to where the finger is. @param {Row} row */
  #drag = (row) => {
    this.dragged = row;
    redraw();
    const over = ({ clientY = 0 }) => {
      const items = [...document.querySelectorAll(".player-rows > li")];
      const to = items.findIndex((item, place) => {
        const { top, bottom } = item.getBoundingClientRect();
        return clientY < bottom && (clientY >= top || place === 0);
      });
      if (to >= 0 && to !== this.#rows.indexOf(row)) this.#move(row, to);
    };
    follow(over, () => {
      this.dragged = null;
      redraw();
    });
  };

  /** @type {(row: Row, to: number) => void} */
  #move = (row, to) => {
    if (to < 0 || to >= this.#playing().length) return;
    const others = this.#rows.filter((other) => other !== row);
    this.#rows = [...others.slice(0, to), row, ...others.slice(to)];
    this.#say(row);
  };

  /** @param {Row} row */
  #say = (row) => {
    const place = this.#rows.indexOf(row) + 1;
    this.#said = t("start.place_said", { name: row.name || String(place), place });
    redraw();
  };
}
