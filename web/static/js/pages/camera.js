import { byId, h, show } from "../dom.js";
import { die } from "../faces.js";
import { follow } from "../page.js";
import { readingText } from "../stage.js";
import { faceName, percent, t } from "../words.js";

function drawReading({ watch }) {
  const { seen } = watch;
  show(byId("reading"), [watch.phase, seen], () => [
    h("h3", {}, t("reading.title")),
    h("p", {}, t(`phase.${watch.phase}`)),
    seen && h("p", {}, readingText(seen)),
    seen && h("ol", { class: "seen-dice" }, seen.dice.map(seenDie)),
  ]);
}

function seenDie(seen) {
  return h(
    "li",
    { class: seen.sure ? "" : "unsure" },
    die(seen.face),
    h("span", {}, seen.sure ? faceName(seen.face) : t("reading.perhaps", { face: seen.face })),
    h("b", {}, percent(seen.confidence)),
    seen.cut_off && h("i", {}, t("reading.cut_off")),
  );
}

follow({ draw: drawReading }).live.start();
