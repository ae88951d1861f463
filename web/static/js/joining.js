// How phones come to the table: QR codes on a screen for all, and links on a phone that looks at it.

import { get } from "./api.js";
import { button, h, show } from "./dom.js";
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

/** The codes that somebody has closed on this screen: other ones are shown again. */
let closed = "";

/** @type {(place: HTMLElement, state: State, joining: Joining | null) => void} */
export function drawJoining(place, state, joining) {
  const { sitting, seats } = state;
  const known = sitting && joining?.seats.length === seats.length ? joining : null;
  const shown = String(known?.seats.map(({ code }) => code));
  const codes = shown !== closed && (known?.seats.some(({ way }) => way?.qr) ?? false);
  const close = () => {
    closed = shown;
    drawJoining(place, state, joining);
  };
  const complete = known !== null && isComplete(known);
  place.classList.toggle("codes", codes);
  place.classList.toggle("to-scan", codes || Boolean(joining?.table.qr));
  place.classList.toggle("complete", complete);
  show(place, [sitting, seats, joining, closed], () => {
    const askHost = !codes && !complete && h("p", { class: "ask-host" }, t("join.ask_host"));
    return [
      known && codes
        ? seatCodes(seats, known.seats, close)
        : joining?.table.qr && wayToTable(joining.table),
      sitting && askHost,
      sitting && h("h3", { class: "who-plays" }, t("join.who")),
      sitting && seatLinks(seats, known?.seats ?? []),
    ];
  });
}

/** @param {Joining} joining */
const isComplete = ({ seats }) => seats.length > 0 && seats.every(({ phones }) => phones > 0);

/** @type {(seats: string[], joining: JoiningSeat[], close: () => void) => HTMLElement} */
const seatCodes = (seats, joining, close) =>
  h(
    "div",
    { class: "seat-codes" },
    h(
      "header",
      {},
      h("h2", {}, t("join.scan")),
      button("×", close, {
        class: "quiet",
        "aria-label": t("correct.close"),
        "data-key": "close-codes",
      }),
    ),
    h(
      "ul",
      {},
      joining.map(({ way, code }, i) => way?.qr && seatCode(seats, seats[i], way, code)),
    ),
  );

/** @type {(seats: string[], name: string, way: NonNullable<JoiningSeat["way"]>, code: string | null) => HTMLElement} */
const seatCode = (seats, name, { qr, link }, code) =>
  h(
    "li",
    {},
    player(seats, name),
    h("img", { class: "qr", src: qr, alt: t("join.qr_seat", { name }) }),
    h("div", { class: "typed" }, h("span", {}, plain(link)), h("b", {}, code)),
  );

/** An address as it is typed. @param {string | null} link */
const plain = (link) => (link ?? "").replace(/^http:\/\/|\/$|#.*$/g, "");

/** @param {Joining["table"]} table */
function wayToTable({ link, qr }) {
  const [, host, port] = /^(.*?)(:\d+)?$/.exec(plain(link)) ?? [];
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
