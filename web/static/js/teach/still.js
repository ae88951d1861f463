// The lesson's picture: it stands still while it is tapped, with the dice that are seen in it.

import { address } from "../api.js";
import { h, show, svg } from "../dom.js";
import { dieGroup } from "../faces.js";
import { partWith } from "../picture.js";
import { pointsOf, WIDTH } from "../reading.js";
import { faceName, t } from "../texts.js";

/** @import { Point } from "../types.js" */
/** @import { LessonPicture, LessonTop } from "./shapes.js" */
/** @typedef {{ choose: (top: number) => void, miss: () => void }} Acts */

/** So much of the picture is left around the dice. */
const MARGIN = 0.06;
/** A tap as near as this to a die's middle means it, in sides. */
const REACH = 0.9;
/** Of the enlarged die: its side in pixels, and how much more than the die is seen. */
const PIECE = { side: 220, room: 1.6 };

export class StillPicture {
  #number = 0;
  height = WIDTH * 0.75;
  /** @type {LessonPicture | null} */
  #picture = null;
  /** @type {number | null} */
  #chosen = null;
  /** What is left out. @type {number[]} */
  #left = [];
  onload = () => {};

  /**
   * @param {HTMLElement} place
   * @param {Acts} acts
   */
  constructor(place, acts) {
    this.acts = acts;
    this.image = h("img", { alt: "", draggable: "false", onload: () => this.#loaded() });
    this.overlay = svg("svg", {
      class: "overlay tops",
      onclick: (/** @type {MouseEvent} */ event) => this.#tap(event),
    });
    this.lens = h("div", { class: "lens" }, this.image, this.overlay);
    this.frame = h("div", { class: "frame" }, this.lens);
    place.replaceChildren(this.frame);
  }

  /** @type {(picture: LessonPicture | null, chosen: { top: number | null, left: number[] }) => void} */
  show(picture, { top, left }) {
    this.#picture = picture;
    this.#chosen = top;
    this.#left = left;
    if (picture && picture.number !== this.#number) {
      this.#number = picture.number;
      this.image.src = `${address("teaching/picture")}&n=${picture.number}`;
    }
    this.#draw();
  }

  #loaded() {
    const { naturalWidth, naturalHeight } = this.image;
    if (!naturalWidth) return;
    this.height = (WIDTH * naturalHeight) / naturalWidth;
    this.frame.style.aspectRatio = `${WIDTH} / ${this.height}`;
    this.frame.style.setProperty("--ratio", String(WIDTH / this.height));
    this.#draw();
    this.onload();
  }

  #draw() {
    const tops = this.#picture?.tops ?? [];
    const isTest = this.#picture?.source === "test";
    this.overlay.setAttribute("viewBox", `0 0 ${WIDTH} ${this.height}`);
    const part = partWith(
      tops.flatMap(({ corners }) => corners),
      MARGIN,
    );
    this.lens.style.transform = `scale(${1 / part.size}) translate(${-100 * part.x}%, ${-100 * part.y}%)`;
    show(this.overlay, [tops, this.#chosen, this.#left, this.height, isTest], () =>
      tops.map((top, number) => this.#top(top, number, isTest)),
    );
    this.overlay.removeAttribute("hidden");
  }

  /** @type {(top: LessonTop, number: number, isTest: boolean) => SVGElement} */
  #top(top, number, isTest) {
    const units = (/** @type {readonly number[]} */ [x, y]) =>
      /** @type {Point} */ ([x * WIDTH, y * this.height]);
    const corners = top.corners.map(units);
    const points = pointsOf(corners);
    const face = top.face ?? top.read;
    const kind = [
      "top",
      this.#chosen === number && "chosen",
      top.face !== null && "named",
      this.#left.includes(number) && "left-out",
      isTest && top.face === null && !top.sure && "doubtful",
    ];
    const words = [
      face === null ? t("teach.die_unnamed") : faceName(face),
      isTest && top.face === null && !top.sure && t("teach.not_sure"),
    ];
    return svg(
      "g",
      {
        class: kind.filter(Boolean).join(" "),
        tabindex: 0,
        role: "button",
        "aria-pressed": String(this.#chosen === number),
        "aria-label": t("teach.die", { number: number + 1, words: words.filter(Boolean).join(", ") }),
        "data-key": `top-${number}`,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, number),
      },
      svg("polygon", { points, class: "halo" }),
      svg("polygon", { points, class: "rim" }),
      face !== null && label(face, units(top.centre), sideOf(corners), isTest && !top.sure && !top.face),
    );
  }

  /** @param {KeyboardEvent} event @param {number} number */
  #press(event, number) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.acts.choose(number);
  }

  /** The die nearest to the tap is meant: fingers miss a little. @param {MouseEvent} event */
  #tap(event) {
    const box = this.overlay.getBoundingClientRect();
    const at = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const away = ({ centre: [x, y], corners: [[x1, y1], [x2, y2]] } = /** @type {LessonTop} */ ({})) =>
      Math.hypot((at[0] - x) * WIDTH, (at[1] - y) * this.height) /
      Math.hypot((x2 - x1) * WIDTH, (y2 - y1) * this.height);
    const tops = this.#picture?.tops ?? [];
    const near = tops.map(away);
    const nearest = near.indexOf(Math.min(...near));
    if (nearest >= 0 && near[nearest] < REACH) this.acts.choose(nearest);
    else this.acts.miss();
  }

  /**
   * A die enlarged, laid straight: its first edge at the top. Null before the picture has come.
   * @param {LessonTop} top
   */
  piece({ centre: [x, y], corners: [[x1, y1], [x2, y2]] }) {
    const { naturalWidth: width, naturalHeight: height } = this.image;
    if (!width) return null;
    const side = Math.hypot((x2 - x1) * width, (y2 - y1) * height);
    const canvas = h("canvas", { width: PIECE.side, height: PIECE.side, class: "piece", role: "img" });
    canvas.setAttribute("aria-label", t("teach.die_large"));
    const pen = canvas.getContext("2d");
    if (!pen) return null;
    const scale = PIECE.side / (PIECE.room * side);
    pen.translate(PIECE.side / 2, PIECE.side / 2);
    pen.rotate(-Math.atan2((y2 - y1) * height, (x2 - x1) * width));
    pen.scale(scale, scale);
    pen.drawImage(this.image, -x * width, -y * height);
    return canvas;
  }
}

/** @param {Point[]} corners */
const sideOf = ([[x1, y1], [x2, y2]]) => Math.hypot(x2 - x1, y2 - y1);

/** A small copy of the face beside its die. @type {(face: string, at: Point, side: number, doubtful: boolean) => SVGElement} */
function label(face, [x, y], side, doubtful) {
  const size = side * 0.62;
  const transform = `translate(${x + side * 0.3} ${y - side * 0.92}) scale(${size / 100})`;
  return svg(
    "g",
    { transform, class: "badge" },
    dieGroup(face),
    doubtful &&
      svg("text", { x: 108, y: 60, "font-size": 90, class: "doubt-mark", "text-anchor": "middle" }, "?"),
  );
}
