// What a page lets be heard. Browsers let it sound only once something was pressed, after every reload anew.

/** How high, from when on, and how long, in seconds. @typedef {{ hz: number, from?: number, s: number }} Tone */
/** `fades`: after which part of its time a tone grows quieter, and how fast. @typedef {{ type: OscillatorType, loud: number, fades: [number, number] }} Timbre */

/** @type {AudioContext | null} */
let audio = null;
/** Called when the browser lets the page sound. */
let woken = () => {};

/** @param {() => void} act */
export const onWoken = (act) => (woken = act);

/** Something was pressed. */
export function wake() {
  if (!audio) {
    audio = new AudioContext();
    audio.onstatechange = () => woken();
  }
  void audio.resume();
}

/** Wake whenever something is pressed and sound is wanted. @param {() => boolean} isWanted */
export function wakeByPress(isWanted) {
  for (const kind of ["pointerdown", "keydown"])
    window.addEventListener(kind, () => isWanted() && wake());
}

export const isAwake = () => audio?.state === "running";

/** Let them be heard. @type {(all: Tone[], timbre: Timbre) => void} */
export function tones(all, { type, loud, fades: [after, over] }) {
  if (audio?.state !== "running") return;
  for (const { hz, from = 0, s } of all) {
    const at = audio.currentTime + from;
    const source = new OscillatorNode(audio, { type, frequency: hz });
    const volume = new GainNode(audio, { gain: loud });
    volume.gain.setTargetAtTime(0, at + after * s, over * s);
    source.connect(volume).connect(audio.destination);
    source.start(at);
    source.stop(at + s);
  }
}
