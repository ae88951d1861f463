// The voting box's parts, and the camera, tried one by one: the person looks, listens and presses, and is told at the
// end what to check.

import { get, post } from "../base/api.js";
import { each, h, onceButton, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { attempt } from "../base/toast.js";

/** @import { Parts } from "../types.js" */
/** @typedef {Parts["parts"][number]} BoxPart */
/** @typedef {{ name: string, kind: string, gpio: number, pin: number }} Step  the camera, or a part of the box */
/** @typedef {{ step: Step, well: boolean, other: BoxPart | null }} Found */

/** So often it is asked which key was heard. */
const EVERY_MS = 400;
const CAMERA = { name: "camera", kind: "camera", gpio: 0, pin: 0 };

export class PartsCard {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {BoxPart[]} */
    this.box = [];
    /** @type {Step[]} */
    this.steps = [];
    /** The step that is taken; before the first and behind the last: none. */
    this.at = -1;
    /** @type {Found[]} */
    this.found = [];
    /** @type {string | null} */
    this.heard = null;
    /** @type {string | null} */
    this.tried = null;
    this.again = 0;
    this.began_ms = 0;
    this.draw();
  }

  get step() {
    return this.steps[this.at];
  }

  async begin() {
    /** @type {Parts} */
    const { parts } = await get("parts");
    this.box = parts;
    this.steps = [CAMERA, ...parts];
    this.began_ms = Date.now();
    this.found = [];
    await this.take(0);
  }

  /** @param {number} at */
  async take(at) {
    clearTimeout(this.again);
    const step = this.steps[at];
    const tried = step && step !== CAMERA ? step.name : null;
    await this.try(tried);
    this.at = at;
    this.heard = null;
    this.draw();
    if (step?.kind === "key") this.listen();
  }

  /** Let this part of the box be lit, sound, or be awaited, and the one before no more. @param {string | null} part */
  async try(part) {
    if (part !== null || this.tried !== null) await post("parts", { part });
    this.tried = part;
  }

  /** Wait for the key, as long as its step is taken. */
  listen() {
    const { at } = this;
    this.again = setTimeout(async () => {
      /** @type {Parts | null} */
      const told = await get("parts").catch(() => null);
      if (this.at !== at) return;
      if (told?.heard) {
        this.heard = told.heard;
        const other = this.box.find(({ name }) => name === told.heard) ?? null;
        const well = told.heard === this.step.name;
        this.draw();
        this.again = setTimeout(() => this.answer(well, well ? null : other), 3 * EVERY_MS);
      } else this.listen();
    }, EVERY_MS);
  }

  /** @type {(well: boolean, other?: BoxPart | null) => Promise<void>} */
  async answer(well, other = null) {
    this.found.push({ step: this.step, well, other });
    await this.take(this.at + 1);
  }

  async leave() {
    clearTimeout(this.again);
    await this.try(null);
    this.at = -1;
    this.draw();
  }

  draw() {
    show(this.place, [
      h("h2", t("parts.title")),
      this.step ? this.asked() : [this.at > 0 && this.told(), this.start()],
    ]);
  }

  /** @returns {Child[]} */
  start() {
    return [
      h("p.hint", t("parts.hint")),
      this.key(this.at > 0 ? "again" : "begin", () => this.begin(), "quiet"),
    ];
  }

  /** @returns {Child} */
  asked() {
    const { step, heard } = this;
    const part = nameOf(step);
    const one = { step: this.at + 1, steps: this.steps.length };
    return h("div.part-asked", { "aria-live": "polite" }, [
      h("p.hint", t("parts.step", one)),
      step === CAMERA && h("img", { src: `/api/v1/picture?${this.began_ms}`, alt: "" }),
      h("p.asked", t(`parts.${step.kind}`, { part })),
      heard && h("p", t("parts.heard", { part: nameOf(this.box.find(({ name }) => name === heard)) })),
      h("p.buttons", [
        step.kind === "key"
          ? this.key("silent", () => this.answer(false))
          : [
              this.key("yes", () => this.answer(true), "strong"),
              this.key("no", () => this.answer(false)),
            ],
        step.kind === "buzzer" && this.key("again", () => this.take(this.at)),
        this.key("skip", () => this.take(this.at + 1)),
        this.key("leave", () => this.leave()),
      ]),
    ]);
  }

  /** @returns {Child[]} */
  told() {
    const wrong = this.found.filter(({ well }) => !well);
    const count = this.found.length;
    if (count === 0) return [h("p", t("parts.nothing"))];
    if (wrong.length === 0) return [h("p.machine-told", { role: "status" }, t("parts.well", { count }))];
    return [
      h("p.machine-told", { role: "status" }, t("parts.look_at")),
      each("ul.to-do", wrong, (one) => h("li", toDo(one))),
    ];
  }

  /** @type {(name: string, act: () => Promise<void>, look?: string) => Child} */
  key(name, act, look = "quiet") {
    const press = (/** @type {Element} */ pressed) => attempt(act, pressed);
    return onceButton(`parts-${name}`, t(`parts.${name}`), press, look);
  }
}

/** @type {(found: Found) => string} */
function toDo({ step, other }) {
  const { gpio, pin } = step;
  const part = nameOf(step);
  if (!other) return t(`parts.to_do_${step.kind}`, { part, gpio, pin });
  const its = { other: nameOf(other), other_gpio: other.gpio, other_pin: other.pin };
  return t("parts.to_do_swapped", { part, gpio, pin, ...its });
}

/** What a person calls a part. @param {Step} [step] */
function nameOf(step) {
  if (!step) return "";
  const [kind, number] = step.name.split("-");
  if (kind === "camera" || kind === "buzzer") return t(`parts.name_${kind}`);
  return t(`parts.${kind}`, { number: number ?? "" });
}
