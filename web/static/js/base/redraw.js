// What a page shows follows from what the table tells and what is chosen on it: after a choice it is drawn anew.

const choices = new EventTarget();

/** Something was chosen, has set out for the table, or has arrived. */
export const redraw = () => {
  choices.dispatchEvent(new Event("change"));
};

/** The same as soon as it is done. @type {<Act extends (...given: any[]) => unknown>(act: Act) => (...given: Parameters<Act>) => unknown} */
export const thenRedraw =
  (act) =>
  (...given) => {
    const done = act(...given);
    redraw();
    return done;
  };

/** Draw what `act` draws after each choice, until what is returned is called. @param {() => void} act */
export function onRedraw(act) {
  choices.addEventListener("change", act);
  return () => choices.removeEventListener("change", act);
}
