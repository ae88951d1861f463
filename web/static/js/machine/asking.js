// What is asked of the table's computer. The PIN is asked for once more: whoever finds this page open does not
// switch the table off.

import { post } from "../base/api.js";
import { h, onceButton } from "../base/dom.js";
import { fieldsOf } from "../base/form.js";
import { attempt } from "../base/toast.js";

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
