// How phones come to the table: links on one that looks at the page for all.

import { get } from "../base/api.js";
import { h, show } from "../base/dom.js";
import { player } from "../base/seats.js";
import { t } from "../base/texts.js";

/** @import { JoiningSeat } from "../types.js" */

const EVERY_MS = 4000;
/** Once every seat has a phone, little comes. */
const COMPLETE_EVERY_MS = 15000;

/**
 * Ask now and then how phones join, for as long as somebody looks at the page: nobody tells of it.
 * @param {(joining: Joining) => void} take
 */
export async function watchJoining(take) {
  const joining = document.hidden ? null : await get("joining").catch(() => null);
  if (joining) take(joining);
  const every_ms = joining && isComplete(joining) ? COMPLETE_EVERY_MS : EVERY_MS;
  setTimeout(() => watchJoining(take), every_ms);
}

/** What a phone is told that looks at the page for all. @type {(place: HTMLElement, state: State, joining: Joining | null) => void} */
export function drawJoining(place, { sitting, seats }, joining) {
  const known = knownOf(seats, joining);
  const mayCome = known?.seats.some(({ code }) => code) || (known && isComplete(known));
  show(
    place,
    sitting
      ? [
          !mayCome && h("p.ask-host", t("join.ask_host")),
          h("h2.title", t("join.who")),
          seatLinks(seats, known?.seats ?? []),
        ]
      : [],
  );
}

/** How these seats are joined, where that is known. @type {(seats: string[], joining: Joining | null) => Joining | null} */
export const knownOf = (seats, joining) =>
  seats.length > 0 && joining?.seats.length === seats.length ? joining : null;

/** @param {Joining} joining */
const isComplete = ({ seats }) => seats.length > 0 && seats.every(({ phones }) => phones > 0);

/** The players' pages; a code that all may see just now need not be typed. @type {(seats: string[], joining: JoiningSeat[]) => Child} */
function seatLinks(seats, joining) {
  const links = seats.map((name, i) => {
    const code = joining[i]?.code;
    const href = `/seat/${i + 1}${code ? `#code=${code}` : ""}`;
    return h("li", h("a.as-button", { href }, player(seats, name)));
  });
  return h("ul.sit", links);
}
