// Time that runs out: a bar that gets shorter, and the time left in words.

import { h } from "../base/dom.js";
import { Component, createElement } from "../vendor/preact.js";

/**
 * @typedef {object} CountdownLook
 * @property {unknown} key what tells this countdown from the one before: another begins anew
 * @property {number} left_s what is left now
 * @property {number} of_s what there was at first: the whole bar
 * @property {boolean} [running] false: it stands still
 * @property {(left_s: number) => string} text what is said beside the bar
 */

/**
 * What follows the time by itself, until it is taken off the page.
 * @template {Pick<CountdownLook, "left_s" | "running">} Look
 * @extends {Component<Look>}
 */
export class Running extends Component {
  #began = performance.now();
  #frame = 0;

  componentDidMount() {
    if (this.props.running !== false) this.follow();
  }

  componentWillUnmount() {
    cancelAnimationFrame(this.#frame);
  }

  follow() {
    this.forceUpdate();
    if (this.left_s > 0) this.#frame = requestAnimationFrame(() => this.follow());
  }

  /** @returns {any} */
  render() {
    return null;
  }

  get left_s() {
    const { left_s, running = true } = this.props;
    return Math.max(0, left_s - (running ? (performance.now() - this.#began) / 1000 : 0));
  }
}

/** A bar and a text. @extends {Running<CountdownLook>} */
class Countdown extends Running {
  render() {
    const { of_s, text } = this.props;
    const { left_s } = this;
    const share = of_s > 0 ? Math.min(1, left_s / of_s) : 0;
    return h(
      "div.countdown",
      h("span.countdown-track", h("span.countdown-fill", { style: `transform: scaleX(${share})` })),
      h("span.countdown-text", text(left_s)),
    );
  }
}

/** @param {CountdownLook} look */
export const countdown = (look) => createElement(Countdown, look);
