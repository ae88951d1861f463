// The fields of forms, and what is typed into them when they are sent.

import { h, thenRedraw } from "./dom.js";

/** A box to tick; `change` is given whether it is ticked, and the box. @type {(key: string, label: Child, checked: boolean, change: (checked: boolean, box: Element) => unknown) => Child} */
export function tickBox(key, label, checked, change) {
  const onchange = thenRedraw(({ currentTarget: box }) => change(box.checked, box));
  return h("label.check", h("input", { type: "checkbox", checked, onchange, "data-key": key }), label);
}

/** One of several values, each with its words; `change` is given the value, and the field. @type {(key: string, values: readonly string[], words: (value: string) => string, now: string, change: (value: string, field: Element) => unknown, look?: Attributes, isBarred?: (value: string) => boolean) => Child} */
export function selectField(key, values, words, now, change, look = {}, isBarred = () => false) {
  const onchange = thenRedraw(({ currentTarget: field }) => change(field.value, field));
  const options = values.map((value) =>
    h("option", { value, selected: value === now, disabled: isBarred(value) }, words(value)),
  );
  return h("select", { onchange, "data-key": key, ...look }, options);
}

/** What the fields of a form say, by their names. @type {(form: HTMLFormElement) => Record<string, string>} */
export const fieldsOf = (form) => /** @type {any} */ (Object.fromEntries(new FormData(form)));

/**
 * What happens when a form is sent: `act` is given what its fields say, and the form.
 * @param {(said: Record<string, string>, form: HTMLFormElement) => unknown} act
 * @returns {(event: SubmitEvent & { currentTarget: any }) => void}
 */
export const whenSent = (act) => (event) => {
  event.preventDefault();
  act(fieldsOf(event.currentTarget), event.currentTarget);
};
