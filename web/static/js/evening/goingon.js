// Going on from what lies on the table: what is not sure there is answered before the game begins.

import { h } from "../base/dom.js";
import { tickBox } from "../base/form.js";
import { redraw } from "../base/redraw.js";
import { t } from "../base/texts.js";
import { doubtfulCells } from "../picture/rightpiece.js";

/** @import { Acts, Chosen } from "../picture/rightpiece.js" */
/** Whether the game shall go on from there, and the square that is answered. @typedef {{ isWanted: boolean, chosen: Chosen }} GoesOn */

/** Whether something lies there from which this game can go on. @type {(state: State | null, game: string) => boolean} */
export const canGoOn = (state, game) =>
  state?.game === game && Boolean(state.watch.seen?.board?.cells.length);

/** @type {(goesOn: GoesOn, seen: Seen) => Child} */
export function goingOn(goesOn, seen) {
  /** @type {Acts} */
  const acts = {
    who: "host",
    faces: [],
    choose: (chosen) => {
      goesOn.chosen = chosen;
      redraw();
    },
  };
  return h(
    "div.lies-there",
    tickBox("goes-on", t("start.goes_on"), goesOn.isWanted, (isWanted) => (goesOn.isWanted = isWanted)),
    h("p.hint", t("start.goes_on_why")),
    h(
      "div.doubts",
      { "aria-live": "polite" },
      goesOn.isWanted && doubtfulCells(seen, goesOn.chosen, acts),
    ),
  );
}
