// The table's computer, for the host: which version runs, updates with a way back, restart, power off, time zone. The
// PIN is asked for once more: whoever finds this page open does not switch the table off.

import { get, post } from "../api.js";
import { button, h, replaceChildren } from "../dom.js";
import { t } from "../texts.js";
import { attempt } from "../toast.js";

/** @import { Child, Machine } from "../types.js" */

/** While an update is under way it is looked at again so often. */
const EVERY_MS = 2000;

export class MachineCard {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.again = 0;
    this.told = h("div", { "aria-live": "polite" });
    this.acts = h("form", { onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
    this.pin = h("input", {
      type: "password",
      required: true,
      maxlength: 200,
      autocomplete: "off",
      "data-key": "machine-pin",
    });
    this.look();
  }

  /** Nothing of it changes with the game. */
  update() {}

  /** A table whose computer nobody looks after shows nothing; one that starts anew is asked again. */
  async look() {
    clearTimeout(this.again);
    /** @type {Machine | null} */
    const machine = await get("machine").catch(() => null);
    if (machine) this.draw(machine);
    const goesOn = machine ? machine.doing : !this.place.hidden;
    if (goesOn) this.again = setTimeout(() => this.look(), EVERY_MS);
  }

  /** @param {Machine} machine */
  draw(machine) {
    replaceChildren(this.told, this.words(machine));
    this.acts.hidden = Boolean(machine.doing);
    if (this.place.hidden) {
      replaceChildren(this.acts, this.ways(machine));
      const title = h("summary", { "data-key": "machine" }, h("h3", {}, t("machine.title")));
      const hint = h("p", { class: "hint" }, t("machine.hint"));
      replaceChildren(this.place, h("details", {}, title, this.told, this.acts, hint));
      this.place.hidden = false;
    }
  }

  /** @type {(machine: Machine) => Child[]} */
  words({ version, doing, ended }) {
    const how = doing ? `doing_${doing}` : ended && `why_${ended.why}`;
    return [
      version && h("p", {}, t("machine.version", { version })),
      how && h("p", { class: "machine-told" }, t(`machine.${how}`)),
    ];
  }

  /** @type {(machine: Machine) => Child[]} */
  ways({ files, lists, zone, zones }) {
    const chosen = h(
      "select",
      { "data-key": "machine-zone" },
      [zone, ...zones.filter((one) => one !== zone)].map((one) => h("option", { value: one }, one)),
    );
    const updates = files.map((file) => {
      const name = file.split("/").pop() ?? file;
      return this.way(t("machine.from", { file: name }), "update", () => ({ file }), `from-${name}`);
    });
    return [
      h("label", {}, t("machine.pin"), this.pin),
      h(
        "p",
        { class: "buttons" },
        lists && this.way(t("machine.newest"), "update", () => ({}), "newest"),
        updates,
        this.way(t("machine.restart"), "restart"),
        this.way(t("machine.power_off"), "power-off"),
      ),
      h("label", {}, t("machine.zone"), chosen),
      this.way(t("machine.set_zone"), "time-zone", () => ({ zone: chosen.value })),
    ];
  }

  /** @type {(label: string, act: string, said?: () => object, key?: string) => HTMLElement} */
  way(label, act, said = () => ({}), key = act) {
    const ask = async (/** @type {{ currentTarget: Element }} */ { currentTarget }) => {
      if (!this.pin.reportValidity()) return;
      const body = { pin: this.pin.value, ...said() };
      const machine = await attempt(() => post(`machine/${act}`, body), currentTarget);
      if (!machine) return;
      this.pin.value = "";
      this.draw(machine);
      if (machine.doing) this.look();
    };
    return button(label, ask, { class: "quiet", type: "button", "data-key": `machine-${key}` });
  }
}
