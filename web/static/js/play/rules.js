// The rules of what is played, one tap away on every page: a panel opened by its button or the key "?".

import { get } from "../base/api.js";
import { closeDialog, isOpen, openDialog } from "../base/dialogs.js";
import { button, byId, h, show } from "../base/dom.js";
import { hasRules, loadGame, loadRules, rulesOf } from "../games/registry.js";
import { gameName, t } from "../base/texts.js";
import { attempt } from "../base/toast.js";

/** What the table tells of each game that can be started. @typedef {Record<string, object>} Games */

/** Where a key means what is typed. */
const TYPING = "input, select, textarea";

export class RulesPanel {
  /** @type {State | null} */
  #state = null;
  /** @type {Games | null} */
  #games = null;

  constructor() {
    this.dialog = /** @type {HTMLDialogElement} */ (byId("rules"));
    this.opener = byId("open-rules");
    this.opener.addEventListener("click", () => this.#open());
    document.addEventListener("keydown", (event) => this.#pressed(event));
    this.dialog.addEventListener(
      "click",
      ({ target }) => target === this.dialog && closeDialog(this.dialog),
    );
  }

  /** @param {State} state */
  update(state) {
    this.#state = state;
    this.opener.hidden = state.game !== null && !hasRules(state.game);
    if (isOpen(this.dialog)) this.#draw();
  }

  #open = async () => {
    /** @type {HTMLLinkElement} */ (byId("rules-style")).rel = "stylesheet";
    this.#games = this.#games ?? (await attempt(() => get("games", "everyone"), this.opener));
    const playing = this.#state?.game ?? null;
    await loadGame(playing);
    await loadRules(playing === null ? Object.keys(this.#games ?? {}) : [playing]);
    if (!this.#games || isOpen(this.dialog)) return;
    this.#draw();
    openDialog(this.dialog);
  };

  /** @param {KeyboardEvent} event */
  #pressed = ({ key, target }) => {
    if (key !== "?" || (target instanceof Element && target.matches(TYPING))) return;
    if (isOpen(this.dialog)) closeDialog(this.dialog);
    else if (!this.opener.hidden && !document.querySelector("dialog[open]")) this.#open();
  };

  #draw = () => {
    const state = this.#state;
    const games = this.#games ?? {};
    const playing = state?.game ?? null;
    const told = Object.keys(games).filter(
      (game) => rulesOf(game) && (playing === null || game === playing),
    );
    show(this.dialog, [
      h("header", [
        h("h2", { id: "rules-title" }, told.length === 1 ? titleOf(told[0]) : t("rules.title")),
        button(null, "×", () => closeDialog(this.dialog), {
          class: "quiet",
          "aria-label": t("correct.close"),
        }),
      ]),
      playing !== null && state && now(state),
      told.length === 1
        ? sections(told[0], games, state)
        : told.map((game) => folded(game, games, state)),
    ]);
  };
}

/** @param {string} game */
const titleOf = (game) => t("rules.of", { term: `game.${game}` });

/** What may be done just now, by whose turn it is. @type {(state: State) => Child} */
function now(state) {
  const rules = rulesOf(state.game ?? "");
  const ways = rules && state.view && !state.outcome ? rules.now(state) : [];
  if (!ways.length) return null;
  const title = state.to_move === null ? t("rules.now") : t("rules.now_seat", { seat: state.to_move });
  const list = ways.map((way) => h("li", way));
  return h("section.rules-now", h("h3", title), h("ul", list));
}

/** @type {(game: string, games: Games, state: State | null) => Child} */
function sections(game, games, state) {
  const played = state?.game === game && state.view ? state : null;
  return h("div.rules-sections", rulesOf(game)?.sections(games[game], played).map(section));
}

/** @param {Section} section */
const section = ({ title, drawing, text }) =>
  h("section.card", h("h3", title), drawing && h("div.rules-drawing", drawing), h("p", text));

/** @type {(game: string, games: Games, state: State | null) => Child} */
const folded = (game, games, state) =>
  h("details", { name: "rules" }, h("summary", h("h3", gameName(game))), sections(game, games, state));
