// What is typed into a form, when it is sent.

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
