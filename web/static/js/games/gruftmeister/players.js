// What everybody has, as all may see it: hearts, treasures at home, and both bags; how it is all set up.

import { each, h } from "../../base/dom.js";
import { mark } from "../../base/seats.js";
import { number, pair, t } from "../../base/texts.js";
import { pawn, cryptDrawing } from "./crypt.js";
import { hearts } from "./fight.js";
import { CARRIES, colourName, FIGURES, figureName, HOME, viewOf, cryptOf, HEARTS } from "./state.js";
import { named, picture, thingName } from "./things.js";
import { section } from "../generic.js";

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

/** @type {(told: unknown, state: State) => Laid} */
export function setUp(_, state) {
  const view = viewOf(state);
  const crypt = cryptOf(view);
  const first = t("gruftmeister.set_up.first");
  const { seats } = state;
  if (!crypt) {
    const [{ carries }] = view.players;
    const shown = ["monster", ...carries.master].map((thing) => picture(thing));
    return { parts: [part("fight", shown)], first };
  }
  const { chest = [], coffin = [], door = [] } = crypt.closed;
  const kits = each("ul.kits", view.players, (player, place) => h("li", kit(player, seats[place])));
  const closed = { chests: chest.length, coffins: coffin.length, doors: door.length };
  const parts = [
    part("board", cryptDrawing(crypt, seats, null)),
    part("stones", [picture("back"), picture("back"), picture("back")], closed),
    part("kit", kits, { hearts: HEARTS }),
  ];
  return { parts, first };
}

/** A part of it, told in a sentence. @type {(name: string, drawing: Child, params?: Record<string, unknown>) => Section} */
const part = (name, drawing, params = {}) =>
  section(`gruftmeister.set_up.${name}`, `gruftmeister.set_up.${name}_text`, params, drawing);

/** @type {(player: Player, name: string) => Child} */
const kit = ({ colour }, name) => [
  pawnPicture(colour),
  h("span", pair(name, colourName(colour))),
  picture(`${colour}_key`),
];
