// The camera's picture, with the reading and what covers the table drawn over it.

import { latestPicture } from "../base/api.js";
import { h, named, show } from "../base/dom.js";
import { gameOf } from "../games/registry.js";
import { cellSide, diceInOrder, marksDrawing, onPointing, placesMeant } from "./marks.js";
import { WHOLE, WIDTH, setShownPart } from "../base/plane.js";
import { coverDrawing, drawnDice, readingDrawing, readingText } from "./reading.js";
import { t } from "../base/texts.js";
import { whyUnjudged } from "../play/turn.js";

/** @import { Picture } from "../base/api.js" */
/** @import { Part } from "../base/plane.js" */

/**
 * @typedef {object} PictureOptions
 * @property {boolean} [zoom] come closer to the dice that were read
 * @property {() => void} [onpicture] called when another picture is shown
 */

const MOVING_MS = 200;
const QUIET_MS = 2000;
const MOST_ZOOM = 2.2;
/** So much of the picture is left around the dice that were read. */
const MARGIN = 0.07;
/** So far from a place that is meant its mark reaches, in fractions of the picture. */
const MARKED = 0.12;
/** The part that is shown stays as long as it is at most so many times as large as it need be. */
const LARGE_ENOUGH = 1.35;

export class PictureView {
  /** @type {State | null} */
  #state = null;
  /** @type {Picture | null} */
  #shown = null;
  /** The part that is shown. */
  part = WHOLE;
  #timer = 0;
  #loading = false;
  #loadAgain = false;
  #isInSight = false;
  /** While something is dragged over the picture, it does not zoom. */
  hold = false;
  height = WIDTH * 0.75;
  /** What else the frame is given, and what is shown below it, and below what is said. @type {{ look: Attributes, below: Child, last: Child }} */
  more = { look: {}, below: null, last: null };

  /** @param {HTMLElement} place @param {PictureOptions} options */
  constructor(place, { zoom = false, onpicture = () => {} }) {
    this.place = place;
    this.zoom = zoom;
    this.onpicture = onpicture;
    onPointing(() => this.draw());
    this.draw();
    const part = (/** @type {string} */ name) => /** @type {any} */ (place.querySelector(name));
    /** @type {HTMLImageElement} */
    this.image = part("img");
    /** @type {HTMLElement} */
    this.frame = part(".frame");
    /** @type {SVGSVGElement} */
    this.overlay = part(".overlay");
    /** For what else is drawn over the picture. @type {SVGSVGElement} */
    this.extra = part(".extra");
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.#isInSight = isIntersecting;
      this.#loadIn(0);
    }).observe(this.frame);
    document.addEventListener("visibilitychange", () => this.#loadIn(0));
  }

  /** @param {State} state */
  update(state) {
    this.#state = state;
    this.draw();
    if (state.camera.hidden && this.#shown) this.#change(null);
    this.#loadIn(0);
  }

  /** Whether another picture is to be shown, and somebody looks: nothing is fetched that nobody sees. */
  #isWanted = () => {
    if (!this.#state || document.hidden || !this.#isInSight) return false;
    const { phase, picture } = this.#state.watch;
    return phase === "moving" || (picture !== undefined && picture !== this.#shown?.frame);
  };

  /** @param {number} wait_ms */
  #loadIn = (wait_ms) => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), wait_ms);
  };

  #load = async () => {
    if (!this.#isWanted()) return;
    if (this.#loading) {
      this.#loadAgain = true;
      return;
    }
    this.#loading = true;
    const found = await latestPicture(this.#shown).catch(() => this.#shown);
    if (found !== this.#shown) await this.#change(found);
    this.#loading = false;
    const wait_ms = this.#state?.watch.phase === "moving" ? MOVING_MS : QUIET_MS;
    this.#loadIn(this.#loadAgain ? MOVING_MS / 2 : wait_ms);
    this.#loadAgain = false;
  };

  /** @param {Picture | null} newest */
  #change = async (newest) => {
    const old = this.#shown;
    const found = this.#state?.camera.hidden ? null : newest;
    this.#shown = found;
    if (!found) this.image.removeAttribute("src");
    if (found) {
      this.image.src = found.url;
      await this.image.decode().catch(() => {});
      const { naturalWidth, naturalHeight } = this.image;
      if (naturalWidth) this.height = (WIDTH * naturalHeight) / naturalWidth;
    }
    if (old) URL.revokeObjectURL(old.url);
    this.draw();
    this.onpicture();
  };

  draw() {
    const state = this.#state;
    const { health, hidden } = state?.camera ?? {};
    const bad = health === "lost" || health === "frozen";
    const none = t(hidden ? "picture.hidden" : "picture.none");
    const seen = state && this.#belongs(state.watch) ? state.watch.seen : null;
    const text = [
      seen && readingText(seen),
      state && state.watch.hand.length > 0 && t("reading.covered"),
    ].filter(Boolean);
    if (state) this.#follow(state, seen);
    const { x, y, size } = this.part;
    const box = { viewBox: `0 0 ${WIDTH} ${this.height}` };
    const shape = `aspect-ratio: ${WIDTH} / ${this.height}; --ratio: ${WIDTH / this.height}`;
    show(this.place, [
      h(
        "div",
        {
          key: "frame",
          class: ["frame", bad && "bad", !this.#shown && "empty"],
          style: shape,
          ...this.more.look,
        },
        h("div.lens", { style: `transform: scale(${1 / size}) translate(${-100 * x}%, ${-100 * y}%)` }, [
          h("img", { alt: t("picture.alt"), draggable: "false" }),
          h("svg.overlay", { ...box, ...named(text.join(", ")) }, state && this.#drawing(state, seen)),
          h("svg.overlay.extra", box),
        ]),
        h("p.no-picture", bad ? t(`picture.${health}`) : !this.#shown && none),
      ),
      this.more.below,
      h("p.caption", { "aria-live": "polite" }, state && captionOf(state.watch, text)),
      this.more.last,
    ]);
    this.place.hidden = health === "off"; // it is left to what is tapped
  }

  /** What is drawn over the picture. @type {(state: State, seen: Seen | null) => Child[]} */
  #drawing = (state, seen) => {
    const { watch, proposal } = state;
    const meant = watch.phase === "moving" ? [] : placesMeant(state);
    const numbered = diceInOrder(proposal).map(({ read }) => /** @type {Point} */ (read.centre));
    const dice = drawnDice(watch.seen?.dice ?? [], this.height);
    const cell = watch.seen?.board ? cellSide(watch.seen.board, this.height) : null;
    return [
      seen && readingDrawing(seen, this.height, gameOf(state).drawOver, numbered),
      coverDrawing(watch.hand, this.height),
      marksDrawing(meant, dice, this.height, cell),
    ];
  };

  /** Come closer to what was read, and to what is talked about. @type {(state: State, seen: Seen | null) => void} */
  #follow = (state, seen) => {
    // What lies there beside tokens belongs together: their board, the die, the gems of each.
    const dice = seen?.tokens.length ? [] : (seen?.dice ?? []);
    // What is talked about is always seen: while dice roll it may have been elsewhere before.
    const talked = placesMeant(state);
    if (this.zoom && !this.hold && (state.watch.phase !== "moving" || talked.length > 0))
      this.#zoomTo(seen?.board ? [seen.board] : dice, { meant: talked });
  };

  /**
   * Come closer to the dice, or step back; stay where they can be seen well enough already.
   * @param {{ corners: Point[] }[]} pieces dice, or a board
   * @param {{ margin?: number, meant?: Point[] }} [around] how much of the picture is left around them, as a
   *   part of it; places that are marked
   */
  #zoomTo = (pieces, { margin = MARGIN, meant = [] } = {}) => {
    const places = [...pieces.flatMap(({ corners }) => corners), ...meant.flatMap(marked)];
    // Beside what is meant alone there may be more that belongs to it.
    const wanted = pieces.length ? partWith(places, margin) : WHOLE;
    if (holds(this.part, wanted) && this.part.size < wanted.size * LARGE_ENOUGH) return;
    this.part = wanted;
    setShownPart(wanted);
  };

  /** @param {{ corners: Point[] }[]} pieces @param {{ margin?: number }} [around] */
  zoomTo(pieces, around) {
    this.#zoomTo(pieces, around);
    this.draw();
  }

  /** Whether the reading belongs to the picture shown: of a table that lies still, not one in which dice roll. @param {Watch} watch */
  #belongs = ({ seen, phase, picture }) => {
    if (seen === null || phase === "moving" || this.#shown === null) return false;
    return this.#shown.frame === picture || this.#shown.frame >= seen.frame;
  };
}

/** What the ring around a place and the arrow to it reach. @param {Point} place @returns {Point[]} */
const marked = ([x, y]) => [
  [x - MARKED, y - MARKED],
  [x + MARKED, y + MARKED],
];

/** @type {(outer: Part, inner: Part) => boolean} */
function holds(outer, inner) {
  const far = (/** @type {Part} */ part) => [part.x + part.size, part.y + part.size];
  const [[right, bottom], [innerRight, innerBottom]] = [far(outer), far(inner)];
  return inner.x >= outer.x && inner.y >= outer.y && innerRight <= right && innerBottom <= bottom;
}

/**
 * The part of the picture that shows all these places, with some table around.
 * @type {(places: readonly (readonly number[])[], margin: number) => Part}
 */
export function partWith(places, margin) {
  if (!places.length) return WHOLE;
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ];
  const size = Math.min(
    1,
    Math.max(right - left, bottom - top, 1 / MOST_ZOOM - 2 * margin) + 2 * margin,
  );
  const start = (/** @type {number} */ low, /** @type {number} */ high) =>
    Math.min(1 - size, Math.max(0, (low + high - size) / 2));
  return { x: start(left, right), y: start(top, bottom), size };
}

/** @type {(watch: Watch, text: (string | false | null)[]) => string} */
function captionOf(watch, text) {
  const blind = whyUnjudged(watch);
  if (blind) return blind;
  const { phase } = watch;
  const more = phase === "empty" ? "" : text.join(", ");
  return more ? `${t(`phase.${phase}`)} · ${more}` : t(`phase.${phase}`);
}
