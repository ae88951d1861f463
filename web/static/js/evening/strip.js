// The strip of lamps on which the glass is shown, for the host: where its controller is, how many lamps, how bright.

import { h, show } from "../base/dom.js";
import { whenSent } from "../base/form.js";
import { t } from "../base/texts.js";
import { asks } from "../base/toast.js";

/** @type {(place: HTMLElement, state: State) => void} */
export function drawStrip(place, { strip }) {
  const set = whenSent(({ address, leds, brightness }, form) =>
    asks("strip", {
      address: address.trim(),
      leds: Number(leds),
      brightness: Number(brightness),
    })(form),
  );
  const written = { placeholder: "wled.local", maxlength: 200, autocapitalize: "none" };
  show(
    place,
    strip &&
      h("details", { open: Boolean(strip.address) }, [
        h("summary", { "data-key": "strip" }, h("h3", t("strip.title"))),
        h("form", { onsubmit: set }, [
          field("address", strip.address, written),
          field("leds", strip.leds, { type: "number", min: 8, max: 60, required: true }),
          field("brightness", strip.brightness, { type: "number", min: 1, max: 100, required: true }),
          h("button", { "data-key": "strip-set" }, t("strip.set")),
        ]),
        h("p.hint", t("strip.hint")),
      ]),
  );
}

/** @type {(name: string, defaultValue: string | number, look: Attributes) => Child} */
const field = (name, value, look) =>
  h("label.check", [
    t(`strip.${name}`),
    h("input", { name, value, "data-key": `strip-${name}`, ...look }),
  ]);
