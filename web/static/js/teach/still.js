// The lesson's picture: it stands still while it is tapped, with the dice that are seen in it.

import { address } from "../base/api.js";
import { copyPlaces, copySize } from "../picture/badges.js";
import { h, show } from "../base/dom.js";
import { once } from "../base/finger.js";
import { dieGroup } from "../picture/faces.js";
import { partWith } from "../picture/picture.js";
import { pointsOf, WIDTH } from "../picture/reading.js";
import { faceName, t } from "../base/texts.js";
import { cornerHandles, gridDrawing, placeOf } from "./corners.js";
import { squareCursor } from "./cursor.js";
import { onPicture, squareAt } from "./homography.js";
import { pieceLabel, pieceName, tokenLabel } from "./pieces.js";
import { printedLabel, printedName } from "./printed.js";
import { element, svgElement } from "../base/element.js";

/** @import { Chosen } from "./chosen.js" */
/** @import { Move } from "./corners.js" */
/** @import { Cell } from "./cursor.js" */
/** @import { Grid, LessonPicture, LessonTop } from "./shapes.js" */
/** @typedef {{ choose: (top: number) => void, tapAt: (at: Point) => void, moveCorner: Move }} Acts */
/** What is marked; `measures`: a tap is not on what is marked. @typedef {Pick<Chosen, "top" | "left" | "placing" | "free"> & { measures: boolean }} Marked */
/** What is taught: its kind, and the board's grid, if there is one. @typedef {{ kind: string, grid: Grid | null }} Taught */

/** So much of the picture is left around the dice. */
const MARGIN = 0.06;
/** A tap as near as this to a die's middle means it, in sides. */
const REACH = 0.9;
/** A square is meant by what is in it. */
const REACH_SQUARE = 0.5;
const BOARD_MARGIN = 0.1;
/** The number of a square on which nothing was seen. */
const FREE = -1;
/** So much a magnifying glass enlarges. */
const LOUPE = 2;
/** Of the enlarged die: its side in pixels, and how much more than the die is seen. */
const PIECE = { side: 220, room: 1.6 };

export class StillPicture {
  #number = 0;
  height = WIDTH * 0.75;
  /** @type {LessonPicture | null} */
  #picture = null;
  /** @type {Marked} */
  #chosen = { top: null, left: [], placing: null, free: null, measures: false };
  /** @type {Grid | null} */
  #grid = null;
  /** What is printed on a board's squares, where that is asked. @type {Record<string, string>} */
  #printed = {};
  /** The square to which the keyboard has gone. @type {Cell} */
  #at = [0, 0];
  /** Tokens are round, and lie in holes or beside them. */
  #areTokens = false;
  onload = () => {};

  /** @param {HTMLElement} place @param {Acts} acts */
  constructor(place, acts) {
    this.acts = acts;
    this.image = element("img", { alt: "", draggable: "false", onload: () => this.#loaded() });
    this.overlay = svgElement("svg.overlay.tops", {
      onclick: once((press) => this.#tap(/** @type {MouseEvent} */ (/** @type {unknown} */ (press)))),
    });
    this.lens = element("div.lens", this.image, this.overlay);
    this.frame = element("div.frame", this.lens);
    place.append(this.frame);
  }

  /** @type {(picture: LessonPicture | null, chosen: Marked, taught: Taught, printed: Record<string, string>) => void} */
  show(picture, { top, left, placing, free, measures }, { kind, grid }, printed) {
    this.#printed = printed;
    this.#picture = picture;
    this.#chosen = { top, left, placing, free, measures };
    this.#grid = grid;
    this.#areTokens = kind === "tokens";
    // Each lesson counts its pictures from 1, and browsers keep what they fetched from an address.
    if (!picture) this.#number = 0;
    else if (picture.number !== this.#number) {
      this.#number = picture.number;
      this.image.src = `${address("teaching/picture")}&n=${picture.number}&at=${Date.now()}`;
    }
    this.#draw();
  }

  #loaded = () => {
    const { naturalWidth, naturalHeight } = this.image;
    if (!naturalWidth) return;
    this.height = (WIDTH * naturalHeight) / naturalWidth;
    this.frame.style.aspectRatio = `${WIDTH} / ${this.height}`;
    this.frame.style.setProperty("--ratio", String(WIDTH / this.height));
    this.#draw();
    this.onload();
  };

  #draw = () => {
    const tops = this.#picture?.tops ?? [];
    const isTest = this.#picture?.source === "test";
    this.overlay.classList.toggle("rings", this.#areTokens);
    this.overlay.setAttribute("viewBox", `0 0 ${WIDTH} ${this.height}`);
    const grid = this.#grid;
    // Of a board all is shown, of dice where they lie.
    const isWhole = grid && !this.#areTokens;
    const around = isWhole ? (grid.corners ?? []) : tops.flatMap(({ corners }) => corners);
    const part = partWith(around, isWhole ? BOARD_MARGIN : MARGIN);
    this.lens.style.transform = `scale(${1 / part.size}) translate(${-100 * part.x}%, ${-100 * part.y}%)`;
    const { placing, free } = this.#chosen;
    const places = this.#labelPlaces(tops);
    show(this.overlay, [
      isWhole && grid.corners && gridDrawing({ ...grid, corners: grid.corners, active: 0 }, this.height),
      isWhole && grid.corners && this.#allPrinted(grid, grid.corners),
      tops.map((top, number) => this.#top(top, number, isTest, places[number])),
      free && this.#top(free, FREE, isTest, null),
      isWhole && grid.corners && this.#cursor(grid, grid.corners),
      placing && gridDrawing(placing, this.height),
      placing && cornerHandles(placing, this.height, this.acts.moveCorner),
    ]);
    this.overlay.removeAttribute("hidden");
  };

  /** @type {(grid: Grid, corners: readonly (readonly number[])[]) => Child[]} */
  #allPrinted = ({ columns, rows }, corners) => {
    const there = onPicture(corners, columns, rows);
    const units = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([x * WIDTH, y * this.height]);
    return Object.entries(this.#printed).map(([name, mark]) => {
      const [column, row] = name.split(",").map(Number);
      const side = sideOf(squareAt(there, column, row).map(units));
      return printedLabel(mark, units(there(column + 0.5, row + 0.5)), side);
    });
  };

  /** @type {(grid: Grid, corners: readonly (readonly number[])[]) => Child} */
  #cursor = (grid, corners) => {
    const there = onPicture(corners, grid.columns, grid.rows);
    const [column, row] = (this.#at = [
      Math.min(this.#at[0], grid.columns - 1),
      Math.min(this.#at[1], grid.rows - 1),
    ]);
    const square = squareAt(there, column, row);
    const tops = this.#picture?.tops ?? [];
    const number = tops.findIndex(({ cell }) => cell?.join() === `${column},${row}`);
    const printed = this.#printed[`${column},${row}`];
    const face = tops[number]?.face ?? tops[number]?.read;
    const words = [printed && printedName(printed), face && pieceName(face)].filter(Boolean);
    return squareCursor(
      [column, row],
      grid,
      square.map(([x, y]) => [x * WIDTH, y * this.height]),
      words.join(", ") || t("teach.printed_plain"),
      {
        go: (to) => {
          this.#at = to;
          this.#draw();
        },
        choose: () =>
          number < 0 ? this.acts.tapAt(there(column + 0.5, row + 0.5)) : this.acts.choose(number),
      },
    );
  };

  /** Where there is room for labels of dice and tokens: beside them, never over one. @param {LessonTop[]} tops */
  #labelPlaces = (tops) => {
    if (!this.#areTokens && tops.some(({ cell }) => cell)) return [];
    const units = (/** @type {readonly number[]} */ [x, y]) =>
      /** @type {Point} */ ([x * WIDTH, y * this.height]);
    const dice = tops.map(({ centre, corners }) => ({
      centre: units(centre),
      corners: corners.map(units),
    }));
    const side = Math.max(0, ...dice.map(({ corners }) => sideOf(corners)));
    return copyPlaces(dice, side, { width: WIDTH, height: this.height });
  };

  /** `place`: where its label stands; none where there is no room. @type {(top: LessonTop, number: number, isTest: boolean, place?: Point | null) => Child} */
  #top = (top, number, isTest, place) => {
    const units = (/** @type {readonly number[]} */ [x, y]) =>
      /** @type {Point} */ ([x * WIDTH, y * this.height]);
    const corners = top.corners.map(units);
    const points = pointsOf(corners);
    const face = top.face ?? top.read;
    const isChosen = number === FREE || this.#chosen.top === number;
    const doubtful = isTest && !top.sure && !top.face;
    const name = top.cell || this.#areTokens ? pieceName : faceName;
    const kind = [
      "top",
      isChosen && "chosen",
      top.face !== null && "named",
      this.#chosen.left.includes(number) && "left-out",
      doubtful && "doubtful",
    ];
    const words = [face === null ? t("teach.die_unnamed") : name(face), doubtful && t("teach.not_sure")];
    return h(
      "g",
      {
        class: kind.filter(Boolean).join(" "),
        tabindex: 0,
        role: "button",
        "aria-pressed": String(isChosen),
        "aria-label": labelOf(top, number, words.filter(Boolean).join(", "), this.#areTokens),
        "data-key": `top-${number}`,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, number),
      },
      ["halo", "rim"].map((edge) => this.#outline(units(top.centre), corners, points, edge)),
      face !== null && this.#areTokens && tokenLabel(face, units(top.centre), sideOf(corners), place),
      face !== null &&
        !this.#areTokens &&
        (top.cell
          ? pieceLabel(face, top.on, top.turns, units(top.centre), sideOf(corners))
          : place && label(face, place, copySize(sideOf(corners)), doubtful)),
    );
  };

  /** @type {(at: Point, corners: Point[], points: string, edge: string) => Child} */
  #outline = ([cx, cy], corners, points, edge) => {
    return this.#areTokens
      ? h("circle", { cx, cy, r: sideOf(corners) / 2, class: edge })
      : h("polygon", { points, class: edge });
  };

  /** @param {KeyboardEvent} event @param {number} number */
  #press = (event, number) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.acts.choose(number);
  };

  /** The die nearest to the tap is meant: fingers miss a little. @param {MouseEvent} event */
  #tap = (event) => {
    const at = placeOf(event, this.overlay);
    const away = ({ centre: [x, y], corners: [[x1, y1], [x2, y2]] } = /** @type {LessonTop} */ ({})) =>
      Math.hypot((at[0] - x) * WIDTH, (at[1] - y) * this.height) /
      Math.hypot((x2 - x1) * WIDTH, (y2 - y1) * this.height);
    const tops = this.#picture?.tops ?? [];
    const near = tops.map(away);
    const nearest = near.indexOf(Math.min(...near));
    const reach = this.#grid || this.#areTokens ? REACH_SQUARE : REACH;
    const isOnPiece = nearest >= 0 && near[nearest] < reach;
    const { placing, measures } = this.#chosen;
    if (isOnPiece && !placing && !measures) this.acts.choose(nearest);
    else this.acts.tapAt(at);
  };

  /** A place on the picture under a magnifying glass. @param {Point} at */
  loupe([x, y]) {
    const { naturalWidth: width, naturalHeight: height } = this.image;
    if (!width) return null;
    return drawn(t("teach.loupe"), (pen) => {
      const half = PIECE.side / 2;
      pen.translate(half, half);
      pen.scale(LOUPE, LOUPE);
      pen.drawImage(this.image, -x * width, -y * height);
      pen.setTransform(1, 0, 0, 1, 0, 0);
      for (const [colour, thick] of /** @type {[string, number][]} */ ([
        ["#fff", 5],
        ["#7a1fa2", 2],
      ])) {
        pen.strokeStyle = colour;
        pen.lineWidth = thick;
        pen.stroke(new Path2D(`M0 ${half}H${PIECE.side}M${half} 0V${PIECE.side}`));
      }
    });
  }

  /** A die enlarged, laid straight: its first edge at the top. Null before the picture has come. @param {LessonTop} top */
  piece({ centre: [x, y], corners: [[x1, y1], [x2, y2]] }) {
    const { naturalWidth: width, naturalHeight: height } = this.image;
    if (!width) return null;
    const side = Math.hypot((x2 - x1) * width, (y2 - y1) * height);
    return drawn(t("teach.die_large"), (pen) => {
      const scale = PIECE.side / (PIECE.room * side);
      pen.translate(PIECE.side / 2, PIECE.side / 2);
      pen.rotate(-Math.atan2((y2 - y1) * height, (x2 - x1) * width));
      pen.scale(scale, scale);
      pen.drawImage(this.image, -x * width, -y * height);
    });
  }
}

/** A square drawing, made with a pen. @type {(name: string, draw: (pen: CanvasRenderingContext2D) => void) => Child} */
const drawn = (name, draw) =>
  h("canvas.piece", {
    ...{ width: PIECE.side, height: PIECE.side, role: "img", "aria-label": name },
    ref: (/** @type {HTMLCanvasElement | null} */ canvas) => {
      const pen = canvas?.getContext("2d");
      if (!pen) return;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, PIECE.side, PIECE.side);
      draw(pen);
    },
  });

/** @type {(top: LessonTop, number: number, words: string, isToken: boolean) => string} */
const labelOf = ({ cell }, number, words, isToken) =>
  cell
    ? t("teach.square", { column: cell[0] + 1, row: cell[1] + 1, words })
    : t(isToken ? "teach.token" : "teach.die", { number: number + 1, words });

/** @param {Point[]} corners */
const sideOf = ([[x1, y1], [x2, y2]]) => Math.hypot(x2 - x1, y2 - y1);

/** A small copy of the face, its middle there. @type {(face: string, at: Point, size: number, doubtful: boolean) => Child} */
function label(face, [x, y], size, doubtful) {
  const transform = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  return h(
    "g.badge",
    { transform },
    dieGroup(face),
    doubtful && h("text.doubt-mark", { x: 108, y: 60, "font-size": 90, "text-anchor": "middle" }, "?"),
  );
}
