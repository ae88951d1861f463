// Parts of the table that do not work just now: which, and that they are being started again; and whose
// seats another phone took over, which all should know.

import { role } from "./api.js";
import { h, show } from "./dom.js";
import { say } from "./faces.js";
import { sign } from "./status.js";

/** @import { State, Text } from "./types.js" */

/** What a fault looks like beside its words. @type {Record<string, "bad" | "busy" | "doubtful">} */
const SIGN = {
  "fault.raised": "bad",
  "fault.silent": "busy",
  "fault.nonsense": "doubtful",
  "fault.clock_set": "doubtful",
  "fault.memory_elsewhere": "doubtful",
  "fault.without_memory": "doubtful",
  "fault.deal_chosen": "doubtful",
  "fault.marker_bent": "doubtful",
  "fault.marker_hidden": "doubtful",
  "fault.markers_bent": "doubtful",
  "fault.markers_few": "doubtful",
  "fault.markers_gone": "doubtful",
  "fault.picture_mirrored": "doubtful",
  "fault.picture_turned": "doubtful",
  "fault.pin_short": "doubtful",
  "seat.other_phone": "doubtful",
  "seat.taken_over": "doubtful",
};

/** What can wait: all is read as well without it. Players' own pages leave it to the others. */
const MILD = ["fault.marker_bent", "fault.marker_hidden"];

/** @type {(place: HTMLElement, state: State) => void} */
export function drawFaults(place, state) {
  const texts = [...takenOver(state), ...state.faults.map(({ text }) => text)].filter(
    ({ code }) => !MILD.includes(code) || !role.startsWith("seat-"),
  );
  show(place, texts, () =>
    texts.map((text) =>
      h(
        "p",
        { class: MILD.includes(text.code) ? "fault mild" : "fault" },
        sign(SIGN[text.code] ?? "bad"),
        h("span", {}, say(text)),
      ),
    ),
  );
}

/**
 * Whose seats another phone took over: for the host in full; on a screen for all, and for the players, in one short
 * line, which takes no room from the game for the minutes that it stays. Who lost the seat is told by its own phone.
 * @type {(state: State) => Text[]}
 */
function takenOver({ taken_over = [] }) {
  if (role === "host") return taken_over.map((seat) => ({ code: "seat.taken_over", params: { seat } }));
  const seats = taken_over.join(", ");
  return seats ? [{ code: "seat.other_phone", params: { seats } }] : [];
}
