// A button that sends a file, and a form that asks for a name.

import { h } from "../base/dom.js";
import { t } from "../base/texts.js";

/**
 * @param {string} label
 * @param {string} accept
 * @param {string} key
 * @param {(file: File, pressed: Element) => unknown} act
 * @param {object} more attributes
 */
export function fileButton(label, accept, key, act, more = {}) {
  const input = h("input", {
    type: "file",
    accept,
    ...more,
    class: "unseen",
    "data-key": key,
    onchange: () => {
      const [file] = input.files ?? [];
      if (file) act(file, input.parentElement ?? input);
      input.value = "";
    },
  });
  return h("label.as-button.file", label, input);
}

/** @param {(name: string, pressed: Element) => unknown} act */
export function nameForm(act) {
  const input = h("input", {
    type: "text",
    required: true,
    maxlength: 40,
    autocomplete: "off",
    "aria-label": t("teach.face_name"),
    placeholder: t("teach.face_name"),
    "data-key": "face-name",
  });
  const go = h("button", { "data-key": "face-typed" }, t("teach.ok"));
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    act(input.value, go);
  };
  return h("form.face-form", { onsubmit }, input, go);
}
