// Tries something; says what went wrong in the player's words, and where exactly in the table's own.

import { Refused } from "./api.js";
import { byId, h } from "./dom.js";

let fading = null;

export async function attempt(act, busy = null) {
  busy?.setAttribute("aria-busy", "true");
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell(error);
    return null;
  } finally {
    busy?.removeAttribute("aria-busy");
  }
}

export function tell(error) {
  const place = byId("toast");
  const detail = error.status ? h("small", { lang: "en" }, `${error.message} ${error.hint}`) : null;
  place.replaceChildren(h("p", {}, error.words), ...(detail ? [detail] : []));
  place.classList.add("open");
  clearTimeout(fading);
  fading = setTimeout(() => place.classList.remove("open"), 8000);
}
