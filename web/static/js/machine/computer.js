// The table's computer: which version runs, updates with a way back, restart, power off, time zone, its log. The PIN
// is asked for once more: whoever finds this page open does not switch the table off.

import { button, h, show, onceButton } from "../base/dom.js";
import { t } from "../base/texts.js";
import { whenSent, fieldsOf } from "../base/form.js";
import { get, post } from "../base/api.js";
import { attempt } from "../base/toast.js";

export class ComputerCard {
  /** @param {HTMLElement} place @param {Ask} ask */
  constructor(place, ask) {
    this.place = place;
    this.ask = ask;
  }

  /** A table whose computer nobody looks after says so. @param {Machine | null} machine */
  draw(machine) {
    show(this.place, [
      h("h2", t("machine.title")),
      machine
        ? [
            h("div", { "aria-live": "polite" }, words(machine)),
            h("form", { onsubmit: whenSent(() => {}), hidden: Boolean(machine.doing) }, [
              this.ways(machine),
            ]),
            h("p.hint", t("machine.hint")),
          ]
        : h("p", t("machine.none")),
    ]);
  }

  /** @type {(machine: Machine) => Child[]} */
  ways({ files, lists, zone, zones }) {
    const others = zones.filter((one) => one !== zone);
    const updates = files.map((file) => {
      const name = file.split("/").pop() ?? file;
      return this.way(t("machine.from", { file: name }), "update", () => ({ file }), `from-${name}`);
    });
    return [
      h("label", t("machine.pin"), pinOf("machine")),
      h("p.buttons", [
        lists && this.way(t("machine.newest"), "update", () => ({}), "newest"),
        updates,
        this.way(t("machine.restart"), "restart"),
        this.way(t("machine.power_off"), "power-off"),
      ]),
      h("label", [
        t("machine.zone"),
        // Another zone that holds now is the first of them, and chosen.
        h("select", { key: zone, name: "zone", "data-key": "machine-zone" }, [
          [zone, ...others].map((one) => h("option", { value: one }, one)),
        ]),
      ]),
      h("p.buttons", [this.way(t("machine.set_zone"), "time-zone", ({ zone: set }) => ({ zone: set }))]),
    ];
  }

  /** @type {(label: string, act: string, said?: (form: Record<string, string>) => object, key?: string) => Child} */
  way(label, act, said = () => ({}), key = act) {
    return this.ask(label, `machine-${key}`, act, said);
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

/** What was fetched last; null: nothing yet. @type {string[] | null} */
let log = null;

/** @type {(place: HTMLElement, is_there: boolean) => void} */
export function drawLog(place, is_there) {
  const fetch = async () => {
    log = (await get("machine/log")).lines;
    drawLog(place, is_there);
  };
  show(
    place,
    is_there && [
      h("h2", t("log.title")),
      h("p.hint", t("log.hint")),
      button("log-show", t("log.show"), (pressed) => attempt(fetch, pressed), "quiet"),
      log && h("div", log.length === 0 ? h("p", t("log.empty")) : linesOf(log.join("\n"))),
    ],
  );
}

/** @param {string} text */
const linesOf = (text) => [
  h("pre.log", { tabindex: 0, "aria-label": t("log.title") }, text),
  h(
    "a.as-button",
    {
      href: `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`,
      download: "table-log.txt",
    },
    t("log.save"),
  ),
];

/**
 * A button of a form that asks for an act, with the PIN of the form; `said`: what else is told, from what its
 * fields say.
 * @typedef {(label: string, key: string, act: string, said?: (form: Record<string, string>) => object, look?: string) => Child} Ask
 */

/** @type {(key: string) => Child} */
export const pinOf = (key) =>
  h("input", {
    ...{ type: "password", name: "pin", required: true, maxlength: 200, autocomplete: "off" },
    "data-key": `${key}-pin`,
  });

/** @type {(told: (machine: Machine) => void) => Ask} */
export const asking =
  (told) =>
  (label, key, act, said = () => ({}), look = "quiet") => {
    const ask = async (/** @type {any} */ pressed) => {
      /** @type {HTMLFormElement} */
      const form = pressed.form;
      if (!form.reportValidity()) return;
      const typed = fieldsOf(form);
      const machine = await attempt(
        () => post(`machine/${act}`, { pin: typed.pin, ...said(typed) }),
        pressed,
      );
      if (!machine) return;
      form.querySelectorAll("input").forEach((field) => field.name === "pin" && (field.value = ""));
      told(machine);
    };
    const type = look === "strong" ? "submit" : "button"; // the Enter key does what a form is there for
    return onceButton(key, label, ask, { class: look, type });
  };
