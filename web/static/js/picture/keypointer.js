// Points at pieces on the camera's picture by keyboard: arrows go from piece to piece, Enter opens one.

import { h } from "../base/dom.js";
import { pointAt } from "./marks.js";
import { ARROWS, isBrowsers } from "../base/keys.js";
import { within } from "../base/plane.js";
import { t } from "../base/texts.js";

/**
 * `targets`: where pieces lie that can be gone to; `words`: what is there; `open`: it is chosen; `shape`: the
 * picture's height by its width.
 * @typedef {{ targets: () => Point[], words: (at: Point) => string, open: (at: Point) => void, shape: () => number }} Acts
 */

/** With Shift any place is gone to, so far at a time, in widths of the picture. */
const STEP = 0.02;
/** What lies aside counts so many times as far off as what lies ahead; no more aside than ahead. */
const ASIDE = 2;
const LEAST = 1e-3;
/** @type {Point} */
const MIDDLE = [0.5, 0.5];

export class KeyPointer {
  /** Where it points. @type {Point | null} */
  #at = null;

  /** @param {PictureView} picture @param {Acts} acts */
  constructor(picture, acts) {
    this.picture = picture;
    this.acts = acts;
    picture.more.look = {
      tabindex: 0,
      role: "application",
      "aria-label": t("picture.alt"),
      "aria-describedby": "picture-keys",
      "data-key": "picture",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
    };
    this.#draw();
  }

  #draw = () => {
    this.picture.more.below = [
      h("p.hint.by-keys", { id: "picture-keys" }, t("reading.keys")),
      h("p.unseen", { "aria-live": "polite" }, this.#at && this.acts.words(this.#at)),
    ];
    this.picture.draw();
  };

  /** Whoever came from here by key goes on from here. */
  takeFocusBack() {
    const { activeElement } = document;
    if (this.#at && (activeElement === document.body || activeElement === null))
      this.picture.frame.focus();
  }

  /** A finger or a mouse has pointed since. */
  forget() {
    this.#at = null;
  }

  /** @param {KeyboardEvent} event */
  #press = (event) => {
    if (isBrowsers(event)) return;
    const way = ARROWS[event.key];
    if (way) this.#go(event.shiftKey ? this.#beside(way) : this.#next(way));
    else if ((event.key === "Enter" || event.key === " ") && this.#at) this.acts.open(this.#at);
    else if (event.key === "Escape" && this.#at) this.#go(null);
    else return;
    event.preventDefault();
  };

  /** @param {Point | null} to */
  #go = (to) => {
    this.#at = to;
    pointAt(to);
    this.#draw();
  };

  /** @type {(way: Point) => Point} */
  #beside = ([x, y]) => {
    const [left, top] = this.#at ?? MIDDLE;
    return [within(left + x * STEP), within(top + (y * STEP) / this.acts.shape())];
  };

  /** The nearest piece that way; where there is none, where it points already. @type {(way: Point) => Point | null} */
  #next = ([x, y]) => {
    const [from, shape] = [this.#at, this.acts.shape()];
    const targets = this.acts.targets();
    if (!from) return first(targets);
    const ranked = targets
      .map((to) => {
        const [right, down] = [to[0] - from[0], (to[1] - from[1]) * shape];
        const [ahead, aside] = [right * x + down * y, Math.abs(right * y) + Math.abs(down * x)];
        return { to, far: ahead > LEAST && aside <= ahead ? ahead + ASIDE * aside : Infinity };
      })
      .sort((one, other) => one.far - other.far);
    return ranked[0] && ranked[0].far < Infinity ? ranked[0].to : from;
  };
}

/** The one that is read first: of those highest up the leftmost. @param {Point[]} targets */
const first = (targets) => [...targets].sort(([x, y], [u, v]) => y + x / 2 - (v + u / 2))[0] ?? null;
