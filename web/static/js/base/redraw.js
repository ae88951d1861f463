// What a page shows follows from what the table tells and what is chosen on it: after a choice it is drawn anew.

const choices = new EventTarget();

/** Something was chosen, has set out for the table, or has arrived. */
export const redraw = () => {
  choices.dispatchEvent(new Event("change"));
};

/** The same as soon as it is done; what is asked of the table is drawn as the table tells it. @type {<Act extends (...given: any[]) => unknown>(act: Act) => (...given: Parameters<Act>) => unknown} */
export const thenRedraw =
  (act) =>
  (...given) => {
    const done = act(...given);
    if (!(done instanceof Promise)) redraw();
    return done;
  };

/**
 * What was chosen, but not sent: as at first whenever it is asked for at another moment.
 * @template {object} Chosen
 * @param {() => Chosen} fresh
 */
export function heldFor(fresh) {
  let moment = "";
  const held = {
    now: fresh(),
    /** @param {unknown} what */
    during(what) {
      const isSame = moment === JSON.stringify(what);
      if (!isSame) held.now = fresh();
      moment = JSON.stringify(what);
      return held.now;
    },
  };
  return held;
}

/** Draw what `act` draws after each choice, until what is returned is called. @param {() => void} act */
export function onRedraw(act) {
  choices.addEventListener("change", act);
  return () => choices.removeEventListener("change", act);
}
