// The time that runs in the game, a glass of sand for instance; paused and let run by host and players.

import { role } from "../base/api.js";
import { countdown } from "./countdown.js";
import { button, h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { asks } from "../base/toast.js";

/** @import { Timer } from "../types.js" */

const mayPause = role !== "everyone";

/** The time as it was last told: the same object until the table tells anew. @type {Timer | null} */
let told = null;
let tellings = 0;

/** @type {(place: HTMLElement, state: State) => void} */
export function drawTimer(place, { timer }) {
  if (timer !== told) tellings += 1;
  told = timer;
  show(place, timer && [running(timer), mayPause && pauseButton(timer)]);
  place.classList.toggle("paused", timer?.running === false);
}

/** @param {Timer} timer */
function running({ left_s, of_s, running: runs }) {
  /** @type {(left: number) => string} */
  const left = (seconds) =>
    seconds > 0 ? t("timer.left", { seconds: Math.ceil(seconds) }) : t("timer.up");
  const text = runs
    ? left
    : (/** @type {number} */ seconds) => `${left(seconds)} · ${t("timer.paused")}`;
  return h(
    "div",
    { role: "timer", "aria-label": t("timer.title") },
    countdown({ key: tellings, left_s, of_s, running: runs, text }),
  );
}

/** @param {Timer} timer */
function pauseButton({ running: runs }) {
  const label = t(runs ? "timer.pause" : "timer.go_on");
  return button("pause", label, asks("timer", { running: !runs }));
}
