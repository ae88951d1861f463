// Asks before something is done that ends something: to stay is offered first.

import { closeDialog, openDialog } from "../base/dialogs.js";
import { byId, h, onceButton, show } from "../base/dom.js";
import { t } from "../base/texts.js";

/** @type {(title: string, why: Child, label: string, act: (pressed: Element) => Promise<unknown>, stay?: string) => void} */
export function ask(title, why, label, act, stay = t("start.sure_stay")) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("sure"));
  const close = () => closeDialog(dialog);
  show(dialog, [
    h("h2", { id: "sure-title" }, title),
    why,
    h("div.buttons", [
      onceButton(null, stay, close, { class: "strong", autofocus: true }),
      onceButton("sure", label, (pressed) => act(pressed).then(close)),
    ]),
  ]);
  openDialog(dialog);
}
