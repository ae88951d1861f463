// With the camera, or by tap: the host says it once, and may change it at any time.

import { choiceKey, h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { asks } from "../base/toast.js";

/** Whether all is told by tap, and no camera is looked through. @param {State} state */
export const isByTap = ({ camera }) => camera.backend === "off";

/** The two ways, the one in use pressed. @param {State} state */
export function modeSwitch(state) {
  const now = isByTap(state);
  const way = (/** @type {boolean} */ off, /** @type {string} */ name) =>
    choiceKey(`mode-${name}`, t(`camera_phone.${name}`), off === now, asks("camera", { off }, "host"));
  return h("div.modes", { role: "group" }, way(false, "with"), way(true, "tap"));
}
