// How phones come to the table: codes to be scanned from a sofa, small in a corner all evening.

import { button, each, h, show } from "../base/dom.js";
import { knownOf } from "../host/joining.js";
import { player } from "../base/seats.js";
import { t } from "../base/texts.js";

/** @import { JoiningSeat } from "../types.js" */

/** The codes that somebody has closed on this screen: other ones are shown again. */
let closed = "";

/** @type {(place: HTMLElement, state: State, joining: Joining | null) => void} */
export function drawCodes(place, state, joining) {
  const { seats } = state;
  const known = knownOf(seats, joining);
  const shown = String(known?.seats.map(({ code }) => code));
  const codes = shown !== closed && (known?.seats.some(({ way }) => way?.qr) ?? false);
  const close = () => {
    closed = shown;
    drawCodes(place, state, joining);
  };
  place.classList.toggle("codes", codes);
  show(
    place,
    known && codes
      ? [joining?.network && wayIn(joining.network), seatCodes(seats, known.seats, close)]
      : joining && way(joining),
  );
}

/** @type {(seats: string[], joining: JoiningSeat[], close: () => void) => Child} */
const seatCodes = (seats, joining, close) =>
  h("div.seat-codes", [
    h("header", [
      h("h2", t("stage.scan")),
      button("close-codes", "×", close, { class: "quiet", "aria-label": t("correct.close") }),
    ]),
    each("ul", joining, ({ way, code }, i) => way?.qr && seatCode(seats, seats[i], way, code)),
  ]);

/** @type {(seats: string[], name: string, way: NonNullable<JoiningSeat["way"]>, code: string | null) => Child} */
const seatCode = (seats, name, { qr, link }, code) =>
  h("li", [
    player(seats, name),
    h("img.qr", { src: qr, alt: t("stage.qr_seat", { name }) }),
    h("div.typed", h("span", plain(link)), h("b", code)),
  ]);

/** An address as it is typed. @param {string | null} link */
const plain = (link) => (link ?? "").replace(/^http:\/\/|\/$|#.*$/g, "");

/** Its own network comes first: who is not in that reaches nothing. There is room for one code. @type {(joining: Joining) => Child} */
const way = ({ table, network }) =>
  network ? wayIn(network, plain(table.link)) : table.qr && wayToTable(table);

/** @type {(network: NonNullable<Joining["network"]>, address?: string) => Child} */
const wayIn = ({ name, key, qr }, address = "") =>
  h("div.way", [
    h("b", t("stage.wifi")),
    h("img.qr", { src: qr, alt: t("stage.qr_wifi") }),
    h("p", name, h("br"), key, address && [h("br"), address]),
  ]);

/** @param {Joining["table"]} table */
function wayToTable({ link, qr }) {
  const [, host, port] = /^(.*?)(:\d+)?$/.exec(plain(link)) ?? [];
  return h("div.way", [
    h("b", t("stage.join")),
    h("img.qr", { src: qr, alt: t("stage.qr_table") }),
    h("p", host, h("wbr"), port),
  ]);
}
