// Time that runs out: a bar that gets shorter, and the time left in words.

import { h } from "../base/dom.js";

/**
 * @typedef {object} Countdown
 * @property {number} left_s what is left now
 * @property {number} of_s what there was at first: the whole bar
 * @property {boolean} [running] false: it stands still
 * @property {(left_s: number) => string} text what is said beside the bar
 */

/**
 * A bar and a text that follow the time by themselves, until they are taken off the page.
 * @param {Countdown} countdown
 */
export function countdown({ left_s, of_s, running = true, text }) {
  const began = performance.now();
  const fill = h("span.countdown-fill");
  const words = h("span.countdown-text");
  const whole = h("div.countdown", h("span.countdown-track", fill), words);
  const draw = () => {
    const passed_s = running ? (performance.now() - began) / 1000 : 0;
    const now_s = Math.max(0, left_s - passed_s);
    fill.style.transform = `scaleX(${of_s > 0 ? Math.min(1, now_s / of_s) : 0})`;
    const said = text(now_s);
    if (words.textContent !== said) words.textContent = said;
    return now_s;
  };
  const follow = () => {
    if (whole.isConnected && draw() > 0) requestAnimationFrame(follow);
  };
  draw();
  if (running) requestAnimationFrame(follow);
  return whole;
}
