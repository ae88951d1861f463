// What is heard of the glass on this page: a tick each of the last seconds, and its end.

/** Whether this page shows lamps, and sounds: kept on this device. @typedef {"light" | "sound"} Sense */

const KEPT = "ubongo-senses";
const TICK = { hz: 1400, s: 0.05, loud: 0.25 };
const END = [
  { hz: 880, from: 0, s: 0.35 },
  { hz: 660, from: 0.35, s: 0.35 },
  { hz: 440, from: 0.7, s: 0.9 },
];
const END_LOUD = 0.5;

/** @type {Record<Sense, boolean>} */
const senses = { light: true, sound: false };
/** @type {AudioContext | null} */
let audio = null;

try {
  Object.assign(senses, JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
} catch {
  // What is kept there is not ours: as at first.
}
// Browsers let a page sound only once something was tapped, after every reload anew.
for (const kind of ["pointerdown", "keydown"])
  document.addEventListener(kind, () => senses.sound && wake());

/** Called when the browser lets the page sound. */
let woken = () => {};

/** @param {() => void} act */
export const onWoken = (act) => (woken = act);

function wake() {
  if (!audio) {
    audio = new AudioContext();
    audio.addEventListener("statechange", () => woken());
  }
  void audio.resume();
}

/** @param {Sense} sense */
export const isOn = (sense) => senses[sense];

/** Whether sound is wanted, but the browser waits for a tap. */
export const awaitsTap = () => senses.sound && audio?.state !== "running";

/** Turn one on or off; where both would be off, the other comes on. @param {Sense} sense */
export function toggle(sense) {
  senses[sense] = !senses[sense];
  if (!senses.light && !senses.sound) senses[sense === "light" ? "sound" : "light"] = true;
  if (senses.sound) wake();
  try {
    localStorage.setItem(KEPT, JSON.stringify(senses));
  } catch {
    // It holds for as long as the page is open.
  }
}

export const tick = () => tone(TICK.hz, 0, TICK.s, TICK.loud);

export function end() {
  for (const { hz, from, s } of END) tone(hz, from, s, END_LOUD);
}

/** @type {(hz: number, from: number, s: number, loud: number) => void} */
function tone(hz, from, s, loud) {
  if (!senses.sound || audio?.state !== "running") return;
  const at = audio.currentTime + from;
  const source = new OscillatorNode(audio, { type: "square", frequency: hz });
  const volume = new GainNode(audio, { gain: loud });
  volume.gain.setTargetAtTime(0, at + 0.7 * s, 0.06 * s);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + s);
}
