// A gem on the board that is shown wrongly, put right by the host: tap it, then its colour.

import { IS_HOST } from "../../base/api.js";
import { choiceKey, each, h } from "../../base/dom.js";
import { isSending } from "../../base/sending.js";
import { t } from "../../base/texts.js";
import { gem } from "./gems.js";
import { send } from "./sending.js";
import { colourName, COLOURS, HOLES, viewOf } from "./state.js";

/** Whether gems are being put right, and which was tapped; holes count from the red field at first. */
const fixing = { on: false, row: 0, hole: /** @type {number | null} */ (null) };

/** What a tap on a gem does; null: nothing. @type {() => ((row: number, hole: number) => void) | null} */
export function gemTapped() {
  if (!fixing.on) return null;
  return (row, hole) => Object.assign(fixing, { row, hole });
}

/** The gem that was tapped. @type {(row: number, hole: number) => boolean} */
export const isTapped = (row, hole) => fixing.on && fixing.row === row && fixing.hole === hole;

/** @type {(state: State) => Child} */
export function putGemRight(state) {
  if (!IS_HOST || state.outcome) return null;
  const toggle = () => Object.assign(fixing, { on: !fixing.on, hole: null });
  const label = t(fixing.on ? "ubongo.correct.gems_done" : "ubongo.correct.gems");
  return h(
    "div.put-gem-right",
    fixing.on && fixing.hole === null && h("p", { role: "status" }, t("ubongo.correct.gems_how")),
    fixing.on && fixing.hole !== null && colours(state, fixing.row, fixing.hole),
    choiceKey("fix-gems", label, fixing.on, toggle, "quiet"),
  );
}

/** @type {(state: State, row: number, hole: number) => Child} */
function colours(state, row, hole) {
  const gems = viewOf(state).gems[row];
  const now = gems[hole - (HOLES - gems.length)];
  const put = (/** @type {string} */ colour) => {
    send(state, `gem-${row}-${hole}`, { move: "gem", row, hole, gem: colour });
    fixing.hole = null;
  };
  return [
    h("p", { role: "status" }, t("ubongo.correct.gem", { row: row + 1, hole: hole + 1 })),
    each("div.colour-keys", COLOURS, (colour) => {
      const words = [gem(colour, ""), h("span", colourName(colour))];
      const look = { class: "colour-key", disabled: isSending(`gem-${row}-${hole}`) };
      return choiceKey(`gem-${colour}`, words, colour === now, () => put(colour), look);
    }),
  ];
}
