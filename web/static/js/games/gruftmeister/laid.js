// How the crypt is set up: its twelve parts with the stones on them, and what everybody begins with.

import { each, h } from "../../base/dom.js";
import { pair, t } from "../../base/texts.js";
import { section } from "../generic.js";
import { cryptDrawing } from "./crypt.js";
import { pawnPicture } from "./players.js";
import { colourName, cryptOf, HEARTS, viewOf } from "./state.js";
import { picture } from "./things.js";

/** @import { Player } from "./types.js" */

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
