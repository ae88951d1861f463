// What is heard: nothing until somebody switches it on, and nothing but what all may know, since it follows
// from what this screen, which knows no seat's secret, is told.

import { byId, choiceKey, show } from "../base/dom.js";
import { keepAs, recall } from "../base/kept.js";
import { t } from "../base/texts.js";
import { tones, wake, wakeByPress } from "../base/tones.js";

/** @import { Tone } from "../base/tones.js" */

const KEPT = "stage-sound";
/** @type {import("../base/tones.js").Timbre} */
const SOFT = { type: "sine", loud: 0.18, fades: [0.5, 0.15] };
/** @type {Record<string, Tone[]>} */
const TONES = {
  move: [{ hz: 520, s: 0.12 }],
  turn: [
    { hz: 440, s: 0.14 },
    { hz: 660, from: 0.14, s: 0.2 },
  ],
  question: [
    { hz: 660, s: 0.16 },
    { hz: 550, from: 0.2, s: 0.24 },
  ],
  special: [
    { hz: 523, s: 0.14 },
    { hz: 659, from: 0.12, s: 0.14 },
    { hz: 784, from: 0.24, s: 0.3 },
  ],
  end: [
    { hz: 523, s: 0.2 },
    { hz: 659, from: 0.18, s: 0.2 },
    { hz: 784, from: 0.36, s: 0.2 },
    { hz: 1047, from: 0.54, s: 0.6 },
  ],
};

let isOn = recall(KEPT) === true;

/** Put a switch beside the menus. */
export function soundSwitch() {
  const place = document.createElement("span");
  byId("open-rules").after(place);
  wakeByPress(() => isOn);
  draw(place);
}

/** @param {HTMLElement} place */
function draw(place) {
  const press = () => {
    isOn = !isOn;
    if (isOn) wake();
    keepAs(KEPT, isOn);
    draw(place);
    sound("turn");
  };
  show(place, choiceKey("stage-sound", t("stage.sound"), isOn, press, "stage-sound"));
}

/** Let this be heard, if somebody wants to hear. @param {string} what */
export function sound(what) {
  if (isOn) tones(TONES[what] ?? [], SOFT);
}
