import { byId, h, show } from "../dom.js";
import { die } from "../faces.js";
import { showPage } from "../page.js";
import { readingText } from "../reading.js";
import { faceName, percent, t } from "../texts.js";

/** @import { SeenDie, State } from "../types.js" */

/** @param {State} state */
function drawReading({ watch: { phase, seen, hand }, game }) {
  const covered = hand.length > 0;
  show(byId("reading"), [phase, seen, covered, game], () => [
    h("h2", { class: "title" }, t("reading.title")),
    h("p", {}, t(`phase.${phase}`)),
    covered && h("p", {}, t("reading.covered")),
    seen && h("p", {}, readingText(seen)),
    seen && h("ol", { class: "seen-dice" }, seen.dice.map(seenDie)),
  ]);
}

/** @param {SeenDie} seen */
function seenDie({ face, sure, confidence, cut_off }) {
  return h(
    "li",
    { class: sure ? "" : "unsure" },
    die(face),
    h("span", {}, sure ? faceName(face) : t("reading.perhaps", { face })),
    h("b", {}, percent(confidence)),
    cut_off && h("i", {}, t("reading.cut_off")),
  );
}

showPage({ draw: drawReading }).live.start();
