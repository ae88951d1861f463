// Starting a sitting: which game, who plays, what is agreed.

import { get, post } from "./api.js";
import { button, h } from "./dom.js";
import { gameName, nameOf, t } from "./texts.js";
import { attempt } from "./toast.js";

/** @import { State } from "./types.js" */
/**
 * What may be agreed before a game.
 * @typedef {object} Option
 * @property {"int" | "bool" | "choice"} type
 * @property {any} default
 * @property {number | null} min
 * @property {number | null} max
 * @property {string[]} choices
 */
/**
 * For how many a game is, and what may be agreed.
 * @typedef {{ seats: number[], options: Record<string, Option> }} Game
 */

/** Where the browser keeps the players' names for the next time. */
const NAMES_KEY = "companion-players";

/** A form that keeps what was typed: drawn once, not at every change of the table. */
export class StartForm {
  /** @type {Record<string, Game>} */
  #games = {};
  #game = "";
  #playing = false;
  /** @type {string | null | undefined} */
  #sitting;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.names = rememberedNames();
    this.title = h("h3", {}, t("start.title"));
    this.form = h("form", { onsubmit: (event) => this.#submit(event) });
    this.details = h("details", {}, h("summary", {}, this.title), this.form);
    place.replaceChildren(this.details);
    attempt(async () => {
      this.#games = await get("games");
      this.#draw(Object.keys(this.#games)[0]);
    });
  }

  /** @param {State} state */
  update({ sitting, outcome }) {
    this.#playing = Boolean(sitting && !outcome);
    this.title.textContent = t(sitting ? "start.again" : "start.title");
    if (this.#sitting !== sitting) this.details.open = !sitting;
    this.#sitting = sitting;
  }

  /** @param {string} game */
  #draw(game) {
    this.#game = game;
    const { seats, options } = this.#games[game];
    const least = seats[0];
    const most = seats[seats.length - 1];
    while (this.names.length < least) this.names.push("");
    this.names = this.names.slice(0, most);
    this.form.replaceChildren(
      h("label", {}, t("start.game"), this.#gameChoice(game)),
      this.#players(least, most),
      ...Object.entries(options).flatMap(([name, option]) => optionField(name, option) ?? []),
      h("button", { class: "strong" }, t("start.go")),
    );
  }

  /** @param {string} chosen */
  #gameChoice(chosen) {
    const options = Object.keys(this.#games).map((game) =>
      h("option", { value: game, selected: game === chosen }, gameName(game)),
    );
    const onchange = (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
      this.#readNames();
      this.#draw(target.value);
    };
    return h("select", { onchange }, options);
  }

  /** @type {(least: number, most: number) => HTMLElement} */
  #players(least, most) {
    const removable = this.names.length > least;
    return h(
      "fieldset",
      { class: "players" },
      h("legend", {}, t("start.players")),
      this.names.map((name, place) => this.#playerField(name, place, removable)),
      this.names.length < most && button(t("start.add"), () => this.#addPlayer(), { class: "quiet" }),
    );
  }

  /** @type {(name: string, place: number, removable: boolean) => HTMLElement} */
  #playerField(name, place, removable) {
    const label = t("start.player", { place: place + 1 });
    const typed = { name: "player", value: name, required: true, maxlength: 40 };
    const remove = {
      class: "quiet",
      "aria-label": t("start.remove", { name: name || String(place + 1) }),
    };
    return h(
      "div",
      { class: "player-field" },
      h("input", { ...typed, "aria-label": label, placeholder: label }),
      removable && button("×", () => this.#removePlayer(place), remove),
    );
  }

  #addPlayer() {
    this.#readNames();
    this.names.push("");
    this.#draw(this.#game);
    this.#nameFields().at(-1)?.focus();
  }

  /** @param {number} place */
  #removePlayer(place) {
    this.#readNames();
    this.names.splice(place, 1);
    this.#draw(this.#game);
  }

  #readNames() {
    this.names = this.#nameFields().map((field) => field.value.trim());
  }

  /** @returns {HTMLInputElement[]} */
  #nameFields() {
    return [...this.form.querySelectorAll("input")].filter(({ name }) => name === "player");
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    if (this.#playing && !confirm(t("start.sure"))) return;
    this.#readNames();
    localStorage.setItem(NAMES_KEY, JSON.stringify(this.names));
    const sitting = { game: this.#game, seats: this.names, options: this.#options() };
    await attempt(() => post("sittings", sitting), event.submitter);
  }

  #options() {
    /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
    const fields = this.form.querySelectorAll("[data-option]");
    return Object.fromEntries([...fields].map((field) => [field.dataset.option, optionValue(field)]));
  }
}

/** @returns {string[]} */
function rememberedNames() {
  try {
    return JSON.parse(localStorage.getItem(NAMES_KEY) ?? "[]").map(String);
  } catch {
    return [];
  }
}

/** @type {(name: string, option: Option) => HTMLElement | null} */
function optionField(name, { type, default: value, min, max, choices }) {
  const label = nameOf(`option.${name}`, name);
  const common = { "data-option": name };
  if (type === "int") {
    return h(
      "label",
      {},
      label,
      h("input", { ...common, type: "number", value, min, max, required: true }),
    );
  }
  if (type === "bool") {
    return h(
      "label",
      { class: "check" },
      h("input", { ...common, type: "checkbox", checked: value }),
      label,
    );
  }
  if (type === "choice") {
    const options = choices.map((choice) =>
      h("option", { value: choice, selected: choice === value }, nameOf(`choice.${choice}`, choice)),
    );
    return h("label", {}, label, h("select", common, options));
  }
  return null;
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
function optionValue(field) {
  if (field instanceof HTMLSelectElement) return field.value;
  if (field.type === "checkbox") return field.checked;
  return field.type === "number" ? Number(field.value) : field.value;
}
