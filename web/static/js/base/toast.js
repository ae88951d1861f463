// Tries something; says what went wrong in the player's words. Where exactly is in the browser's console.

import { post, Refused, role } from "./api.js";
import { byId, h, show } from "./dom.js";
import { say } from "../picture/faces.js";

const SHOWN_MS = 8000;
let fading = 0;
/** How often something was said. */
let said = 0;

/**
 * Do something that the table may refuse. Returns null, and says why, if it was refused. What was pressed and
 * is done takes away what was said before: it is no longer so. Pressed again before it is done, it is one press.
 * @template Result
 * @param {() => Promise<Result>} act
 * @param {Element | null} [pressed] the button that is busy until it is done
 * @returns {Promise<Result | null>}
 */
export async function attempt(act, pressed = null) {
  if (pressed?.hasAttribute("aria-busy")) return null;
  pressed?.setAttribute("aria-busy", "true");
  const before = said;
  try {
    const done = await act();
    if (pressed && said === before) hush();
    return done;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showRefused(error);
    return null;
  } finally {
    pressed?.removeAttribute("aria-busy");
  }
}

/**
 * What a press asks of the table: it is busy until that is done.
 * @type {(path: string, body?: object, as?: string) => (pressed?: Element | null) => Promise<any>}
 */
export const asks =
  (path, body = {}, as = role) =>
  (pressed = null) =>
    attempt(() => post(path, body, {}, as), pressed);

/** A press answers a proposal by a choice's id, "accept" or "stop"; `faces`: what the choice's dice really show. @type {(proposal: string, choice: string, faces?: string[]) => (pressed?: Element | null) => Promise<any>} */
export const answers = (proposal, choice, faces) => asks("answers", { proposal, choice, faces });

/** @param {Refused} error */
function showRefused(error) {
  console.warn(error.message, error.hint);
  tell(say(error.text));
}

/** Say something for some seconds. @param {Child} words */
export function tell(words) {
  const place = byId("toast");
  said += 1;
  show(place, h("p", { "data-key": String(said) }, words));
  place.classList.add("open");
  clearTimeout(fading);
  fading = setTimeout(hush, SHOWN_MS);
}

function hush() {
  clearTimeout(fading);
  byId("toast").classList.remove("open");
}
