// The beginning of a lesson: which dice, and what the set is called.

import { button, h, show } from "../dom.js";
import { dice } from "../faces.js";
import { nameOf, t } from "../texts.js";

/** @import { Child } from "../types.js" */
/** @import { Family, TaughtState } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */
/** @typedef {{ kind: string, name: string, family: string[], earlier: boolean }} Begun */

/** The family that is chosen, by its name; "": other dice. @type {string | null} */
let family = null;

/** @type {(place: HTMLElement, teaching: Teaching) => void} */
export function drawBegin(place, teaching) {
  const { state } = teaching;
  if (!state || state.lesson) {
    show(place, null, () => []);
    return;
  }
  family ??= state.families[0]?.name ?? "";
  show(place, [state.sets, state.families, family], () => form(state, teaching));
}

/** @type {(state: TaughtState, teaching: Teaching) => Child[]} */
function form(state, teaching) {
  const input = h("input", {
    type: "text",
    required: true,
    maxlength: 40,
    value: freeName(state),
    autocomplete: "off",
    "data-key": "set-name",
  });
  const go = h("button", { class: "strong big", "data-key": "begin" }, t("teach.begin"));
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const faces = state.families.find(({ name }) => name === family)?.faces ?? [];
    teaching.begin({ kind: "dice", name: input.value, family: faces, earlier: false }, go);
  };
  return [
    h("h2", {}, t("teach.title")),
    h("p", {}, t("teach.why")),
    h(
      "form",
      { onsubmit },
      h(
        "div",
        { class: "families", role: "group", "aria-label": t("teach.which_dice") },
        h("p", {}, t("teach.which_dice")),
        state.families.map((one) => familyButton(one, teaching)),
        familyButton({ name: "", faces: [], without_top: [] }, teaching),
      ),
      h("label", {}, t("teach.set_name"), input),
      go,
    ),
  ];
}

/** @type {(one: Family, teaching: Teaching) => HTMLElement} */
function familyButton({ name, faces }, teaching) {
  const choose = () => {
    family = name;
    teaching.draw();
  };
  const words = name ? nameOf(`family.${name}`, name) : t("teach.other_dice");
  return button([faces.length > 0 && dice(faces), words], choose, {
    "aria-pressed": String(name === family),
    "aria-label": words,
    class: "family",
    "data-key": `family-${name}`,
  });
}

/** A name that no set has yet. @param {TaughtState} state */
function freeName({ sets }) {
  const first = t("teach.my_dice");
  const taken = sets.map(({ name }) => name.toLowerCase());
  const names = [first, ...sets.map((_, number) => `${first} ${number + 2}`)];
  return names.find((name) => !taken.includes(name.toLowerCase())) ?? first;
}
