// Time that runs out: a bar that gets shorter, and what is left in words; the game's own, paused and let run.

import { button, h, show } from "../base/dom.js";
import { Component, createElement } from "../vendor/preact.js";
import { role } from "../base/api.js";
import { t } from "../base/texts.js";
import { asks } from "../base/toast.js";

/** @import { Timer } from "../types.js" */

/**
 * @typedef {object} CountdownLook
 * @property {unknown} key what tells this countdown from the one before: another begins anew
 * @property {number} left_s what is left now
 * @property {number} of_s what there was at first: the whole bar
 * @property {boolean} [running] false: it stands still
 * @property {(left_s: number) => string} text what is said beside the bar
 */

/** Time between two pictures of it, ms: 20 in a second look smooth; each is drawn by a phone's battery. */
const STEP_MS = 50;

/**
 * What follows the time by itself, until it is taken off the page.
 * @template {Pick<CountdownLook, "left_s" | "running">} Look
 * @extends {Component<Look>}
 */
export class Running extends Component {
  #began = performance.now();
  #frame = 0;
  #rest = 0;

  componentDidMount() {
    if (this.props.running !== false) this.follow();
  }

  componentWillUnmount() {
    clearTimeout(this.#rest);
    cancelAnimationFrame(this.#frame);
  }

  follow() {
    this.forceUpdate();
    if (this.left_s <= 0) return;
    this.#rest = setTimeout(() => {
      this.#frame = requestAnimationFrame(() => this.follow());
    }, STEP_MS);
  }

  /** @returns {any} */
  render() {
    return null;
  }

  get left_s() {
    const gone_s = this.props.running === false ? 0 : (performance.now() - this.#began) / 1000;
    return Math.max(0, this.props.left_s - gone_s);
  }
}

/** A bar and a text. @extends {Running<CountdownLook>} */
class Countdown extends Running {
  render() {
    const { of_s, text } = this.props;
    const { left_s } = this;
    const share = of_s > 0 ? Math.min(1, left_s / of_s) : 0;
    return h("div.countdown", [
      h("span.countdown-track", h("span.countdown-fill", { style: `transform: scaleX(${share})` })),
      h("span.countdown-text", text(left_s)),
    ]);
  }
}

/** @param {CountdownLook} look */
export const countdown = (look) => createElement(Countdown, look);

const mayPause = role !== "everyone";

/** @type {(place: HTMLElement, state: State) => void} */
export function drawTimer(place, { timer }) {
  show(place, timer && [running(timer), mayPause && pauseButton(timer)]);
  place.classList.toggle("paused", timer?.running === false);
}

/** It begins anew as soon as the table tells anew: then it is another. @param {Timer} timer */
function running(timer) {
  const { left_s, of_s, running: runs } = timer;
  /** @type {(left: number) => string} */
  const left = (seconds) =>
    seconds > 0 ? t("timer.left", { seconds: Math.ceil(seconds) }) : t("timer.up");
  const text = runs
    ? left
    : (/** @type {number} */ seconds) => `${left(seconds)} · ${t("timer.paused")}`;
  return h("div", { role: "timer", "aria-label": t("timer.title") }, [
    countdown({ key: timer, left_s, of_s, running: runs, text }),
  ]);
}

/** @param {Timer} timer */
function pauseButton({ running: runs }) {
  const label = t(runs ? "timer.pause" : "timer.go_on");
  return button("pause", label, asks("timer", { running: !runs }));
}
