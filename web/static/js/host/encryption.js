// What the host tells the others of the connection: whether it is encrypted, and what a phone will ask.

import { get } from "../base/api.js";
import { h, show } from "../base/dom.js";
import { t } from "../base/texts.js";

/** @import { Encryption } from "../types.js" */

/** @type {(place: HTMLElement) => Promise<void>} */
export const drawEncryption = async (place) => show(place, await encryption());

/** The same, to be drawn; `toPhone`: of the way by which a phone comes that is the camera. @type {(toPhone?: boolean) => Promise<Child>} */
export async function encryption(toPhone = false) {
  const known = await get("encryption").catch(() => null);
  return known && [h("h2", t("tls.title")), words(known, toPhone)];
}

/** @type {(known: Encryption, toPhone: boolean) => Child[]} */
function words({ encrypted, made_here, fingerprint, until }, toPhone) {
  if (!encrypted && !(toPhone && fingerprint)) return [h("p.hint", t("tls.off"))];
  const ask = made_here ? ["tls.asks", "tls.steps", "tls.compare"] : ["tls.own"];
  const shown = new Date(until ?? "").toLocaleDateString(document.documentElement.lang);
  return [
    ...["tls.on", ...ask].map((code) => h("p.hint", t(code))),
    h("p.hint", t("tls.fingerprint", { until: shown })),
    h("p.fingerprint", h("code", fingerprint)),
  ];
}
