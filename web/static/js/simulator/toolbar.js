// The buttons of the simulated table's hands.

import { canBeMarked } from "./thrownagain.js";
import { button, h, once, show } from "../base/dom.js";
import { nameOf, t } from "../base/texts.js";

/** @import { Child, HandsPlan } from "../types.js" */
/** @import { Fate, ThrowingOn } from "../games/generic.js" */
/**
 * What the buttons show.
 * @typedef {object} Look
 * @property {ThrowingOn | null} throwing
 * @property {number | null} again how many dice are thrown again; null: as many as the game wants
 * @property {HandsPlan["awaits"]} awaits what is still to come of the last throw
 * @property {boolean} canThrow
 * @property {number | null} die the selected one
 * @property {Fate} [fate] what becomes of it
 * @property {boolean} handOver
 * @property {boolean} squared
 * @property {string} [surface]
 * @property {string[]} surfaces
 */
/**
 * What they do; `pressed` is the button.
 * @typedef {object} Presses
 * @property {(pressed: Element) => unknown} throw
 * @property {(pressed: Element) => unknown} clear
 * @property {() => unknown} hand
 * @property {(direction: number) => unknown} turn
 * @property {() => unknown} mark
 * @property {() => unknown} remove
 * @property {(squared: boolean) => unknown} square
 * @property {(surface: string) => unknown} dress
 */

/** @type {(place: HTMLElement, look: Look, presses: Presses) => void} */
export function drawToolbar(place, look, presses) {
  show(place, look, () => [
    h("h2", { class: "unseen" }, t("hands.title")),
    h("div", { class: "buttons" }, tableButtons(look, presses)),
    h("div", { class: "buttons" }, dieButtons(look, presses)),
    h("p", { class: "hint" }, hint(look)),
    h("details", {}, h("summary", { "data-key": "more" }, t("hands.more")), more(look, presses)),
  ]);
}

/** @type {(look: Look, presses: Presses) => HTMLElement[]} */
function tableButtons({ throwing, again, awaits, canThrow }, presses) {
  const label = again ? t("hands.again", { count: again }) : t("hands.throw");
  return [
    press("throw", awaits ? awaitedText(awaits) : label, presses.throw, {
      class: "strong big",
      off: awaits !== null || !canThrow || again === 0,
    }),
    press("clear", throwing?.clear ?? t("hands.clear"), presses.clear),
  ];
}

/** What is waited for before the next throw. @param {NonNullable<HandsPlan["awaits"]>} awaits */
export const awaitedText = (awaits) => t(awaits === "moment" ? "wait.moment" : `hands.${awaits}`);

/** What can be done with the selected die. @type {(look: Look, presses: Presses) => Child[]} */
function dieButtons({ throwing, die, fate }, presses) {
  const off = die === null;
  const mark = fate === "again" ? t("hands.keep") : ["↻ ", t("hands.mark")];
  const turn = (
    /** @type {string} */ sign,
    /** @type {number} */ direction,
    /** @type {string} */ key,
  ) =>
    press(key, sign, () => presses.turn(direction), { off, each: true, name: t(`hands.turn_${key}`) });
  return [
    turn("⟲", -1, "left"),
    turn("⟳", 1, "right"),
    press("remove", "✕", presses.remove, { off, name: t("hands.remove") }),
    throwing && press("mark", mark, presses.mark, { off: off || !canBeMarked(fate), each: true }),
  ];
}

/** @type {(look: Look) => Child} */
function hint({ throwing, again, canThrow }) {
  if (!canThrow) return t("hands.no_throw");
  if (again === 0) return t("hands.none_again");
  return throwing?.hint ?? t("hands.help");
}

/** @type {(look: Look, presses: Presses) => Child[]} */
function more({ handOver, squared, surface, surfaces }, presses) {
  const onchange = (/** @type {{ target: HTMLInputElement }} */ { target }) =>
    presses.square(target.checked);
  const box = h("input", { type: "checkbox", checked: squared, onchange, "data-key": "snap" });
  return [
    press("hand", t(handOver ? "hands.hand_out" : "hands.hand_in"), presses.hand, {
      "aria-pressed": String(handOver),
    }),
    h("label", { class: "check" }, box, t("hands.snap")),
    surfaces.length > 0 &&
      h("label", { class: "check" }, t("hands.surface"), surfaceChoice(surface, surfaces, presses)),
    h("p", { class: "hint" }, t("hands.keys")),
  ];
}

/** @type {(surface: string | undefined, surfaces: string[], presses: Pick<Presses, "dress">) => HTMLElement} */
export function surfaceChoice(surface, surfaces, presses) {
  const options = surfaces.map((kind) =>
    h("option", { value: kind, selected: kind === surface }, nameOf(`surface.${kind}`, kind)),
  );
  const onchange = (/** @type {{ target: HTMLSelectElement }} */ { target }) =>
    presses.dress(target.value);
  return h("select", { onchange, "data-key": "surface" }, options);
}

/**
 * A button; one that is `off` does nothing, but keeps the keyboard's focus. A double press is one, unless `each`
 * press counts.
 * @param {string} key
 * @param {Child} label
 * @param {(pressed: Element) => unknown} act
 * @param {{ off?: boolean, each?: boolean, name?: string, class?: string, "aria-pressed"?: string }} [look]
 */
export function press(key, label, act, { off = false, each = false, name, ...look } = {}) {
  const onclick = (/** @type {{ currentTarget: Element }} */ { currentTarget }) =>
    !off && act(currentTarget);
  const named = { "aria-label": name, title: name, "aria-disabled": off && "true" };
  return button(label, each ? onclick : once(onclick), { "data-key": key, ...named, ...look });
}
