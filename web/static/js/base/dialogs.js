// Dialogs, which lie over the page until they are closed; also where the browser knows of none.

import { onRedraw } from "./dom.js";

/** Browsers know a dialog by what opens it; to the others it is an element like any. */
const KNOWN = "HTMLDialogElement" in window;

/** @param {Element} dialog */
export const isOpen = (dialog) => dialog.hasAttribute("open");

/** @param {HTMLElement} dialog */
export function openDialog(dialog) {
  if (KNOWN) {
    // browser-floor: only where dialogs are known
    /** @type {HTMLDialogElement} */ (dialog).showModal();
    return;
  }
  dialog.setAttribute("open", "");
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  dialog.classList.add("unknown");
  dialog.addEventListener("keydown", closeByKey);
  /** @type {HTMLElement | null} */ (dialog.querySelector("button, input, [tabindex]"))?.focus();
}

/** @param {Element} dialog */
export function closeDialog(dialog) {
  if (!isOpen(dialog)) return;
  if (KNOWN) {
    // browser-floor: only where dialogs are known
    /** @type {HTMLDialogElement} */ (dialog).close();
    return;
  }
  dialog.removeAttribute("open");
  dialog.dispatchEvent(new Event("close"));
}

/** @type {(event: Event) => void} */
function closeByKey(event) {
  const { key } = /** @type {KeyboardEvent} */ (event);
  if (key === "Escape") closeDialog(/** @type {Element} */ (event.currentTarget));
}

/** One that is made now, and taken off the page when it is closed; `draw` draws it, after each choice anew. Its title has its id. @type {(id: string, draw: (dialog: HTMLDialogElement) => void) => HTMLDialogElement} */
export function newDialog(id, draw) {
  const dialog = document.createElement("dialog");
  dialog.id = id;
  dialog.setAttribute("aria-labelledby", `${id}-title`);
  document.body.append(dialog);
  const stop = onRedraw(() => draw(dialog));
  dialog.addEventListener("close", () => {
    stop();
    dialog.remove();
  });
  draw(dialog);
  openDialog(dialog);
  return dialog;
}
