// A button that sends a file.

import { h } from "../dom.js";

/**
 * @param {string} label
 * @param {string} accept
 * @param {string} key
 * @param {(file: File, pressed: Element) => unknown} act
 */
export function fileButton(label, accept, key, act) {
  const input = h("input", {
    type: "file",
    accept,
    class: "unseen",
    "data-key": key,
    onchange: () => {
      const [file] = input.files ?? [];
      if (file) act(file, input.parentElement ?? input);
      input.value = "";
    },
  });
  return h("label", { class: "as-button file" }, label, input);
}
