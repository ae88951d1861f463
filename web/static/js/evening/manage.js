// What the host does with the game that is on and with players: end it, let somebody leave or come in; rename,
// colour and sign, make one of two, delete.

import { get } from "../base/api.js";
import { button, byId, choiceKey, each, h, show, onRedraw, redraw } from "../base/dom.js";
import { whenSent } from "../base/form.js";
import { COLOURS, marked, player } from "../base/seats.js";
import { gameName, t } from "../base/texts.js";
import { asks, attempt } from "../base/toast.js";
import { movesOf, standingOf } from "./form.js";
import { PastGames } from "./past.js";
import { ask } from "./sure.js";

/** @import { Evenings } from "./told.js" */

/** @typedef {Evenings["players"][number]} Player */

const howSetUp = asks("set_up", { shown: true });

/** A name, and what is done with it. @type {(onsubmit: (event: any) => void, label: string, go: string, name?: string) => Child} */
const nameForm = (onsubmit, label, go, name = "") =>
  h("form.inline", { onsubmit }, [
    h("input", { "aria-label": label, name: "name", value: name, required: true, maxlength: 40 }),
    h("button.quiet", go),
  ]);

export class ManageCard {
  /** @type {Player[]} */
  #players = [];
  /** Whom something is done with. @type {string | null} */
  #chosen = null;
  /** @type {State | null} */
  #state = null;
  /** For which games players come and go. @type {Record<string, { come_and_go?: boolean, seats: number[] }>} */
  #games = {};

  /** Asked for when it is first looked at. @type {PastGames | null} */
  #past = null;

  constructor() {
    onRedraw(() => this.#draw());
  }

  /** @param {State} state */
  update(state) {
    this.#past?.update(state);
    this.#state = state;
    this.#draw();
  }

  #ask = () =>
    attempt(async () => {
      const [told, games] = await Promise.all([get("evenings"), get("games")]);
      [this.#players, this.#games] = [told.players, games];
      redraw();
    });

  #draw = () => {
    const past = () => {
      this.#past = this.#past ?? new PastGames();
    };
    show(
      byId("manage"),
      h("details", { ontoggle: ({ target }) => target.open && this.#ask() }, [
        h("summary", { "data-key": "manage" }, h("h3", t("manage.title"))),
        h("div.this-game", this.#game()),
        h("div", this.#everybody()),
        h("details", { ontoggle: past }, [
          h("summary", { "data-key": "past" }, t("manage.past")),
          h("div.evenings", this.#past?.shown()),
        ]),
      ]),
    );
  };

  // The game under way.

  #game = () => {
    const state = this.#state;
    if (!state?.sitting || !state.game) return null;
    const { sitting, seats, game } = state;
    const put = asks(`sittings/${sitting}/close`);
    const close = (/** @type {Element} */ pressed) =>
      state.outcome
        ? put(pressed)
        : ask(
            t("start.sure", { game: gameName(game) }),
            [h("p", t("start.sure_why", { moves: movesOf(state) })), standingOf(state)],
            t("manage.close"),
            put,
          );
    const one = this.#games[game];
    const few = !state.outcome && one?.come_and_go && seats.length > one.seats[0];
    const many = !state.outcome && one?.come_and_go && seats.length < one.seats[one.seats.length - 1];
    const leave = (/** @type {string} */ name) => {
      const look = { class: "quiet", "aria-label": t("manage.leave_who", { name }) };
      return button(null, t("manage.leave"), () => this.#askLeave(sitting, name), look);
    };
    return [
      h("h4", gameName(game)),
      state.history.length === 0 && button("how-set-up", t("start.how_set_up"), howSetUp, "quiet"),
      few && each("ul.leaving", seats, (name) => h("li", player(seats, name), leave(name))),
      many && this.#comeIn(sitting),
      button("close-game", t(state.outcome ? "manage.away" : "manage.close"), close, "quiet"),
    ];
  };

  /** @type {(sitting: string, name: string) => void} */
  #askLeave = (sitting, name) =>
    ask(
      t("manage.leave_who", { name }),
      h("p", t("manage.leave_why")),
      t("manage.leave_who", { name }),
      asks(`sittings/${sitting}/leave`, { name }),
    );

  /** @param {string} sitting */
  #comeIn = (sitting) => {
    const come = whenSent(({ name }, form) =>
      asks(`sittings/${sitting}/come_in`, { name: name.trim() })(form),
    );
    return nameForm(come, t("manage.come_in"), t("manage.come_in"));
  };

  // Players, over all evenings.

  #everybody = () => [
    h("h4", t("manage.players")),
    this.#players.length === 0 && h("p.hint", t("evening.none")),
    each("ul.known", this.#players, (one) =>
      h("li", this.#heading(one), one.id === this.#chosen && this.#acts(one)),
    ),
  ];

  /** @param {Player} one */
  #heading = (one) => {
    const isOpen = one.id === this.#chosen;
    const choose = () => (this.#chosen = isOpen ? null : one.id);
    const look = { class: "quiet", "aria-expanded": String(isOpen) };
    const name = h("span.player", marked(one), h("span.name", one.name));
    return button(`player-${one.id}`, name, choose, look);
  };

  /** Do it, and ask again who is known. @type {(one: Player, what: string, body: object, pressed: Element | null) => Promise<unknown>} */
  #does = (one, what, body, pressed) => asks(`players/${one.id}/${what}`, body)(pressed).then(this.#ask);

  /** @param {Player} one */
  #acts = (one) =>
    h("div.acts", this.#renaming(one), this.#marking(one), this.#merging(one), this.#deleting(one));

  /** @param {Player} one */
  #renaming = (one) => {
    const rename = whenSent(({ name }, form) => this.#does(one, "rename", { name: name.trim() }, form));
    return nameForm(rename, t("manage.name"), t("manage.rename"), one.name);
  };

  /** @param {Player} one */
  #marking = (one) => {
    const choice = (/** @type {"colour" | "sign"} */ kind) =>
      h("div.marks", { role: "group", "aria-label": t(`manage.${kind}`) }, [
        COLOURS.map((value) => {
          const look = { ...one, [kind]: value };
          const take = (/** @type {Element} */ pressed) =>
            this.#does(one, "mark", { colour: look.colour, sign: look.sign }, pressed);
          return choiceKey(`${kind}-${value}`, marked(look), one[kind] === value, take, {
            class: "quiet",
            "aria-label": `${t(`manage.${kind}`)} ${value}`,
          });
        }),
      ]);
    return [choice("colour"), choice("sign")];
  };

  /** @param {Player} one */
  #merging = (one) => {
    const others = this.#players.filter(({ id }) => id !== one.id);
    const merge = whenSent(({ into }) => {
      const other = others.find(({ id }) => id === into);
      if (!other) return;
      ask(
        t("manage.merge_sure", { name: one.name, other: other.name }),
        h("p", t("manage.merge_why")),
        t("manage.merge"),
        (pressed) => this.#does(one, "merge", { into: other.id }, pressed),
        t("manage.stay"),
      );
    });
    return (
      others.length > 0 &&
      h("form.inline", { onsubmit: merge }, [
        h("select", { name: "into", "aria-label": t("manage.merge_with") }, [
          others.map(({ id, name }) => h("option", { value: id }, name)),
        ]),
        h("button.quiet", t("manage.merge")),
      ])
    );
  };

  /** @param {Player} one */
  #deleting = (one) => {
    const sure = () =>
      ask(
        t("manage.delete_sure", { name: one.name }),
        h("p", t("manage.delete_why")),
        t("manage.delete"),
        (pressed) => this.#does(one, "delete", {}, pressed),
        t("manage.stay"),
      );
    return button(null, t("manage.delete"), sure, "quiet");
  };
}
