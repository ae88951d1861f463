// Before the first tile is laid: which tiles everybody takes from the box, as the table has dealt them.

import { ownName } from "../../base/api.js";
import { button, h } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { handOf } from "./lines.js";
import { handOfSeat, lastLay, viewOf } from "./state.js";

/** The sitting for which it was said here that the tiles are taken. @type {string | null} */
let takenFor = null;

/** Whether no tile has been laid since the table dealt them. @param {State} state */
export const isDealt = (state) => {
  const { phase, tiles } = viewOf(state);
  return tiles !== null && phase === "lay" && lastLay(state) === 0;
};

/** Whether this page still tells its own player which tiles to take. @param {State} state */
export const tellsTiles = (state) =>
  ownName(state) !== null && isDealt(state) && takenFor !== state.sitting;

/** What a player takes from the box. @type {(state: State) => Child} */
export function tilesToTake(state) {
  const own = ownName(state);
  const hand = handOfSeat(viewOf(state), own);
  if (!hand || !tellsTiles(state)) return null;
  const taken = () => (takenFor = state.sitting);
  return h(
    "section.tiles-to-take",
    { "aria-label": t("drunter.take.title") },
    h("h3", t("drunter.take.title")),
    h("p.open-hand", handOf(hand)),
    h("p.hint", t("drunter.take.why")),
    button("tiles-taken", t("drunter.take.done"), taken),
  );
}
