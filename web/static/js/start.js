// Starting a sitting: which game, who plays, what is agreed.

import { get, post } from "./api.js";
import { button, h } from "./dom.js";
import { attempt } from "./toast.js";
import { knows, t } from "./words.js";

const KEPT = "companion-players";

/** A form that keeps what was typed: drawn once, not at every change of the table. */
export class StartForm {
  constructor(place, live) {
    this.live = live;
    this.place = place;
    this.names = kept();
    this.title = h("summary", {}, h("h3", {}, t("start.title")));
    this.form = h("form", { onsubmit: (event) => this.#submit(event) });
    this.details = h("details", {}, this.title, this.form);
    place.replaceChildren(this.details);
    attempt(async () => {
      this.games = await get("games");
      this.#draw(Object.keys(this.games)[0]);
    });
  }

  update(state) {
    this.playing = Boolean(state.sitting && !state.outcome);
    this.title.firstChild.textContent = t(state.sitting ? "start.again" : "start.title");
    if (this.sitting !== state.sitting) this.details.open = !state.sitting;
    this.sitting = state.sitting;
  }

  #draw(name) {
    this.name = name;
    const { seats, options } = this.games[name];
    while (this.names.length < seats[0]) this.names.push("");
    this.names = this.names.slice(0, seats.at(-1));
    this.form.replaceChildren(
      h("label", {}, t("start.game"), this.#gameChoice(name)),
      this.#players(seats),
      ...Object.entries(options).map(([key, option]) => optionField(key, option)).filter(Boolean),
      h("button", { class: "strong" }, t("start.go")),
    );
  }

  #gameChoice(name) {
    const option = (game) =>
      h("option", { value: game, selected: game === name }, knows(`game.${game}`) ? t(`game.${game}`) : game);
    const onchange = (event) => {
      this.#remember();
      this.#draw(event.target.value);
    };
    return h("select", { onchange }, Object.keys(this.games).map(option));
  }

  #players(seats) {
    const redraw = () => this.#draw(this.name);
    return h(
      "fieldset",
      { class: "players" },
      h("legend", {}, t("start.players")),
      this.names.map((name, place) =>
        h(
          "div",
          { class: "player-field" },
          h("input", {
            name: "player",
            value: name,
            required: true,
            maxlength: 40,
            "aria-label": t("start.player", { place: place + 1 }),
            placeholder: t("start.player", { place: place + 1 }),
          }),
          this.names.length > seats[0] &&
            button(
              "×",
              () => {
                this.#remember();
                this.names.splice(place, 1);
                redraw();
              },
              { class: "quiet", "aria-label": t("start.remove", { name: name || String(place + 1) }) },
            ),
        ),
      ),
      this.names.length < seats.at(-1) &&
        button(
          t("start.add"),
          () => {
            this.#remember();
            this.names.push("");
            redraw();
            [...this.form.querySelectorAll("[name=player]")].at(-1).focus();
          },
          { class: "quiet" },
        ),
    );
  }

  #remember() {
    this.names = [...this.form.querySelectorAll("[name=player]")].map((input) => input.value.trim());
  }

  async #submit(event) {
    event.preventDefault();
    if (this.playing && !confirm(t("start.sure"))) return;
    this.#remember();
    localStorage.setItem(KEPT, JSON.stringify(this.names));
    const options = {};
    for (const field of this.form.querySelectorAll("[data-option]")) options[field.dataset.option] = optionValue(field);
    await attempt(() => post("sittings", { game: this.name, seats: this.names, options }), event.submitter);
  }
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]").map(String);
  } catch {
    return [];
  }
}

function optionField(key, { type, default: value, min, max, choices }) {
  const label = knows(`option.${key}`) ? t(`option.${key}`) : key.replaceAll("_", " ");
  const common = { "data-option": key };
  if (type === "int") {
    return h("label", {}, label, h("input", { ...common, type: "number", value, min, max, required: true }));
  }
  if (type === "bool") {
    return h("label", { class: "check" }, h("input", { ...common, type: "checkbox", checked: value }), label);
  }
  if (type === "choice") {
    const options = choices.map((choice) => h("option", { value: choice, selected: choice === value }, choice));
    return h("label", {}, label, h("select", common, options));
  }
  return null;
}

function optionValue(field) {
  if (field.type === "checkbox") return field.checked;
  return field.type === "number" ? Number(field.value) : field.value;
}
