// Starting a sitting: which game, who plays, what is agreed. Two taps start one with those of the last.

import { get, post } from "../base/api.js";
import { button, each, h, show } from "../base/dom.js";
import { hasPage, setupOf } from "../games/registry.js";
import { player } from "../base/seats.js";
import { gameName, number, t } from "../base/texts.js";
import { attempt } from "../base/toast.js";
import { FacesField } from "./faces.js";
import { GoingOn } from "./goingon.js";
import { optionField, optionsIn } from "./options.js";
import { PlayerRows } from "./rows.js";
import { ask } from "./sure.js";
import { lists } from "./told.js";
import { add, element } from "../base/element.js";

/** @import { components } from "../../../../build/openapi" */
/** @import { TaughtState } from "../teach/shapes.js" */
/** A taught board, and what is printed on it. @typedef {{ name: string, data: object, isInUse: boolean }} OwnBoard */
/** Who sits down; a guest wants no entry. @typedef {{ name: string, guest: boolean }} Seated */
/** How a game was begun last. @typedef {components["schemas"]["LastGameShape"]} LastGame */
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
/**
 * What is agreed before one game: made once, and put away while another is chosen.
 * @typedef {{ element: HTMLElement, more: HTMLElement, setup: Setup | null, faces: FacesField | null, goingOn: GoingOn | null }} Terms
 */

/** A form that keeps what was typed: every field is made once, and none is made anew. */
export class StartForm {
  /** @type {Record<string, Game>} */
  #games = {};
  #game = "";
  /** @type {Map<string, Terms>} */
  #terms = new Map();
  /** What was taught: owners' boards among it. @type {TaughtState | null} */
  #taught = null;
  /** How each game was begun last, the newest first. @type {LastGame[]} */
  #last = [];
  /** The games of which it was shown how they are set up: no more, if nobody asks for it. @type {Set<string>} */
  #setUp = new Set();
  /** @type {State | null} */
  #state = null;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.rows = new PlayerRows(() => this.#drawMore());
    this.place = element("div.terms");
    this.first = element("div");
    this.showsSetUp = element("input", { type: "checkbox", "data-key": "show-set-up" });
    this.go = element("button.strong", t("start.go"));
    this.title = element("h3", t("start.title"));
    this.form = element("form", { onsubmit: (event) => this.#submit(event) });
    this.details = element(
      "details",
      element("summary", { "data-key": "start" }, this.title),
      this.form,
    );
    place.append(this.details);
    attempt(async () => {
      const [games, played, taught] = await Promise.all([
        get("games"),
        get("players"),
        get("teaching").catch(() => null),
      ]);
      this.#setUp = new Set(played.set_up);
      [this.#games, this.#taught, this.#last] = [games, taught, played.last];
      this.rows.begin(this.#firstSeated(), played.players);
      this.#build();
      this.#choose(this.#firstGame());
    });
  }

  /** @param {State} state */
  update(state) {
    const { sitting } = state;
    this.title.textContent = t(sitting ? "start.again" : "start.title");
    if (this.#state?.sitting !== sitting) this.details.open = !sitting;
    this.#state = state;
    for (const { setup } of this.#terms.values()) setup?.follow?.(state);
    this.#drawMore();
    this.#terms.get(this.#game)?.goingOn?.update(state, this.#game);
    this.#drawOrder();
  }

  /** Show the form with all that was chosen last, so that one more tap starts. */
  again() {
    this.details.open = true;
    this.details.scrollIntoView({ block: "start" });
    this.go.focus();
  }

  /** Those who play now, or have played last. @returns {Seated[]} */
  #firstSeated = () => {
    const last = this.#last[0];
    const seats = this.#state?.seats.length ? this.#state.seats : (last?.seats ?? []);
    return seats.map((name) => ({ name, guest: last?.nameless.includes(name) ?? false }));
  };

  /** The game played last, or the first that can be played. */
  #firstGame = () => {
    const last = this.#state?.game ?? this.#last[0]?.game ?? "";
    const all = Object.keys(this.#games);
    return hasPage(last) && last in this.#games ? last : (all.find(hasPage) ?? all[0]);
  };

  #build = () => {
    this.choice = element("select", {
      onchange: (/** @type {{ target: HTMLSelectElement }} */ { target }) => this.#choose(target.value),
    });
    const all = Object.keys(this.#games);
    for (const game of [...all.filter(hasPage), ...all.filter((one) => !hasPage(one))]) {
      const label = hasPage(game) ? gameName(game) : t("start.not_yet", { game: gameName(game) });
      add(this.choice, h("option", { value: game, disabled: !hasPage(game) }, label));
    }
    add(
      this.form,
      element("label", t("start.game"), this.choice),
      ...this.#notYet(),
      this.first,
      this.rows.element,
      this.place,
      element("label.check", this.showsSetUp, t("start.set_up")),
      this.go,
    );
  };

  /** @param {string} game */
  #choose = (game) => {
    this.#game = game;
    this.showsSetUp.checked = !this.#setUp.has(game);
    if (this.choice) this.choice.value = game;
    if (!this.#terms.has(game)) this.#terms.set(game, this.#termsOf(game));
    const { seats } = this.#games[game];
    this.place.textContent = "";
    this.place.append(/** @type {Terms} */ (this.#terms.get(game)).element);
    this.rows.fit(seats[0], seats[seats.length - 1]);
    this.#drawMore();
    this.#drawOrder();
  };

  /** What is agreed before this game: as it was agreed last. @type {(game: string) => Terms} */
  #termsOf = (game) => {
    const { options, goes_on } = this.#games[game];
    const last = this.#last.find((one) => one.game === game)?.options ?? {};
    const goingOn = Object.keys(goes_on).length > 0 ? new GoingOn() : null;
    if (this.#state) goingOn?.update(this.#state, game);
    const faces = options.faces ? this.#facesOf(options.faces.default, last.faces) : null;
    const more = element("div.more-setup");
    const fields = element(
      "div",
      Object.entries(options).map(([name, option]) =>
        optionField(name, option, this.#ownBoards(game, name), last[name]),
      ),
      faces?.element,
      more,
      goingOn?.element,
    );
    /** @type {Terms} */
    const terms = { element: fields, more, setup: null, faces, goingOn };
    this.#prepare(game, terms);
    return terms;
  };

  /** Draw what more is chosen before a game, as soon as its page is there. @type {(game: string, terms: Terms) => Promise<void>} */
  #prepare = async (game, terms) => {
    terms.setup = await setupOf(game, this.#games[game]);
    if (this.#state) terms.setup?.follow?.(this.#state);
    for (const name of terms.setup?.hides ?? [])
      for (const field of terms.element.querySelectorAll(`[data-option="${name}"]`))
        field.closest("label, details")?.remove();
    this.#drawMore();
  };

  #drawMore = () => {
    const terms = this.#terms.get(this.#game);
    show(this.first, terms?.setup?.first);
    if (terms?.setup) show(terms.more, terms.setup.draw(this.rows.players));
  };

  /** Who begins: the next in turn, or whoever came in last. */
  #drawOrder = () => {
    const last = this.#last[0];
    const told = this.#state?.end?.ranking ?? [];
    const lowest = Math.max(0, ...told.map(({ rank }) => rank));
    const losers = told.length ? told.filter(({ rank }) => rank === lowest) : [];
    const names = losers.length ? losers.map(({ name }) => name) : (last?.last ?? []);
    const begins = (/** @type {string} */ name) => {
      const place = this.rows.seated.findIndex((one) => one.name === name);
      if (place > 0) this.rows.rotate(place);
    };
    const several = this.rows.seated.length > 1;
    show(
      this.rows.order,
      several && [
        button(null, t("start.next_begins"), () => this.rows.rotate(1), "quiet"),
        names
          .slice(0, 2)
          .map((name) => button(null, t("start.begins", { name }), () => begins(name), "quiet")),
      ],
    );
  };

  /** The dice's faces, where a game needs to know them. @type {(printed: any, last: any) => FacesField} */
  #facesOf = (printed, last) => {
    const own = this.#taught?.own.dice;
    const says = this.#taught?.sets.find(({ name }) => name === own)?.parts ?? null;
    return new FacesField(printed, says, last);
  };

  /** The taught boards of which it is known what is printed on them. @type {(game: string, option: string) => OwnBoard[]} */
  #ownBoards = (game, option) => {
    const inUse = Object.values(this.#taught?.own ?? {});
    return (this.#taught?.sets ?? []).flatMap(({ name, printed }) =>
      printed?.game === game && printed.option === option
        ? [{ name, data: printed.data, isInUse: inUse.includes(name) }]
        : [],
    );
  };

  /** Why some games cannot be chosen. */
  #notYet = () => {
    const games = Object.keys(this.#games).filter((game) => !hasPage(game));
    const names = lists.format(games.map(gameName));
    return games.length ? [h("p.hint", t("start.not_yet_why", { games: names }))] : [];
  };

  /** @param {SubmitEvent} event */
  #submit = async (event) => {
    event.preventDefault();
    const terms = /** @type {Terms} */ (this.#terms.get(this.#game));
    const seated = this.rows.seated;
    const seats = seated.map(({ name }) => name);
    const guests = seated.filter(({ guest }) => guest).map(({ name }) => name);
    const more = terms.setup?.words(this.rows.players) ?? {};
    const options = { ...optionsIn(terms.element), ...terms.faces?.option, ...more.options };
    const lies = terms.goingOn?.isWanted ? this.#games[this.#game].goes_on : {};
    const shown = this.showsSetUp.checked;
    const also = { ...(guests.length && { guests }), ...(shown && { set_up: true }) };
    const sitting = { game: this.#game, seats, ...more, options, ...lies, ...also };
    const start = (/** @type {Element | null} */ pressed) =>
      attempt(async () => {
        await post("sittings", sitting);
        if (shown) this.#setUp.add(sitting.game);
        this.showsSetUp.checked = !this.#setUp.has(this.#game);
        window.scrollTo(0, 0);
      }, pressed);
    const state = this.#state;
    if (state?.sitting && !state.outcome && hasMoves(state)) askFirst(state, this.#game, start);
    else await start(this.go);
  };
}

/** Nothing is lost with a game in which nothing has been done yet. @type {(state: State) => boolean} */
const hasMoves = ({ history, earlier }) => earlier + history.length > 0;

/**
 * Say which game would end and how it stands, and start the other one only if that is wanted.
 * @type {(state: State, other: string, start: (pressed: Element) => Promise<unknown>) => void}
 */
const askFirst = (state, other, start) =>
  ask(
    t("start.sure", { game: gameName(state.game ?? "") }),
    [h("p", t("start.sure_why", { moves: movesOf(state) })), standingOf(state)],
    t("start.sure_go", { game: gameName(other) }),
    start,
  );

/** @param {State} state */
export const movesOf = ({ history, earlier }) =>
  earlier + history.filter(({ undone }) => !undone).length;

/** @param {State} state */
export const standingOf = ({ seats, scores }) =>
  each("ul.standing", seats, (name) =>
    h("li", player(seats, name), scores && h("b.points", number(scores[name] ?? 0))),
  );
