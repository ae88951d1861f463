// The front of the simulated voting box: its keys pressed, its lamps and its sound as they are.

import { get, post } from "../base/api.js";
import { button, each, h, show } from "../base/dom.js";
import { gameOf } from "../games/registry.js";
import { isBrowsers } from "../base/keys.js";
import { t } from "../base/texts.js";
import { attempt } from "../base/toast.js";
import { tones, wake } from "../base/tones.js";

/** @import { Box, Panel as Front } from "../types.js" */
/** @import { Outside } from "../games/generic.js" */

/** So often the lamps are looked at: a few times while one that blinks is lit. */
const LOOK_MS = 150;
/** Lamps in the box's column. */
const COLUMN = 8;
const BEEP = { hz: 2300, s: 0.06 };

export class Panel {
  /** @type {Box | null} */
  #box = null;
  /** What is outside of the door, in a game that uses it. @type {Outside | null} */
  #outside = null;
  /** What must be known of the keys behind the door. @type {string | null} */
  #hint = null;
  #isOpen = false;
  #timer = 0;
  #beeps = -1;
  /** Keys reach the box in the order in which they were pressed. */
  #pressing = Promise.resolve(/** @type {unknown} */ (null));

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    place.addEventListener("keydown", (event) => this.#typed(event));
  }

  /** @param {State} state */
  update(state) {
    const box = state.backends.pins === "simulated" ? (state.box ?? null) : null;
    if (box?.seat !== this.#box?.seat) this.#isOpen = false; // whoever comes next finds the door shut
    this.#box = box;
    this.#hint = box && gameOf(state).boxHint(state);
    const isUsed = !box && state.backends.pins === "simulated" && state.sitting && !state.outcome;
    this.#outside = isUsed ? gameOf(state).outside(state) : null;
    this.#draw();
    if ((box || this.#outside) && !this.#timer) this.#look();
  }

  #draw = () => {
    const box = this.#box;
    const outside = this.#outside;
    show(this.place, box ? this.#parts(box) : outside && this.#front(outside));
  };

  /** @param {Box} box */
  #parts = (box) => [
    h("h3", lamp("status", t("panel.status")), t("panel.title")),
    h("p.hint", { "aria-live": "polite" }, said(box)),
    button("door", t(this.#isOpen ? "panel.shut" : "panel.open"), () => this.#moveDoor(), {
      "aria-expanded": String(this.#isOpen),
    }),
    this.#isOpen && this.#hint && h("p.hint", this.#hint),
    this.#isOpen &&
      h("div", { class: box.labels.length ? "keys of-cards" : "keys" }, [
        box.labels.map((label, index) => this.#key(label, index + 1)),
        button("ok", t("panel.ok"), () => this.#press("ok"), "strong"),
      ]),
  ];

  /** The column seen through the open door, OK, and a call button for each. @param {Outside} outside */
  #front = ({ hint, ok, calls }) => {
    const lamps = Array.from({ length: COLUMN }, (_, place) => String(place + 1));
    return [
      h("h3", lamp("status", t("panel.status")), t("panel.title")),
      h("p.hint", hint),
      h("div.outside", [
        each("div.lamp-column", lamps, (label) => lamp(`column-${label}`, t("panel.lamp", { label }))),
        h("div.keys", [
          button("ok", ok, () => this.#press("ok"), "strong"),
          calls.map((name, place) =>
            button(`call-key-${place + 1}`, name, () => this.#press(`call-${place + 1}`)),
          ),
        ]),
      ]),
    ];
  };

  /** @type {(label: string, number: number) => Child} */
  #key = (label, number) =>
    h("div.key", [
      lamp(`column-${number}`, t("panel.lamp", { label })),
      button(`card-${number}`, label, () => this.#press(`card-${number}`)),
    ]);

  #moveDoor = () => {
    this.#isOpen = !this.#isOpen;
    wake(); // so that it sounds before a key was pressed
    this.#draw();
    this.place.querySelector("[data-key=ok]")?.scrollIntoView({ block: "nearest" });
  };

  /** @param {KeyboardEvent} event */
  #typed = (event) => {
    const number = Number(event.key);
    if (!this.#isOpen || isBrowsers(event) || !(number >= 1)) return;
    if (number <= (this.#box?.labels.length ?? 0)) this.#press(`card-${number}`);
  };

  /** @param {string} key */
  #press = (key) => {
    wake();
    const press = () => attempt(() => post("simulator/press", { key }));
    this.#pressing = this.#pressing.then(press);
  };

  /** Look at the lamps, again and again for as long as there is a box. */
  #look = async () => {
    if (!this.#box && !this.#outside) {
      this.#timer = 0;
      return;
    }
    /** @type {Front | null} */
    const front = document.hidden ? null : await get("simulator/panel").catch(() => null);
    if (front) this.#take(front);
    this.#timer = window.setTimeout(() => this.#look(), LOOK_MS);
  };

  /** @param {Front} front */
  #take = ({ lamps, levels, beeps }) => {
    for (const found of this.place.querySelectorAll(".lamp")) {
      const element = /** @type {HTMLElement} */ (found);
      const name = element.dataset.lamp ?? "";
      element.classList.toggle("lit", lamps[name] === true);
      element.style.setProperty("--level", `${100 * Math.sqrt(levels?.[name] ?? 1)}%`);
    }
    if (this.#beeps >= 0 && beeps > this.#beeps) this.#beep();
    this.#beeps = beeps;
  };

  #beep = () => {
    this.place.classList.add("sounds");
    setTimeout(() => this.place.classList.remove("sounds"), 500);
    tones([BEEP], { type: "square", loud: 0.05, fades: [1, 1] });
  };
}

/** @param {Box} box */
function said({ seat, open }) {
  if (seat === null) return t("panel.nobody");
  return t(open ? "panel.picks" : "panel.awaits", { name: seat });
}

/** @type {(name: string, title: string) => Child} */
const lamp = (name, title) =>
  h("span.lamp", { "data-lamp": name, title, role: "img", "aria-label": title });
