// Players' phones: a single-use code for each seat, and who has joined.

import { get, post } from "./api.js";
import { button, h, show } from "./dom.js";
import { qr } from "./qr.js";
import { player } from "./seats.js";
import { attempt } from "./toast.js";
import { t } from "./texts.js";

/** @import { State } from "./types.js" */
/**
 * A code that was made for a seat, and the path of the page that takes it.
 * @typedef {{ code: string, path: string }} Invitation
 */

/** The last invitation of each seat. @type {Map<number, Invitation>} */
const invitations = new Map();
/** The names of the phones of each seat, the first seat's first. @type {string[][]} */
let joined = [];
/** @type {string | null} */
let sitting = null;

/** @type {(place: HTMLElement, state: State) => void} */
export function drawPhones(place, state) {
  if (sitting !== state.sitting) {
    sitting = state.sitting;
    invitations.clear();
    refresh(place, state);
  }
  const what = [state.sitting, state.seats, [...invitations], joined];
  show(place, what, () => {
    if (!state.sitting) return [];
    return [
      h("h3", {}, t("seats.title")),
      h("p", { class: "hint" }, t("seats.why")),
      h(
        "ul",
        { class: "phones" },
        state.seats.map((name, i) => row(place, state, name, i + 1)),
      ),
      local() && h("p", { class: "hint" }, t("seats.local")),
    ];
  });
}

const local = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** @type {(place: HTMLElement, state: State) => Promise<void>} */
async function refresh(place, state) {
  const asked = state.seats.map((_name, i) => get(`seats/${i + 1}/phones`).then(({ phones }) => phones));
  joined = (await attempt(() => Promise.all(asked))) ?? [];
  drawPhones(place, state);
}

/** @type {(place: HTMLElement, state: State, name: string, seat: number) => HTMLElement} */
function row(place, state, name, seat) {
  const last = invitations.get(seat);
  const invite = async (/** @type {{ currentTarget: Element }} */ event) => {
    const made = await attempt(() => post(`seats/${seat}/codes`), event.currentTarget);
    if (made) invitations.set(seat, made);
    await refresh(place, state);
  };
  const phones = joined[seat - 1] ?? [];
  return h(
    "li",
    {},
    player(state.seats, name),
    h(
      "span",
      { class: "hint" },
      phones.length ? t("seats.joined", { phones: phones.join(", ") }) : t("seats.none"),
    ),
    button(t("seats.code"), invite, { class: "quiet", "data-key": `code-${seat}` }),
    last && invitation(last),
  );
}

/** @param {Invitation} invitation */
function invitation({ code, path }) {
  const link = location.origin + path;
  return h(
    "div",
    { class: "invitation" },
    h("p", {}, t("seats.open"), " ", h("a", { href: link }, location.host + path), h("b", {}, code)),
    local() ? null : qr(link, t("seats.qr")),
  );
}
