// Starting a sitting: which game, who plays, what is agreed.

import { get, post } from "./api.js";
import { closeDialog, openDialog } from "./dialogs.js";
import { byId, button, h, once, replaceChildren } from "./dom.js";
import { hasPage, setupOf } from "./games/registry.js";
import { GoingOn } from "./goingon.js";
import { lastOf } from "./lists.js";
import { player } from "./seats.js";
import { gameName, language, nameOf, number, t } from "./texts.js";
import { attempt } from "./toast.js";

/** @import { Setup } from "./games/generic.js" */
/** @import { TaughtState } from "./teach/shapes.js" */
/** @import { Attributes, State } from "./types.js" */
/** A taught board, and what is printed on it. @typedef {{ name: string, data: object, isInUse: boolean }} OwnBoard */
/**
 * What may be agreed before a game.
 * @typedef {object} Option
 * @property {"int" | "bool" | "choice" | "data"} type
 * @property {any} default
 * @property {number | null} min
 * @property {number | null} max
 * @property {string[]} choices
 */
/**
 * For how many a game is, and what may be agreed.
 * `goes_on`: what is said where a game goes on from what lies on the table; nothing where none does.
 * @typedef {{ seats: number[], options: Record<string, Option>, goes_on: Record<string, string> }} Game
 */

const lists = new Intl.ListFormat(language, { type: "conjunction" });

/** A form that keeps what was typed: drawn once, not at every change of the table. */
export class StartForm {
  /** @type {Record<string, Game>} */
  #games = {};
  #game = "";
  /** @type {string[]} */
  #names = [];
  /** What was taught: owners' boards among it. @type {TaughtState | null} */
  #taught = null;
  /** Who has played at this table, those of the last sitting first. @type {string[]} */
  #known = [];
  /** @type {State | null} */
  #state = null;
  /** What more is chosen before this game. @type {Setup | null} */
  #setup = null;
  /** Whether this game goes on from what lies on the table, where it can. @type {GoingOn | null} */
  #goingOn = null;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.more = h("div");
    this.title = h("h3", {}, t("start.title"));
    this.form = h("form", { onsubmit: (event) => this.#submit(event) });
    this.details = h("details", {}, h("summary", {}, this.title), this.form);
    replaceChildren(place, this.details);
    attempt(async () => {
      this.#games = await get("games");
      this.#known = (await get("players")).players;
      this.#taught = await get("teaching").catch(() => null);
      this.#names = this.#state?.seats.slice() ?? [];
      this.#draw(this.#firstGame());
    });
  }

  /** @param {State} state */
  update(state) {
    const { sitting } = state;
    this.title.textContent = t(sitting ? "start.again" : "start.title");
    if (this.#state?.sitting !== sitting) this.details.open = !sitting;
    this.#state = state;
    this.#setup?.follow?.(state);
    this.#goingOn?.update(state, this.#game);
  }

  /** The taught boards of which it is known what is printed on them. @type {(game: string, option: string) => OwnBoard[]} */
  #ownBoards = (game, option) => {
    const inUse = Object.values(this.#taught?.own ?? {});
    return (this.#taught?.sets ?? []).flatMap(({ name, printed }) =>
      printed?.game === game && printed.option === option
        ? [{ name, data: printed.data, isInUse: inUse.includes(name) }]
        : [],
    );
  };

  /** The game played last, or the first that can be played. */
  #firstGame = () => {
    const last = this.#state?.game ?? "";
    const all = Object.keys(this.#games);
    return hasPage(last) && last in this.#games ? last : (all.find(hasPage) ?? all[0]);
  };

  /** @param {string} game */
  #draw = (game) => {
    this.#game = game;
    const { seats, options } = this.#games[game];
    const least = seats[0];
    const most = seats[seats.length - 1];
    while (this.#names.length < least) this.#names.push(this.#nextKnown());
    this.more = h("div", { class: "more-setup" });
    this.form.textContent = "";
    this.form.append(
      h("label", {}, t("start.game"), this.#gameChoice(game)),
      ...this.#notYet(),
      this.#players(least, most),
      ...Object.entries(options).flatMap(
        ([name, option]) => optionField(name, option, this.#ownBoards(game, name)) ?? [],
      ),
      this.more,
      ...this.#goesOn(game),
      h("button", { class: "strong" }, t("start.go")),
    );
    this.#prepare(game);
  };

  /** @param {string} chosen */
  #gameChoice = (chosen) => {
    const all = Object.keys(this.#games);
    const options = [...all.filter(hasPage), ...all.filter((game) => !hasPage(game))].map((game) => {
      const label = hasPage(game) ? gameName(game) : t("start.not_yet", { game: gameName(game) });
      return h("option", { value: game, selected: game === chosen, disabled: !hasPage(game) }, label);
    });
    const onchange = (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
      this.#readNames();
      this.#draw(target.value);
    };
    return h("select", { onchange }, options);
  };

  /** Draw what more is chosen before a game, as soon as its page is there. @param {string} game */
  #prepare = async (game) => {
    const told = this.#games[game];
    this.#setup = null;
    const setup = await setupOf(game, told);
    if (game !== this.#game || told !== this.#games[game]) return;
    this.#setup = setup;
    if (this.#state) setup?.follow?.(this.#state);
    for (const name of setup?.hides ?? [])
      this.form.querySelector(`[data-option="${name}"]`)?.closest("label")?.remove();
    this.#drawMore();
  };

  #drawMore = () => {
    const drawn = this.#setup?.draw(this.#readNames(), () => this.#drawMore());
    replaceChildren(this.more, drawn);
  };

  /** Why some games cannot be chosen. */
  #notYet = () => {
    const games = Object.keys(this.#games).filter((game) => !hasPage(game));
    const names = lists.format(games.map(gameName));
    return games.length ? [h("p", { class: "hint" }, t("start.not_yet_why", { games: names }))] : [];
  };

  /** Somebody who has played here and has no place in the form yet; nobody: "". */
  #nextKnown = () => {
    return this.#known.find((name) => !this.#names.includes(name)) ?? "";
  };

  /** Whether the game goes on from what lies on the table. @param {string} game */
  #goesOn = (game) => {
    const can = Object.keys(this.#games[game].goes_on).length > 0;
    this.#goingOn = can ? new GoingOn() : null;
    if (this.#state) this.#goingOn?.update(this.#state, game);
    return this.#goingOn ? [this.#goingOn.element] : [];
  };

  /** @type {(least: number, most: number) => HTMLElement} */
  #players = (least, most) => {
    const names = this.#names.slice(0, most);
    const removable = names.length > least;
    return h(
      "fieldset",
      { class: "players" },
      h("legend", {}, t("start.players")),
      names.map((name, place) => this.#playerField(name, place, removable)),
      names.length < most && button(t("start.add"), () => this.#addPlayer(), { class: "quiet" }),
      h(
        "datalist",
        { id: "known-players" },
        this.#known.map((name) => h("option", { value: name })),
      ),
    );
  };

  /** @type {(name: string, place: number, removable: boolean) => HTMLElement} */
  #playerField = (name, place, removable) => {
    const label = t("start.player", { place: place + 1 });
    const typed = { name: "player", value: name, required: true, maxlength: 40, list: "known-players" };
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
  };

  #addPlayer = () => {
    this.#readNames();
    this.#names.push("");
    this.#draw(this.#game);
    lastOf(this.#nameFields())?.focus();
  };

  /** @param {number} place */
  #removePlayer = (place) => {
    this.#readNames();
    this.#names.splice(place, 1);
    this.#draw(this.#game);
  };

  /** Take in what was typed; names for which this game has no place are kept for another. */
  #readNames = () => {
    const typed = this.#nameFields().map((field) => field.value.trim());
    this.#names = [...typed, ...this.#names.slice(typed.length)];
    return typed;
  };

  /** @returns {HTMLInputElement[]} */
  #nameFields = () => {
    return [...this.form.querySelectorAll("input")].filter(({ name }) => name === "player");
  };

  /** @param {SubmitEvent} event */
  #submit = async (event) => {
    event.preventDefault();
    const go = this.form.querySelector("button.strong");
    if (go?.hasAttribute("aria-busy")) return;
    const seats = this.#readNames();
    const more = this.#setup?.words(seats) ?? {};
    const options = { ...this.#options(), ...more.options };
    const lies = this.#goingOn?.isWanted ? this.#games[this.#game].goes_on : {};
    const sitting = { game: this.#game, seats, ...more, options, ...lies };
    const start = (/** @type {Element | null} */ pressed) =>
      attempt(() => post("sittings", sitting).then(() => window.scrollTo(0, 0)), pressed);
    const state = this.#state;
    if (state?.sitting && !state.outcome && hasMoves(state)) askFirst(state, this.#game, start);
    else await start(go);
  };

  #options = () => {
    /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
    const fields = this.form.querySelectorAll("[data-option]");
    const set = [...fields].filter((field) => field.type !== "file" || files.has(field));
    return Object.fromEntries(set.map((field) => [field.dataset.option, optionValue(field)]));
  };
}

/** Nothing is lost with a game in which nothing has been done yet. @type {(state: State) => boolean} */
const hasMoves = ({ history, earlier }) => earlier + history.length > 0;

/**
 * Say which game would end and how it stands, and start the other one only if that is wanted.
 * @type {(state: State, other: string, start: (pressed: Element) => Promise<unknown>) => void}
 */
function askFirst({ game, seats, scores, history, earlier }, other, start) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("sure"));
  const close = () => closeDialog(dialog);
  const moves = earlier + history.filter(({ undone }) => !undone).length;
  const standing = seats.map((name) =>
    h("li", {}, player(seats, name), scores && h("b", { class: "points" }, number(scores[name] ?? 0))),
  );
  dialog.textContent = "";
  dialog.append(
    h("h2", { id: "sure-title" }, t("start.sure", { game: gameName(game ?? "") })),
    h("p", {}, t("start.sure_why", { moves })),
    h("ul", { class: "standing" }, standing),
    h(
      "div",
      { class: "buttons" },
      button(t("start.sure_stay"), once(close), { class: "strong", autofocus: true }),
      button(
        t("start.sure_go", { game: gameName(other) }),
        once(({ currentTarget }) => start(currentTarget).then(close)),
        { "data-key": "sure" },
      ),
    ),
  );
  openDialog(dialog);
}

/** The data of taught boards that can be chosen. @type {WeakMap<Element, unknown>} */
const owned = new WeakMap();
/** What was read from files that are options: it takes the place of what was chosen by name. @type {WeakMap<Element, unknown>} */
const files = new WeakMap();

/** @type {(name: string, option: Option, own: OwnBoard[]) => HTMLElement | HTMLElement[] | null} */
function optionField(name, { type, default: value, min, max, choices }, own) {
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
  if (type === "choice" || (type === "data" && choices.length > 0)) {
    const options = choices.map((choice) =>
      h("option", { value: choice, selected: choice === value }, nameOf(`choice.${choice}`, choice)),
    );
    const choice = h("label", {}, label, h("select", common, options, own.map(ownOption)));
    return type === "choice" ? choice : [choice, fileField(label, common)];
  }
  return null;
}

/** A taught board to choose; one that is read with is chosen. @param {OwnBoard} board */
function ownOption({ name, data, isInUse }) {
  const option = h("option", { selected: isInUse }, name);
  owned.set(option, data);
  return option;
}

/** An own file in place of what can be chosen by name. @type {(label: string, common: Attributes) => HTMLElement} */
function fileField(label, common) {
  const onchange = async (/** @type {{ currentTarget: any }} */ { currentTarget: field }) => {
    const text = await field.files?.[0]?.text();
    if (text === undefined) files.delete(field);
    else files.set(field, parsed(text));
  };
  const input = h("input", { ...common, type: "file", accept: ".json,application/json", onchange });
  return h("details", {}, h("summary", {}, t("start.own_file", { option: label })), input);
}

/** What is no JSON is sent as it is: the table says what is wrong. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
function optionValue(field) {
  if (field instanceof HTMLSelectElement)
    return owned.get(field.options[field.selectedIndex]) ?? field.value;
  if (field.type === "file") return files.get(field);
  if (field.type === "checkbox") return field.checked;
  return field.type === "number" ? Number(field.value) : field.value;
}
