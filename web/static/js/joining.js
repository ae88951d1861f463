// How phones come to the table: QR codes on a screen for all, and links on a phone that looks at it.

import { get } from "./api.js";
import { h, show } from "./dom.js";
import { player } from "./seats.js";
import { t } from "./texts.js";

/** @import { Joining, JoiningSeat, State } from "./types.js" */

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

/** @type {(place: HTMLElement, state: State, joining: Joining | null) => void} */
export function drawJoining(place, { sitting, seats }, joining) {
  const known = sitting && joining?.seats.length === seats.length ? joining : null;
  const codes = known?.seats.some(({ way }) => way?.qr) ?? false;
  const complete = known !== null && isComplete(known);
  place.classList.toggle("codes", codes);
  place.classList.toggle("to-scan", codes || Boolean(joining?.table.qr));
  place.classList.toggle("complete", complete);
  show(place, [sitting, seats, joining], () => {
    const askHost = !codes && !complete && h("p", { class: "ask-host" }, t("join.ask_host"));
    return [
      known && codes ? seatCodes(seats, known.seats) : joining?.table.qr && wayToTable(joining.table),
      sitting && askHost,
      sitting && h("h3", { class: "who-plays" }, t("join.who")),
      sitting && seatLinks(seats, known?.seats ?? []),
    ];
  });
}

/** @param {Joining} joining */
const isComplete = ({ seats }) => seats.length > 0 && seats.every(({ phones }) => phones > 0);

/** @type {(seats: string[], joining: JoiningSeat[]) => HTMLElement} */
const seatCodes = (seats, joining) =>
  h(
    "div",
    { class: "seat-codes" },
    h("h2", {}, t("join.scan")),
    h(
      "ul",
      {},
      joining.map(({ way, code }, i) => way?.qr && seatCode(seats, seats[i], way.qr, code)),
    ),
  );

/** @type {(seats: string[], name: string, qr: string, code: string | null) => HTMLElement} */
const seatCode = (seats, name, qr, code) =>
  h(
    "li",
    {},
    player(seats, name),
    h("img", { class: "qr", src: qr, alt: t("join.qr_seat", { name }) }),
    h("b", {}, code),
  );

/** @param {Joining["table"]} table */
function wayToTable({ link, qr }) {
  const [, host, port] = /^(?:http:\/\/)?(.*?)(:\d+)?\/?$/.exec(link ?? "") ?? [];
  return h(
    "div",
    { class: "way" },
    h("img", { class: "qr", src: qr, alt: t("join.qr_table") }),
    h("p", {}, host, h("wbr"), port),
  );
}

/**
 * The players' pages; a code that all may see just now need not be typed.
 * @type {(seats: string[], joining: JoiningSeat[]) => HTMLElement}
 */
function seatLinks(seats, joining) {
  const links = seats.map((name, i) => {
    const code = joining[i]?.code;
    const href = `/seat/${i + 1}${code ? `#code=${code}` : ""}`;
    return h("li", {}, h("a", { class: "as-button", href }, player(seats, name)));
  });
  return h("ul", { class: "sit" }, links);
}
