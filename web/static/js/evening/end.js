// The end of a game, worth a photograph: who won, why, the winning city or board, what is worth telling.

import { IS_HOST, MAY_ACT, ownName } from "../base/api.js";
import { button, h, show } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { t } from "../base/texts.js";
import { share } from "./share.js";
import { highlightsOf, lists, rankingOf, standingsOf } from "./told.js";

/** Draw it where it belongs. `state.end` is there. @type {(place: HTMLElement, state: State) => void} */
export function end(place, state) {
  const { end: told, seats, sitting } = state;
  if (!told) return;
  show(place, [
    headline(state),
    told.why && h("p.why", say(told.why)),
    h(
      "div.of-end",
      rankingOf(seats, told.ranking),
      told.picture &&
        h("img", {
          ...{ class: "winning", src: `${told.picture}?moves=${told.moves}`, alt: t("end.picture") },
          ...{ width: 640, height: 480 },
        }),
    ),
    highlightsOf(seats, told.highlights),
    told.evening.games > 1 &&
      standingsOf(t("end.evening", { games: told.evening.games }), told.evening.standings, seats),
    h(
      "div.buttons",
      IS_HOST && button("again", t("end.again"), again, "strong"),
      MAY_ACT && button("share", t("share.title"), () => share(Number(sitting)), "quiet"),
    ),
  ]);
}

/** The winner's own phone says it to the winner. @param {State} state */
function headline(state) {
  const winners = (state.end?.ranking ?? []).filter(({ won }) => won).map(({ name }) => name);
  const own = ownName(state);
  if (own && winners.includes(own))
    return h("h2.you-won", t(winners.length > 1 ? "end.you_shared" : "end.you_won"));
  if (winners.length === 0) return h("h2", t("end.nobody"));
  return h("h2", t("end.winners", { names: lists.format(winners), count: winners.length }));
}

/** The form stands on the same page. */
const again = () => document.dispatchEvent(new Event("again"));
