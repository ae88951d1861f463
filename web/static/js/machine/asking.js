// What is asked of the table's computer. The PIN is asked for once more: whoever finds this page open does not
// switch the table off.

import { post } from "../base/api.js";
import { button, h } from "../base/dom.js";
import { attempt } from "../base/toast.js";

/** @import { Machine } from "../types.js" */
/**
 * A button that asks for an act, with the PIN; `said`: what else is told.
 * @typedef {(label: string, key: string, pin: HTMLInputElement, act: string, said?: () => object, look?: string) => HTMLElement} Ask
 */

/** @type {(key: string) => HTMLInputElement} */
export const pinOf = (key) =>
  h("input", {
    type: "password",
    required: true,
    maxlength: 200,
    autocomplete: "off",
    "data-key": `${key}-pin`,
  });

/** @type {(told: (machine: Machine) => void) => Ask} */
export const asking =
  (told) =>
  (label, key, pin, act, said = () => ({}), look = "quiet") => {
    const ask = async (/** @type {Element} */ pressed) => {
      if (!(pin.form ?? pin).reportValidity()) return;
      const machine = await attempt(
        () => post(`machine/${act}`, { pin: pin.value, ...said() }),
        pressed,
      );
      if (!machine) return;
      pin.value = "";
      told(machine);
    };
    const type = look === "strong" ? "submit" : "button"; // the Enter key does what a form is there for
    return button(key, label, ask, { once: true, class: look, type });
  };
