// Whether players are told odds and advice: as the host says, for all.

import { show } from "../base/dom.js";
import { tickBox } from "../base/form.js";
import { t } from "../base/texts.js";
import { asks } from "../base/toast.js";

/** @type {(place: HTMLElement, state: State) => void} */
export function drawAdvice(place, { advises = true }) {
  const change = (/** @type {boolean} */ shown, /** @type {Element} */ box) =>
    asks("advice", { shown })(box);
  show(place, tickBox("advice", t("host.advice"), advises, change));
}
