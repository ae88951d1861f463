// What everybody has, as all may see it: hearts, treasures at home, and both bags.

import { each, h } from "../../base/dom.js";
import { mark } from "../../base/seats.js";
import { number, pair, t } from "../../base/texts.js";
import { pawn } from "./crypt.js";
import { hearts } from "./fight.js";
import { CARRIES, colourName, FIGURES, figureName, HOME, viewOf } from "./state.js";
import { named, picture, thingName } from "./things.js";

/** @import { Figure, Player } from "./types.js" */

/** A player's pawn as a picture. @param {string} colour */
export const pawnPicture = (colour) =>
  h("svg.pawn", { viewBox: "-14 -15 28 28", role: "img", "aria-label": colourName(colour) }, [
    h("title", colourName(colour)),
    pawn(colour, true, 0, 0),
  ]);

/** @type {(state: State) => Child} */
export function playersTable(state) {
  const { players } = viewOf(state);
  return each("ul.haves", players, (player, place) => row(state, player, state.seats[place]));
}

/** @type {(state: State, player: Player, name: string) => Child} */
const row = (state, player, name) =>
  h("li", { class: name === state.to_move ? "mine" : "" }, [
    h("div.have-head", [
      h("span.player", mark(state.seats, name), h("span.name", name)),
      pawnPicture(player.colour),
      hearts(player.hearts),
      treasures(player.home),
    ]),
    FIGURES.map((figure) => bagOf(player, figure)),
  ]);

/** Hearts, and what both figures carry, in few square inches. @param {Player} player */
export const haves = (player) =>
  h("span.stage-haves", [
    hearts(player.hearts),
    FIGURES.map((figure) =>
      h("span", { class: `carried ${figure}`, role: "img", "aria-label": carriedText(player, figure) }, [
        player.carries[figure].map((thing) => picture(thing)),
      ]),
    ),
  ]);

/** @type {(player: Player, figure: Figure) => string} */
const carriedText = (player, figure) =>
  pair(figureName(figure), player.carries[figure].map((thing) => thingName(thing)).join(", "));

/** @param {number} home */
const treasures = (home) =>
  h("span.home-count", { role: "img", "aria-label": t("gruftmeister.treasures", { treasures: home }) }, [
    picture("treasure"),
    h("b", { "aria-hidden": "true" }, `${number(home)}/${number(HOME)}`),
  ]);

/** @type {(player: Player, figure: Figure) => Child} */
function bagOf(player, figure) {
  const things = player.carries[figure];
  return h("div.have-bag", [
    h("span.hint", `${figureName(figure)} ${things.length}/${CARRIES[figure]}`),
    things.map((thing) => named(thing, "small")),
  ]);
}
