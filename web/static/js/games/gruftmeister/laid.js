// How the crypt is set up: its twelve parts with the stones on them, and what everybody begins with.

import { each, h } from "../../base/dom.js";
import { pair, t } from "../../base/texts.js";
import { cryptDrawing } from "./crypt.js";
import { pawnPicture } from "./players.js";
import { colourName, cryptOf, HEARTS, viewOf } from "./state.js";
import { picture } from "./things.js";

/** @import { Crypt, Player, View } from "./types.js" */

/** @type {(told: unknown, state: State) => Laid} */
export function setUp(_, state) {
  const view = viewOf(state);
  const crypt = cryptOf(view);
  const parts = crypt ? [board(crypt, state), stones(crypt), kits(view, state)] : [oneFight(view)];
  return { parts, first: t("gruftmeister.set_up.first") };
}

/** @type {(crypt: View & Crypt, state: State) => Section} */
const board = (crypt, { seats }) => ({
  title: t("gruftmeister.set_up.board"),
  drawing: cryptDrawing(crypt, seats, null),
  text: t("gruftmeister.set_up.board_text"),
});

/** @param {View & Crypt} crypt @returns {Section} */
const stones = ({ closed }) => ({
  title: t("gruftmeister.set_up.stones"),
  drawing: [picture("back"), picture("back"), picture("back")],
  text: t("gruftmeister.set_up.stones_text", {
    chests: closed.chest?.length ?? 0,
    coffins: closed.coffin?.length ?? 0,
    doors: closed.door?.length ?? 0,
  }),
});

/** @type {(view: View, state: State) => Section} */
const kits = ({ players }, { seats }) => ({
  title: t("gruftmeister.set_up.kit"),
  drawing: each("ul.kits", players, (player, place) => h("li", kit(player, seats[place]))),
  text: t("gruftmeister.set_up.kit_text", { hearts: HEARTS }),
});

/** @type {(player: Player, name: string) => Child} */
const kit = ({ colour }, name) => [
  pawnPicture(colour),
  h("span", pair(name, colourName(colour))),
  picture(`${colour}_key`),
];

/** @param {View} view @returns {Section} */
const oneFight = ({ players: [{ carries }] }) => ({
  title: t("gruftmeister.set_up.fight"),
  drawing: ["monster", ...carries.master].map((thing) => picture(thing)),
  text: t("gruftmeister.set_up.fight_text"),
});
