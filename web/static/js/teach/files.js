// A button that sends a file, and a form that asks for a name.

import { h } from "../base/dom.js";
import { whenSent } from "../base/form.js";
import { t } from "../base/texts.js";

/**
 * @param {string} label
 * @param {string} accept
 * @param {string} key
 * @param {(file: File, pressed: Element) => unknown} act
 * @param {object} more attributes
 */
export function fileButton(label, accept, key, act, more = {}) {
  const onchange = (/** @type {{ currentTarget: any }} */ { currentTarget: input }) => {
    const [file] = input.files;
    if (file) act(file, input.parentElement);
    input.value = "";
  };
  const look = { type: "file", accept, ...more, class: "unseen", "data-key": key, onchange };
  return h("label.as-button.file", label, h("input", look));
}

/** @param {(name: string, pressed: Element) => unknown} act */
export function nameForm(act) {
  const said = t("teach.face_name");
  return h(
    "form.face-form",
    { onsubmit: whenSent(({ name }, form) => act(name, form)) },
    h("input", {
      ...{ type: "text", name: "name", required: true, maxlength: 40, autocomplete: "off" },
      ...{ "aria-label": said, placeholder: said, "data-key": "face-name" },
    }),
    h("button", { "data-key": "face-typed" }, t("teach.ok")),
  );
}
