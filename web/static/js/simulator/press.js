// A button of the simulated table's hands.

import { button, onceButton } from "../base/dom.js";

/**
 * One that is `off` does nothing, but keeps the keyboard's focus. A double press is one, unless `each` press
 * counts.
 * @param {string} key
 * @param {Child} label
 * @param {(pressed: Element) => unknown} act
 * @param {{ off?: boolean, each?: boolean, name?: string, class?: string, "aria-pressed"?: string, onpointerdown?: (event: PointerEvent) => void }} [look]
 */
export function press(key, label, act, { off = false, each = false, name, ...look } = {}) {
  const named = { "aria-label": name, title: name, "aria-disabled": off && "true" };
  return (each ? button : onceButton)(key, label, (pressed) => !off && act(pressed), {
    ...named,
    ...look,
  });
}
