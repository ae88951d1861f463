// Starting a sitting: which game, who plays, what is agreed. Two taps start one with those of the last.

import { get, post } from "../base/api.js";
import {
  button,
  byId,
  each,
  focusOn,
  h,
  show,
  showAtOnce,
  onRedraw,
  redraw,
  thenRedraw,
} from "../base/dom.js";
import { selectField, tickBox, whenSent } from "../base/form.js";
import { hasPage, setupOf } from "../games/registry.js";
import { player } from "../base/seats.js";
import { gameName, number, t } from "../base/texts.js";
import { attempt } from "../base/toast.js";
import { NONE_CHOSEN } from "../picture/rightpiece.js";
import { learnTaught } from "../picture/taught.js";
import {
  agreedAtFirst,
  canGoOn,
  facesAtFirst,
  facesField,
  facesOption,
  goingOn,
  hasField,
  optionField,
} from "./options.js";
import { PlayerRows } from "./rows.js";
import { ask } from "./sure.js";
import { lists } from "./told.js";

/** @import { components } from "../../../../build/openapi" */
/** @import { TaughtState } from "../teach/shapes.js" */
/** @import { Faces, GoesOn } from "./options.js" */

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
 * What is agreed before one game: kept while another is chosen. `agreed`: by options.
 * @typedef {{ agreed: Record<string, unknown>, setup: Setup | null, faces: Faces | null, goesOn: GoesOn | null }} Terms
 */

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
  /** Whether it is shown how this one is set up. */
  #showsSetUp = false;
  #isOpen = false;
  /** @type {State | null} */
  #state = null;
  #rows = new PlayerRows();

  constructor() {
    onRedraw(() => this.#draw());
    attempt(async () => {
      const [games, played, taught] = await Promise.all([
        get("games"),
        get("players"),
        get("teaching").catch(() => null),
      ]);
      this.#setUp = new Set(played.set_up);
      [this.#games, this.#taught, this.#last] = [games, taught, played.last];
      this.#rows.begin(this.#firstSeated(), played.players);
      this.#choose(this.#firstGame());
      this.#draw();
    });
  }

  /** @param {State} state */
  update(state) {
    if (this.#state?.sitting !== state.sitting) this.#isOpen = !state.sitting;
    this.#state = state;
    for (const { setup } of this.#terms.values()) setup?.follow?.(state);
    this.#draw();
  }

  /** Show the form with all that was chosen last, so that one more tap starts. */
  again() {
    this.#isOpen = true;
    this.#draw();
    byId("start").scrollIntoView({ block: "start" });
    focusOn("[data-key=start-go]");
  }

  /** Those who play now, or have played last. @returns {Seated[]} */
  #firstSeated = () => {
    const last = this.#last[0];
    const seats = this.#state?.seats.length ? this.#state.seats : (last?.seats ?? []);
    return seats.map((name) => ({ name, guest: last?.nameless.includes(name) ?? false }));
  };

  /** All games, those that can be played first. */
  #names = () => {
    const all = Object.keys(this.#games);
    return [...all.filter(hasPage), ...all.filter((game) => !hasPage(game))];
  };

  /** The game played last, or the first that can be played. */
  #firstGame = () => {
    const last = this.#state?.game ?? this.#last[0]?.game ?? "";
    return hasPage(last) && last in this.#games ? last : this.#names()[0];
  };

  /** @param {string} game */
  #choose = (game) => {
    this.#game = game;
    this.#showsSetUp = !this.#setUp.has(game);
    if (!this.#terms.has(game)) this.#prepare(game);
    const { seats } = this.#games[game];
    this.#rows.fit(seats[0], seats[seats.length - 1]);
  };

  /** What is agreed before this game: as it was agreed last; and what more is chosen, as soon as its page is there. @param {string} game */
  #prepare = async (game) => {
    const { options, goes_on } = this.#games[game];
    const last = this.#last.find((one) => one.game === game)?.options ?? {};
    const fields = Object.entries(options).filter(([, option]) => hasField(option));
    const goesOn = Object.keys(goes_on).length > 0;
    if (goesOn) learnTaught("host");
    /** @type {Terms} */
    const terms = {
      agreed: Object.fromEntries(
        fields.map(([name, option]) => [
          name,
          agreedAtFirst(option, this.#ownBoards(game, name), last[name]),
        ]),
      ),
      setup: null,
      faces: options.faces
        ? facesAtFirst(options.faces.default, this.#says(), /** @type {any} */ (last.faces))
        : null,
      goesOn: goesOn ? { isWanted: false, chosen: NONE_CHOSEN } : null,
    };
    this.#terms.set(game, terms);
    terms.setup = await setupOf(game, this.#games[game]);
    for (const name of terms.setup?.hides ?? []) delete terms.agreed[name];
    if (this.#state) terms.setup?.follow?.(this.#state);
    this.#draw();
  };

  #draw = () => {
    const terms = this.#terms.get(this.#game);
    // A row that is dragged follows the finger.
    (this.#rows.dragged ? showAtOnce : show)(
      byId("start"),
      h(
        "details",
        { open: this.#isOpen, ontoggle: thenRedraw(({ target }) => (this.#isOpen = target.open)) },
        h("summary", { "data-key": "start" }, [
          h("h3", t(this.#state?.sitting ? "start.again" : "start.title")),
        ]),
        h("form", { onsubmit: whenSent((_, form) => this.#submit(form)) }, terms && this.#fields(terms)),
      ),
    );
  };

  /** @param {Terms} terms */
  #fields = ({ agreed, setup, faces, goesOn }) => {
    const game = this.#games[this.#game];
    const notYet = this.#names().filter((name) => !hasPage(name));
    const agree = (/** @type {string} */ name) => (/** @type {unknown} */ value) => {
      agreed[name] = value;
      redraw();
    };
    const seen = this.#state?.watch.seen;
    return [
      h("label", t("start.game"), this.#gameChoice()),
      notYet.length > 0 &&
        h("p.hint", t("start.not_yet_why", { games: lists.format(notYet.map(gameName)) })),
      setup?.first,
      this.#rows.draw(this.#order()),
      h("div.terms", { key: this.#game }, [
        Object.keys(agreed).map((name) =>
          optionField(
            name,
            game.options[name],
            this.#ownBoards(this.#game, name),
            agreed[name],
            agree(name),
          ),
        ),
        faces && facesField(faces),
        setup && h("div.more-setup", setup.draw(this.#rows.players)),
        goesOn && seen && canGoOn(this.#state, this.#game) && goingOn(goesOn, seen),
      ]),
      tickBox("show-set-up", t("start.set_up"), this.#showsSetUp, (shown) => (this.#showsSetUp = shown)),
      h("button.strong", { "data-key": "start-go" }, t("start.go")),
    ];
  };

  #gameChoice = () => {
    const words = (/** @type {string} */ game) =>
      hasPage(game) ? gameName(game) : t("start.not_yet", { game: gameName(game) });
    const isBarred = (/** @type {string} */ game) => !hasPage(game);
    return selectField("game", this.#names(), words, this.#game, this.#choose, {}, isBarred);
  };

  /** Who begins: the next in turn, or whoever came in last. */
  #order = () => {
    const told = this.#state?.end?.ranking ?? [];
    const lowest = Math.max(0, ...told.map(({ rank }) => rank));
    const losers = told.filter(({ rank }) => rank === lowest).map(({ name }) => name);
    const names = losers.length ? losers : (this.#last[0]?.last ?? []);
    const { seated } = this.#rows;
    const begins = (/** @type {string} */ name) => {
      const place = seated.findIndex((one) => one.name === name);
      if (place > 0) this.#rows.rotate(place);
    };
    return (
      seated.length > 1 && [
        button(null, t("start.next_begins"), () => this.#rows.rotate(1), "quiet"),
        names
          .slice(0, 2)
          .map((name) => button(null, t("start.begins", { name }), () => begins(name), "quiet")),
      ]
    );
  };

  /** What the taught set in use says of its dice's faces. */
  #says = () => {
    const own = this.#taught?.own.dice;
    return /** @type {Faces["says"]} */ (
      this.#taught?.sets.find(({ name }) => name === own)?.parts ?? null
    );
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

  /** @param {HTMLFormElement} form */
  #submit = async (form) => {
    const { agreed, setup, faces, goesOn } = /** @type {Terms} */ (this.#terms.get(this.#game));
    const { options: terms, goes_on } = this.#games[this.#game];
    const { seated } = this.#rows;
    const guests = seated.filter(({ guest }) => guest).map(({ name }) => name);
    const more = setup?.words(this.#rows.players) ?? {};
    const chosen = Object.entries(agreed).map(([name, value]) => [
      name,
      terms[name].type === "int" ? Number(value) : value,
    ]);
    const shown = this.#showsSetUp;
    const sitting = {
      game: this.#game,
      seats: seated.map(({ name }) => name),
      ...more,
      options: { ...Object.fromEntries(chosen), ...(faces && facesOption(faces)), ...more.options },
      ...(goesOn?.isWanted && canGoOn(this.#state, this.#game) && goes_on),
      ...(guests.length && { guests }),
      ...(shown && { set_up: true }),
    };
    const start = (/** @type {Element | null} */ pressed) =>
      attempt(async () => {
        await post("sittings", sitting);
        if (shown) this.#setUp.add(sitting.game);
        this.#showsSetUp = !this.#setUp.has(this.#game);
        redraw();
        window.scrollTo(0, 0);
      }, pressed);
    const state = this.#state;
    if (state?.sitting && !state.outcome && hasMoves(state)) askFirst(state, this.#game, start);
    else await start(form);
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
