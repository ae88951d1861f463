// The strip of lamps on which the glass is shown, for the host: where its controller is, how many lamps, how bright.

import { post } from "../base/api.js";
import { h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { attempt } from "../base/toast.js";

/** @import { Child, State } from "../types.js" */

/** @type {(place: HTMLElement, state: State) => void} */
export function drawStrip(place, { strip }) {
  show(place, strip, () => {
    if (!strip) return null;
    const address = h("input", {
      value: strip.address,
      placeholder: "wled.local",
      maxlength: 200,
      autocapitalize: "none",
      "data-key": "strip-address",
    });
    const leds = number("leds", strip.leds, 8, 60);
    const brightness = number("brightness", strip.brightness, 1, 100);
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const said = {
        address: address.value.trim(),
        leds: Number(leds.value),
        brightness: Number(brightness.value),
      };
      attempt(() => post("strip", said), address);
    };
    return h(
      "details",
      { open: Boolean(strip.address) },
      h("summary", { "data-key": "strip" }, h("h3", t("strip.title"))),
      h(
        "form",
        { onsubmit },
        label("address", address),
        label("leds", leds),
        label("brightness", brightness),
        h("button", { "data-key": "strip-set" }, t("strip.set")),
      ),
      h("p.hint", t("strip.hint")),
    );
  });
}

/** @type {(name: string, value: number, min: number, max: number) => HTMLInputElement} */
const number = (name, value, min, max) =>
  h("input", { type: "number", value, min, max, required: true, "data-key": `strip-${name}` });

/** @type {(name: string, field: HTMLElement) => Child} */
const label = (name, field) => h("label.check", t(`strip.${name}`), field);
