// What is agreed before a game: a field for each of its options. Fields are drawn once and stay.

import { h } from "../base/dom.js";
import { nameOf, t } from "../base/texts.js";

/** @import { Kept } from "../types.js" */
/** @import { Option, OwnBoard } from "./form.js" */

/** The data of taught boards that can be chosen. @type {WeakMap<Element, unknown>} */
const owned = new WeakMap();
/** What was read from files that are options: it takes the place of what was chosen by name. @type {WeakMap<Element, unknown>} */
const files = new WeakMap();

/** `last`: what was agreed for the game played last. @type {(name: string, option: Option, own: OwnBoard[], last: unknown) => Kept} */
export function optionField(name, { type, default: usual, min, max, choices }, own, last) {
  const label = nameOf(`option.${name}`, name);
  const common = { "data-option": name };
  if (type === "int") {
    const value = typeof last === "number" ? last : usual;
    return h("label", label, h("input", { ...common, type: "number", value, min, max, required: true }));
  }
  if (type === "bool") {
    const checked = typeof last === "boolean" ? last : usual;
    return h("label.check", h("input", { ...common, type: "checkbox", checked }), label);
  }
  if (type === "choice" || (type === "data" && choices.length > 0)) {
    const value = choices.includes(/** @type {string} */ (last)) ? last : usual;
    const options = choices.map((choice) =>
      h("option", { value: choice, selected: choice === value }, nameOf(`choice.${choice}`, choice)),
    );
    const choice = h("label", label, h("select", common, options, own.map(ownOption)));
    return type === "choice" ? choice : [choice, fileField(label, common)];
  }
  return null;
}

/** What the fields say. @param {Element} place */
export function optionsIn(place) {
  /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */
  const fields = place.querySelectorAll("[data-option]");
  const set = [...fields].filter((field) => field.type !== "file" || files.has(field));
  return Object.fromEntries(set.map((field) => [field.dataset.option, optionValue(field)]));
}

/** A taught board to choose; one that is read with is chosen. @param {OwnBoard} board */
function ownOption({ name, data, isInUse }) {
  const own = (/** @type {Element | null} */ option) => option && owned.set(option, data);
  return h("option", { selected: isInUse, ref: own }, name);
}

/** An own file in place of what can be chosen by name. @type {(label: string, common: Attributes) => Child} */
function fileField(label, common) {
  const onchange = async (/** @type {{ currentTarget: any }} */ { currentTarget: field }) => {
    const text = await field.files?.[0]?.text();
    if (text === undefined) files.delete(field);
    else files.set(field, parsed(text));
  };
  const input = h("input", { ...common, type: "file", accept: ".json,application/json", onchange });
  return h("details", h("summary", t("start.own_file", { option: label })), input);
}

/** What is no JSON is sent as it is: the table says what is wrong. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
function optionValue(field) {
  if (field instanceof HTMLSelectElement)
    return owned.get(field.options[field.selectedIndex]) ?? field.value;
  if (field.type === "file") return files.get(field);
  if (field.type === "checkbox") return field.checked;
  return field.type === "number" ? Number(field.value) : field.value;
}
