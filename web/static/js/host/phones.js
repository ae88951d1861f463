// Players' phones: who has joined, a single-use code for each seat, and the codes on the screen for all.

import { get, post } from "../base/api.js";
import { button, each, h, show } from "../base/dom.js";
import { invitation } from "./invitation.js";
import { watchJoining } from "./joining.js";
import { player } from "../base/seats.js";
import { attempt } from "../base/toast.js";
import { t } from "../base/texts.js";

/** @import { Invitation } from "./invitation.js" */

export class Phones {
  /** The last invitation of each seat, until it is used. @type {Map<number, Invitation>} */
  #invitations = new Map();
  /** @type {Joining | null} */
  #joining = null;
  /** The names of the phones of each seat, the first seat's first. @type {string[][]} */
  #names = [];
  /** @type {State | null} */
  #state = null;
  #place;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    watchJoining((joining) => this.#take(joining));
  }

  /** @param {State} state */
  update(state) {
    if (this.#state?.sitting !== state.sitting) {
      this.#invitations.clear();
      this.#joining = null;
      this.#names = [];
    }
    this.#state = state;
    this.#draw();
  }

  /** Take in who has joined; whose code was used needs no other. @param {Joining} joining */
  #take = async (joining) => {
    const before = counts(this.#joining);
    const now = counts(joining);
    this.#joining = joining;
    for (const [place, phones] of now.entries())
      if (phones > (before[place] ?? phones)) this.#invitations.delete(place + 1);
    if (String(now) !== String(before)) {
      const asked = now.map((_, i) => get(`seats/${i + 1}/phones`).then(({ phones }) => phones));
      this.#names = await Promise.all(asked).catch(() => []);
    }
    this.#draw();
  };

  #draw = () => {
    const { sitting = null, seats = [] } = this.#state ?? {};
    show(
      this.#place,
      sitting !== null && [
        h("h3", t("seats.title")),
        each("ul.phones", seats, (name, i) => this.#row(seats, name, i + 1)),
        this.#joining && this.#onScreen(this.#joining),
      ],
    );
  };

  /** @type {(seats: string[], name: string, seat: number) => Child} */
  #row = (seats, name, seat) => {
    const last = this.#invitations.get(seat);
    const phones = this.#names[seat - 1] ?? [];
    const joined = phones.length ? t("seats.joined", { phones: phones.join(", ") }) : t("seats.none");
    const invite = async (/** @type {Element} */ pressed) => {
      const made = await attempt(() => post(`seats/${seat}/codes`), pressed);
      if (made) this.#invitations.set(seat, made);
      this.#draw();
    };
    return h("li", [
      player(seats, name),
      h("span.hint", joined),
      button(`code-${seat}`, t("seats.code"), invite, {
        class: "quiet",
        "aria-label": t("seats.code_for", { name }),
      }),
      last && invitation(last),
    ]);
  };

  /** What the screen for all shows to phones, or may show. @type {(joining: Joining) => Child} */
  #onScreen = ({ table, seats }) => {
    if (!table.link) return h("p.hint", t("seats.local"));
    if (seats.some(({ code }) => code)) return h("p.hint", t("seats.on_screen"));
    return seats.every(({ phones }) => phones > 0) ? null : this.#showAll();
  };

  #showAll = () => {
    const letAllSee = async (/** @type {Element} */ pressed) => {
      const joining = await attempt(() => post("joining"), pressed);
      if (!joining) return;
      this.#invitations.clear(); // each seat's newest code is the only one that is good
      this.#take(joining);
    };
    return button("show-codes", t("seats.show"), letAllSee, "quiet");
  };
}

/** How many phones each seat has. @type {(joining: Joining | null) => number[]} */
const counts = (joining) => joining?.seats.map(({ phones }) => phones) ?? [];
