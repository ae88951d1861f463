// The table's computer: which version runs, updates with a way back, restart, power off, time zone.

import { h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { pinOf } from "./asking.js";

/** @import { Child, Machine } from "../types.js" */
/** @import { Ask } from "./asking.js" */

export class ComputerCard {
  /**
   * @param {HTMLElement} place
   * @param {Ask} ask
   */
  constructor(place, ask) {
    this.place = place;
    this.told = h("div", { "aria-live": "polite" });
    this.acts = h("form", { onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
    this.pin = pinOf("machine");
    this.ask = ask;
    this.zone = h("select", { "data-key": "machine-zone" });
  }

  /** A table whose computer nobody looks after says so. @param {Machine | null} machine */
  draw(machine) {
    show(this.place, Boolean(machine), () => [
      h("h2", t("machine.title")),
      machine ? [this.told, this.acts, h("p.hint", t("machine.hint"))] : h("p", t("machine.none")),
    ]);
    if (!machine) return;
    const { version, doing, ended, files, lists, zone, zones } = machine;
    show(this.told, [version, doing, ended], () => words(machine));
    show(this.acts, [files, lists, zone, zones.length], () => this.ways(machine));
    this.acts.hidden = Boolean(doing);
  }

  /** @type {(machine: Machine) => Child[]} */
  ways({ files, lists, zone, zones }) {
    const others = zones.filter((one) => one !== zone);
    this.zone.textContent = "";
    this.zone.append(...[zone, ...others].map((one) => h("option", { value: one }, one)));
    const updates = files.map((file) => {
      const name = file.split("/").pop() ?? file;
      return this.way(t("machine.from", { file: name }), "update", () => ({ file }), `from-${name}`);
    });
    return [
      h("label", t("machine.pin"), this.pin),
      h(
        "p.buttons",
        lists && this.way(t("machine.newest"), "update", () => ({}), "newest"),
        updates,
        this.way(t("machine.restart"), "restart"),
        this.way(t("machine.power_off"), "power-off"),
      ),
      h("label", t("machine.zone"), this.zone),
      h(
        "p.buttons",
        this.way(t("machine.set_zone"), "time-zone", () => ({ zone: this.zone.value })),
      ),
    ];
  }

  /** @type {(label: string, act: string, said?: () => object, key?: string) => HTMLElement} */
  way(label, act, said = () => ({}), key = act) {
    return this.ask(label, `machine-${key}`, this.pin, act, said);
  }
}

/** @type {(machine: Machine) => Child[]} */
function words({ version, doing, ended }) {
  const how = doing ? `doing_${doing}` : ended && `why_${ended.why}`;
  return [
    version && h("p", t("machine.version", { version })),
    how && h("p.machine-told", t(`machine.${how}`)),
  ];
}
