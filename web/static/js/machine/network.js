// How the table is in a network: its own, or one that is chosen here and joined. The password is asked for once.

import { get } from "../base/api.js";
import { choiceKey, each, focusOn, h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { pinOf } from "./computer.js";
import { whenSent } from "../base/form.js";

/** @import { Ask } from "./computer.js" */

/** @typedef {NonNullable<Machine["network"]>} Network */
/** @typedef {Network["air"][number]} InTheAir */

/** The network that is chosen; "": one whose name is typed; null: none. @typedef {string | null} Chosen */

export class NetworkCard {
  /** @param {HTMLElement} place @param {Ask} ask */
  constructor(place, ask) {
    this.place = place;
    this.ask = ask;
    /** @type {Machine | null} */
    this.machine = null;
    /** @type {Network | null} */
    this.network = null;
    /** @type {Chosen} */
    this.chosen = null;
    this.code = "";
  }

  /** @param {Machine | null} machine */
  draw(machine) {
    this.machine = machine;
    this.network = machine?.network ?? null;
    const doing = this.network?.doing ?? null;
    if (doing) this.chosen = null;
    show(
      this.place,
      this.network && [
        h("h2", t("network.title")),
        h("div", { "aria-live": "polite" }, this.words()),
        doing || machine?.doing ? null : h("div.networks", this.acts()),
      ],
    );
    if (this.network?.is_open && !this.code) this.fetchCode();
  }

  /** The code that phones scan is the one that everybody is shown. */
  async fetchCode() {
    const joining = await get("joining").catch(() => null);
    this.code = joining?.network?.qr ?? "";
    if (this.code && this.network) this.draw(this.machine);
  }

  /** @returns {Child[]} */
  words() {
    const { own, is_open, linked, joined, doing, ended } = /** @type {Network} */ (this.network);
    if (doing) return [h("p.machine-told", t(`network.doing_${doing}`))];
    const where = joined
      ? t("network.joined", { name: joined })
      : t(is_open ? "network.own" : linked ? "network.cable" : "network.none");
    const said = Object.entries({ name: own.name, key: own.key });
    const typed = h("dl.typed-network", [
      said.map(([what, value]) => [h("dt", t(`network.${what}`)), h("dd", value)]),
    ]);
    return [
      ended && h("p.machine-told", t(`network.why_${ended}`)),
      h("p", where),
      is_open
        ? [this.code && h("img.qr", { src: this.code, alt: t("network.qr") }), typed]
        : h("details", h("summary", { "data-key": "network-own" }, t("network.its_own")), typed),
    ];
  }

  /** @returns {Child[]} */
  acts() {
    const { air, is_open } = /** @type {Network} */ (this.network);
    return [
      h("h3", t("network.choose")),
      each("ul.air", air, (one) => h("li", this.choice(one))),
      this.pick(t("network.other"), ""),
      this.form(air),
      is_open && h("p.hint", t("network.look_hint")),
    ];
  }

  /** @type {(one: InTheAir) => Child} */
  choice({ name, strength, is_open, can }) {
    const about = can ? is_open && t("network.open") : t("network.cannot");
    const told = [h("b", name), h("span", `${strength} %`), about && h("span.about", about)];
    return can ? this.pick(told, name) : h("p.hint", told);
  }

  /** @type {(told: Child, name: string) => Child} */
  pick(told, name) {
    const choose = () => {
      this.chosen = this.chosen === name ? null : name;
      this.draw(this.machine);
      const first = this.chosen === "" ? "name" : "password";
      focusOn(`[name=${first}]`, this.place);
    };
    return choiceKey(`air-${name}`, told, this.chosen === name, choose, "quiet");
  }

  /** @type {(air: InTheAir[]) => Child} */
  form(air) {
    const { chosen } = this;
    const needed = air.find(({ name }) => name === chosen);
    const said = (/** @type {Record<string, string>} */ { name = "", password = "" }) => ({
      network: chosen || name,
      password,
    });
    const asks = needed ? t("network.password_of", { name: needed.name }) : t("network.password");
    const name = { required: true, maxlength: 32, autocapitalize: "none", "data-key": "network-name" };
    const password = {
      ...{ type: "password", maxlength: 64, autocomplete: "off", "data-key": "network-password" },
      ...{ required: Boolean(needed && !needed.is_open), key: `password-${chosen}` },
    };
    return h("form", { onsubmit: whenSent(() => {}) }, [
      chosen === "" && h("label", t("network.other_name"), h("input", { name: "name", ...name })),
      chosen !== null &&
        !needed?.is_open &&
        h("label", asks, h("input", { name: "password", ...password })),
      h("label", t("machine.pin"), pinOf("network")),
      h("p.buttons", [
        chosen !== null && this.ask(t("network.join"), "network-join", "network", said, "strong"),
        this.ask(t("network.look"), "network-look", "look-around"),
        !this.network?.is_open && this.ask(t("network.open_own"), "network-open", "own-network"),
      ]),
    ]);
  }
}
