// Ubongo: the gem board, the glass, the calls, taking, and the end.

import { MAY_ACT } from "../../base/api.js";
import { h, show } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { gemBoard, drawGems } from "./board.js";
import { correct, gemTapped, putGemRight } from "./correct.js";
import { prints, symbolPicture } from "./gems.js";
import { drawGlass } from "./glass.js";
import { drawOwn, takerHere } from "./own.js";
import { setUp, setup } from "./setup.js";
import { besideName, drawStanding, reason } from "./standing.js";
import { SYMBOLS, awaited, symbolName, viewOf } from "./state.js";
import { chosenRow, pick } from "./takes.js";

/** @type {Partial<GamePage>} */
const page = {
  drawGame(place, state) {
    const view = viewOf(state);
    const taker = MAY_ACT ? takerHere(state) : null;
    const shown = taker ?? awaited(view)[0] ?? null;
    const chosen = taker === null ? null : chosenRow(state, taker);
    const fix = gemTapped();
    // Where the gems are entered, the board is shown there.
    if (view.phase === "laying_out" && document.getElementById("own")) return show(place, []);
    const tapped = taker === null ? null : (/** @type {number} */ row) => pick(state, taker, row);
    return show(place, [
      gemBoard(state, { name: shown, chosen, pick: fix ? null : tapped, fix }),
      putGemRight(state),
    ]);
  },

  drawOwn,
  stays: (state) => viewOf(state).phase !== "laying_out",
  drawTimer: drawGlass,
  drawOdds: drawStanding,
  besideName,

  facts(state) {
    const { round, rounds, symbol, starter, phase } = viewOf(state);
    if (phase === "laying_out") return [];
    return [
      h("span.fact", t("ubongo.round", { round, rounds })),
      symbol && h("span.fact.rolled", symbolPicture(symbol, ""), symbolName(symbol)),
      phase !== "to_roll" && h("span.fact", t("ubongo.begins", { seat: starter })),
    ];
  },

  ending: reason,
  drawOver: (drawn, _dice, at) => drawGems(drawn, at),
  outside: ({ seats }) => ({ hint: t("ubongo.box.hint"), ok: t("ubongo.box.ok"), calls: seats }),
  correct,
  setup,
  setUp,
  prints,
  faces: () => SYMBOLS,
};

export default page;
