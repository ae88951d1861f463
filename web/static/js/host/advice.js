// Whether players are told odds and advice: as the host says, for all.

import { post } from "../base/api.js";
import { h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { attempt } from "../base/toast.js";

/** @type {(place: HTMLElement, state: State) => void} */
export function drawAdvice(place, { advises = true }) {
  const onchange = (/** @type {{ currentTarget: any }} */ { currentTarget }) =>
    attempt(() => post("advice", { shown: currentTarget.checked }), currentTarget);
  const box = h("input", { type: "checkbox", checked: advises, onchange, "data-key": "advice" });
  show(place, h("label.check", box, t("host.advice")));
}
