// What is heard of the glass on this page: a tick each of the last seconds, and its end.

import { keepAs, recall } from "../../base/kept.js";
import { isAwake, tones, wake, wakeByPress } from "../../base/tones.js";

/** Whether this page shows lamps, and sounds: kept on this device. @typedef {"light" | "sound"} Sense */

const KEPT = "ubongo-senses";
const TICK = [{ hz: 1400, s: 0.05 }];
const TICK_LOUD = 0.25;
const END = [
  { hz: 880, s: 0.35 },
  { hz: 660, from: 0.35, s: 0.35 },
  { hz: 440, from: 0.7, s: 0.9 },
];
const END_LOUD = 0.5;

/** @type {Record<Sense, boolean>} */
const senses = { light: true, sound: false };

Object.assign(senses, recall(KEPT));
wakeByPress(() => senses.sound);

/** @param {Sense} sense */
export const isOn = (sense) => senses[sense];

/** Whether sound is wanted, but the browser waits for a tap. */
export const awaitsTap = () => senses.sound && !isAwake();

/** Turn one on or off; where both would be off, the other comes on. @param {Sense} sense */
export function toggle(sense) {
  senses[sense] = !senses[sense];
  if (!senses.light && !senses.sound) senses[sense === "light" ? "sound" : "light"] = true;
  if (senses.sound) wake();
  keepAs(KEPT, senses);
}

export const tick = () => play(TICK, TICK_LOUD);
export const end = () => play(END, END_LOUD);

/** @type {(all: import("../../base/tones.js").Tone[], loud: number) => void} */
function play(all, loud) {
  if (senses.sound) tones(all, { type: "square", loud, fades: [0.7, 0.06] });
}
