// Parts of the table that do not work just now: which, and that they are being started again; and whose
// seats another phone took over, which all should know.

import { IS_HOST, SEAT } from "../base/api.js";
import { h, show } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { sign } from "./status.js";

/** @import { Text } from "../types.js" */

/** Faults beside which all goes on; beside the others something does not work. */
const DOUBTFUL = /nonsense|clock_|elsewhere|without|chosen|marker|picture|pin_|^seat/;

/** What can wait: all is read as well without it. Players' own pages leave it to the others. */
const MILD = ["fault.marker_bent", "fault.marker_hidden"];

/** @type {(place: HTMLElement, state: State) => void} */
export function drawFaults(place, state) {
  const texts = [...takenOver(state), ...state.faults.map(({ text }) => text)].filter(
    ({ code }) => !MILD.includes(code) || SEAT === null,
  );
  show(
    place,
    texts.map((text) =>
      h(
        "p",
        { class: MILD.includes(text.code) ? "fault mild" : "fault" },
        sign(lookOf(text.code)),
        h("span", say(text)),
      ),
    ),
  );
}

/** What a fault looks like beside its words. @type {(code: string) => "bad" | "busy" | "doubtful"} */
function lookOf(code) {
  if (code === "fault.silent") return "busy";
  return DOUBTFUL.test(code) ? "doubtful" : "bad";
}

/**
 * Whose seats another phone took over: for the host in full; on a screen for all, and for the players, in one short
 * line, which takes no room from the game for the minutes that it stays. Who lost the seat is told by its own phone.
 * @type {(state: State) => Text[]}
 */
function takenOver({ taken_over = [] }) {
  if (IS_HOST) return taken_over.map((seat) => ({ code: "seat.taken_over", params: { seat } }));
  const seats = taken_over.join(", ");
  return seats ? [{ code: "seat.other_phone", params: { seats } }] : [];
}
