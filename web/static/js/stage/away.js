// The table is away: what stands here may be old, and is said to be so.

import { byId, show } from "../base/dom.js";
import { t } from "../base/texts.js";

/** @param {Live} live */
export function drawAway({ connection, state }) {
  const away = connection === "lost" || (connection === "opening" && state !== null);
  document.body.classList.toggle("away", away);
  show(byId("away"), away && t("stage.reconnecting"));
}
