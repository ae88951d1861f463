// What a browser gives to an encrypted page alone: a screen that stays on, and a place among the apps.

import { button, show, onRedraw, redraw } from "../base/dom.js";
import { tickBox } from "../base/form.js";
import { t } from "../base/texts.js";

/** What keeps the screen on; null: nothing does. @type {WakeLockSentinel | null} */
let awake = null;
let wanted = false;
/** The browser's own question whether to install; null: it asks nothing. @type {(Event & { prompt: () => unknown }) | null} */
let install = null;

/** @param {HTMLElement} place */
export function offerFromBrowser(place) {
  onRedraw(() => show(place, offers()));
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    install = /** @type {any} */ (event);
    redraw();
  });
  // A screen that was switched off lets go of it.
  document.addEventListener("visibilitychange", () => keepAwake().then(redraw));
  redraw();
}

/** @returns {Child[]} */
function offers() {
  const asked = () => {
    install?.prompt();
    install = null;
    redraw();
  };
  const keep = (/** @type {boolean} */ checked) => {
    wanted = checked;
    keepAwake().then(redraw);
  };
  return [
    "wakeLock" in navigator && tickBox("awake", t("phone.awake"), wanted, keep),
    install && button("install", t("phone.install"), asked),
  ];
}

async function keepAwake() {
  if (!wanted) {
    // browser-floor: held only where there is such a thing.
    await awake?.release();
    awake = null;
  } else if (!document.hidden) {
    // browser-floor: wanted only where it is offered.
    awake = await navigator.wakeLock.request("screen").catch(() => null);
  }
}
