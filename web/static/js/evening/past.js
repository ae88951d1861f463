// Past games with their story, evening by evening, and who stands where.

import { get, post, role } from "../base/api.js";
import { button, each, h, redraw } from "../base/dom.js";
import { lastOf } from "../base/lists.js";
import { say } from "../picture/faces.js";
import { player, useMarks } from "../base/seats.js";
import { gameName, language, t } from "../base/texts.js";
import { attempt } from "../base/toast.js";
import { highlightsOf, marksOf, rankingOf, share, standingsOf } from "./told.js";

/** @import { Evenings, PastGame } from "./told.js" */

const dates = new Intl.DateTimeFormat(language, { dateStyle: "full" });
const times = new Intl.DateTimeFormat(language, { timeStyle: "short" });
/** So long until what is still being told is asked for again. */
const AGAIN_MS = 2000;

export class PastGames {
  /** What the table told last. @type {Evenings | null} */
  #told = null;
  /** The games whose story was looked at: it is drawn then. @type {Set<number>} */
  #opened = new Set();
  /** What the table has told so far, as far as it changes what is shown here. */
  #known = "";

  constructor() {
    this.#ask();
  }

  /** A game has begun, ended, or was put right. @param {State} state */
  update({ sitting, end }) {
    const known = JSON.stringify([sitting, end]);
    if (known !== this.#known && this.#known) this.#ask();
    this.#known = known;
  }

  #ask = () =>
    attempt(async () => {
      /** @type {Evenings} */
      const told = await get("evenings");
      this.#told = told;
      redraw();
      if (told.untold) setTimeout(this.#ask, AGAIN_MS);
    });

  shown() {
    const told = this.#told;
    if (!told) return null;
    const names = told.players.map(({ name }) => name);
    useMarks(marksOf(told.players));
    const { evenings } = told;
    return [
      evenings.length === 0 && h("p.hint", t("evening.none")),
      told.standings.length > 0 && standingsOf(t("evening.all"), told.standings, names),
      evenings.map((evening, place) => this.#evening(evening, names, place === 0)),
      told.earlier > 0 && button("earlier", t("evening.earlier"), this.#askBefore, "quiet"),
      told.standings.length > 0 &&
        h("p", h("a", { href: "/api/v1/results.csv", download: "results.csv" }, t("share.table"))),
    ];
  }

  #askBefore = () =>
    attempt(async () => {
      const evenings = this.#told?.evenings ?? [];
      /** @type {Evenings} */
      const told = await get(`evenings/${lastOf(evenings)?.number}`);
      this.#told = { ...told, evenings: [...evenings, ...told.evenings] };
      redraw();
    });

  /** @type {(evening: Evenings["evenings"][number], names: string[], isLatest: boolean) => Child} */
  #evening = ({ number, began_at, games, standings }, names, isLatest) =>
    h("section.evening", [
      h("h3", dates.format(new Date(began_at))),
      games.length > 1 && standings.length > 0 && standingsOf(t("evening.of"), standings, names),
      games.map((game, place) =>
        this.#game(game, names, isLatest && place === games.length - 1, `${number}`),
      ),
    ]);

  /** @type {(game: PastGame, names: string[], isOpen: boolean, evening: string) => Child} */
  #game = (game, names, isOpen, evening) => {
    const winners = game.ranking.filter(({ won }) => won);
    const { sitting } = game;
    const look = (/** @type {{ currentTarget: any }} */ { currentTarget: fold }) => {
      if (!fold.open || this.#opened.has(sitting)) return;
      this.#opened.add(sitting);
      redraw();
    };
    return h("details.past", { open: isOpen, ontoggle: look }, [
      h("summary", { "data-key": `past-${evening}-${game.sitting}` }, [
        h("b", gameName(game.game)),
        " ",
        winners.length > 0
          ? [
              h("span.crown", { "aria-hidden": "true" }, "★ "),
              winners.map(({ name }) => player(names, name)),
            ]
          : h("span.hint", t("evening.unfinished")),
        h("span.hint", ` ${times.format(new Date(game.opened_at))}`),
      ]),
      (isOpen || this.#opened.has(sitting)) && this.#story(game, names),
    ]);
  };

  /** @type {(game: PastGame, names: string[]) => Child[]} */
  #story = (game, names) => {
    const { sitting, ranking, why, highlights, minutes, moves } = game;
    const seats = [...names, ...game.nameless];
    const has = ranking.length > 0;
    const reopen = (/** @type {Element} */ pressed) =>
      attempt(() => post(`sittings/${sitting}/reopen`).then(() => window.scrollTo(0, 0)), pressed);
    const picture = { src: `/api/v1/sittings/${sitting}/picture?moves=${moves}`, alt: t("end.picture") };
    return [
      why && h("p.why", say(why)),
      has ? rankingOf(seats, ranking) : each("p", game.seats, (name) => player(seats, name)),
      highlightsOf(seats, highlights),
      h("p.hint", t("evening.lasted", { minutes: Math.round(minutes), moves })),
      game.picture &&
        h("img", { ...{ class: "winning", loading: "lazy", width: 640, height: 480, ...picture } }),
      h("div.buttons", [
        has && button(null, t("share.title"), () => share(sitting), "quiet"),
        role === "host" && button(null, t("evening.reopen"), reopen, "quiet"),
      ]),
    ];
  };
}
