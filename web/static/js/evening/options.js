// What is agreed before a game: a field for each of its options.

import { h } from "../base/dom.js";
import { nameOf, t } from "../base/texts.js";

/** @import { Option, OwnBoard } from "./form.js" */

/** What is agreed at first: as last, if that is still offered; a taught board that is read with. @type {(option: Option, own: OwnBoard[], last: unknown) => unknown} */
export function agreedAtFirst({ type, default: usual, choices }, own, last) {
  if (type === "int") return typeof last === "number" ? last : usual;
  if (type === "bool") return typeof last === "boolean" ? last : usual;
  const board = own.find(({ isInUse }) => isInUse);
  if (board) return board.data;
  return choices.includes(/** @type {string} */ (last)) ? last : usual;
}

/** Whether it is agreed by a field: what has no choices is asked for in another way. @param {Option} option */
export const hasField = ({ type, choices }) => type !== "data" || choices.length > 0;

/** `now`: what is agreed so far; `agree` is given what is agreed instead. @type {(name: string, option: Option, own: OwnBoard[], now: any, agree: (value: unknown) => unknown) => Child} */
export function optionField(name, { type, default: usual, min, max, choices }, own, now, agree) {
  const label = nameOf(`option.${name}`, name);
  const common = { "data-option": name };
  if (type === "int") {
    const oninput = ({ target = /** @type {any} */ (null) }) => agree(target.value);
    const look = { type: "number", value: now, min, max, required: true };
    return h("label", label, h("input", { ...common, ...look, oninput }));
  }
  if (type === "bool") {
    const look = { type: "checkbox", checked: now };
    const box = h("input", { ...common, ...look, onchange: ({ target }) => agree(target.checked) });
    return h("label.check", box, label);
  }
  const options = choices.map((value) =>
    h("option", { value, selected: value === now }, nameOf(`choice.${value}`, value)),
  );
  const boards = own.map(({ name: value, data }) =>
    h("option", { value, selected: data === now }, value),
  );
  const choose = (/** @type {string} */ value) =>
    agree(own.find((board) => board.name === value)?.data ?? value);
  const look = { ...common, onchange: (/** @type {any} */ { target }) => choose(target.value) };
  const choice = h("label", label, h("select", look, options, boards));
  return type === "choice" ? choice : [choice, fileField(label, common, usual, agree)];
}

/** An own file in place of what can be chosen by name. @type {(label: string, common: Attributes, usual: unknown, agree: (value: unknown) => unknown) => Child} */
function fileField(label, common, usual, agree) {
  const onchange = async (/** @type {{ currentTarget: any }} */ { currentTarget: field }) => {
    const text = await field.files?.[0]?.text();
    agree(text === undefined ? usual : parsed(text));
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
