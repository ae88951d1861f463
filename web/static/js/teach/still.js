// The lesson's picture: it stands still while it is tapped, with the dice that are seen in it.

import { address } from "../base/api.js";
import { byId, h, showAtOnce } from "../base/dom.js";
import { once } from "../base/finger.js";
import { whenPressed } from "../base/keys.js";
import { WIDTH, between, placeOf, pointsOf, sideOf, unitsOf } from "../base/plane.js";
import { dieGroup } from "../picture/faces.js";
import { partWith } from "../picture/picture.js";
import { faceName, t } from "../base/texts.js";
import { cornerHandles, gridDrawing, squareCursor } from "./corners.js";
import { squareAt, squaresOn } from "../picture/homography.js";
import { pieceLabel, pieceName, tokenLabel } from "./pieces.js";
import { printedLabel, printedName } from "./printed.js";
import { copyPlaces, copySize } from "../picture/reading.js";

/** @import { Cell } from "./corners.js" */
/** @import { Grid, Lesson, LessonTop } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** A board's grid whose corners are set. @typedef {Grid & { corners: readonly (readonly number[])[] }} Set */

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
  height = WIDTH * 0.75;
  #number = 0;
  #src = "";
  /** @type {HTMLImageElement | null} */
  #image = null;
  /** The square to which the keyboard has gone. @type {Cell} */
  #at = [0, 0];

  /** @param {Teaching} teaching */
  constructor(teaching) {
    this.teaching = teaching;
  }

  draw() {
    const { lesson } = this.teaching;
    const number = lesson?.picture?.number ?? 0;
    // Each lesson counts its pictures from 1, and browsers keep what they fetched from an address.
    if (number && number !== this.#number)
      this.#src = `${address("teaching/picture")}&n=${number}&at=${Date.now()}`;
    this.#number = number;
    showAtOnce(byId("still"), lesson?.picture && this.#frame(lesson));
  }

  /** @param {Lesson} lesson */
  #frame = ({ kind, grid, picture }) => {
    const { tops } = this.teaching;
    const areTokens = kind === "tokens";
    const isSet = grid?.corners && !areTokens;
    // Of a board all is shown, of dice where they lie.
    const isWhole = grid && !areTokens;
    const around = isWhole ? (grid.corners ?? []) : tops.flatMap(({ corners }) => corners);
    const { x, y, size } = partWith(around, isWhole ? BOARD_MARGIN : MARGIN);
    const { placing, free } = this.teaching.chosen;
    const places = this.#labelPlaces(areTokens);
    const isTest = picture?.source === "test";
    const look = { viewBox: `0 0 ${WIDTH} ${this.height}`, onclick: once(this.#tap) };
    const shape = `aspect-ratio: ${WIDTH} / ${this.height}; --ratio: ${WIDTH / this.height}`;
    return h("div.frame", { style: shape }, [
      h("div.lens", { style: `transform: scale(${1 / size}) translate(${-100 * x}%, ${-100 * y}%)` }, [
        h("img", {
          ...{ alt: "", draggable: "false", src: this.#src, onload: this.#loaded },
          ref: (/** @type {HTMLImageElement | null} */ image) => (this.#image = image),
        }),
        h("svg", { ...look, class: ["overlay", "tops", areTokens && "rings"] }, [
          isSet && this.#board(/** @type {Set} */ (grid)),
          tops.map((top, number) => this.#top(top, number, areTokens, isTest, places[number])),
          free && this.#top(free, FREE, areTokens, isTest, null),
          isSet && this.#cursor(/** @type {Set} */ (grid)),
          placing && gridDrawing(placing, this.height),
          placing &&
            cornerHandles(placing, this.height, (corner, to) => this.teaching.moveCorner(corner, to)),
        ]),
      ]),
    ]);
  };

  #loaded = () => {
    const { naturalWidth = 0, naturalHeight = 0 } = this.#image ?? {};
    if (!naturalWidth) return;
    this.height = (WIDTH * naturalHeight) / naturalWidth;
    this.teaching.draw();
  };

  /** What is printed on the squares, where that is asked. @returns {Record<string, string>} */
  #printed = () => (this.teaching.asksPrinted && this.teaching.lesson?.printed?.cells) || {};

  /** @param {Set} grid @returns {Child[]} */
  #board = (grid) => {
    const { at: there } = squaresOn(grid.corners, grid.columns, grid.rows);
    const units = unitsOf(this.height);
    const labels = Object.entries(this.#printed()).map(([name, mark]) => {
      const [column, row] = name.split(",").map(Number);
      const side = sideOf({ corners: squareAt(there, column, row).map(units) });
      return printedLabel(mark, units(there(column + 0.5, row + 0.5)), side);
    });
    return [gridDrawing({ ...grid, active: 0 }, this.height), labels];
  };

  /** @param {Set} grid */
  #cursor = (grid) => {
    const { teaching } = this;
    const { at: there } = squaresOn(grid.corners, grid.columns, grid.rows);
    const [column, row] = [
      Math.min(this.#at[0], grid.columns - 1),
      Math.min(this.#at[1], grid.rows - 1),
    ];
    const number = teaching.tops.findIndex(({ cell }) => cell?.join() === `${column},${row}`);
    const printed = this.#printed()[`${column},${row}`];
    const { face = null, read = null } = teaching.tops[number] ?? {};
    const words = [printed && printedName(printed), (face ?? read) && pieceName(face ?? read ?? "")];
    return squareCursor(
      [column, row],
      grid,
      squareAt(there, column, row).map(unitsOf(this.height)),
      words.filter(Boolean).join(", ") || t("teach.printed_plain"),
      {
        go: (to) => {
          this.#at = to;
          this.draw();
        },
        choose: () =>
          number < 0 ? teaching.tapAt(there(column + 0.5, row + 0.5)) : teaching.choose(number),
      },
    );
  };

  /** Where there is room for labels of dice and tokens: beside them, never over one. @param {boolean} areTokens */
  #labelPlaces = (areTokens) => {
    const { tops } = this.teaching;
    if (!areTokens && tops.some(({ cell }) => cell)) return [];
    const units = unitsOf(this.height);
    const dice = tops.map(({ centre, corners }) => ({
      centre: units(centre),
      corners: corners.map(units),
    }));
    return copyPlaces(dice, Math.max(0, ...dice.map(sideOf)), { width: WIDTH, height: this.height });
  };

  /** `place`: where its label stands; none where there is no room. @type {(top: LessonTop, number: number, areTokens: boolean, isTest: boolean, place?: Point | null) => Child} */
  #top = (top, number, areTokens, isTest, place) => {
    const { chosen } = this.teaching;
    const units = unitsOf(this.height);
    const [at, corners] = [units(top.centre), top.corners.map(units)];
    const side = sideOf({ corners });
    const face = top.face ?? top.read;
    const isChosen = number === FREE || chosen.top === number;
    const doubtful = isTest && !top.sure && !top.face;
    const name = top.cell || areTokens ? pieceName : faceName;
    const words = [face === null ? t("teach.die_unnamed") : name(face), doubtful && t("teach.not_sure")];
    const look = [
      "top",
      isChosen && "chosen",
      top.face !== null && "named",
      chosen.left.includes(number) && "left-out",
      doubtful && "doubtful",
    ];
    const label = (/** @type {string} */ shown) => {
      if (areTokens) return tokenLabel(shown, at, side, place);
      if (top.cell) return pieceLabel(shown, top.on, top.turns, at, side);
      return place && faceLabel(shown, place, copySize(side), doubtful);
    };
    return h(
      "g",
      {
        class: look,
        tabindex: 0,
        role: "button",
        "aria-pressed": String(isChosen),
        "aria-label": labelOf(top, number, words.filter(Boolean).join(", "), areTokens),
        "data-key": `top-${number}`,
        onkeydown: whenPressed(() => this.teaching.choose(number)),
      },
      ["halo", "rim"].map((edge) =>
        areTokens
          ? h("circle", { cx: at[0], cy: at[1], r: side / 2, class: edge })
          : h("polygon", { points: pointsOf(corners), class: edge }),
      ),
      face !== null && label(face),
    );
  };

  /** The die nearest to the tap is meant: fingers miss a little. @param {any} event */
  #tap = (event) => {
    const { teaching } = this;
    const { chosen, lesson, tops, asksSize } = teaching;
    const at = placeOf(event, event.currentTarget);
    const units = unitsOf(this.height);
    const near = tops.map(
      ({ centre, corners }) =>
        between(units(at), units(centre)) / sideOf({ corners: corners.map(units) }),
    );
    const nearest = near.indexOf(Math.min(...near));
    const reach = lesson?.grid || lesson?.kind === "tokens" ? REACH_SQUARE : REACH;
    // While a token is measured a tap means the place, not what was taken for a token there.
    const measures = asksSize && !lesson?.grid;
    if (near[nearest] < reach && !chosen.placing && !measures) teaching.choose(nearest);
    else teaching.tapAt(at);
  };

  /** A place on the picture under a magnifying glass. @param {Point} at */
  loupe(at) {
    return this.#enlarged(t("teach.loupe"), at, LOUPE, 0, (pen) => {
      const half = PIECE.side / 2;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      const strokes = /** @type {[string, number][]} */ (Object.entries({ "#fff": 5, "#7a1fa2": 2 }));
      for (const [colour, thick] of strokes) {
        pen.strokeStyle = colour;
        pen.lineWidth = thick;
        pen.stroke(new Path2D(`M0 ${half}H${PIECE.side}M${half} 0V${PIECE.side}`));
      }
    });
  }

  /** A die enlarged, laid straight: its first edge at the top. Null before the picture has come. @param {LessonTop} top */
  piece({ centre: [x, y], corners: [[x1, y1], [x2, y2]] }) {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = this.#image ?? {};
    const [right, down] = [(x2 - x1) * width, (y2 - y1) * height];
    const scale = PIECE.side / (PIECE.room * Math.hypot(right, down));
    return this.#enlarged(t("teach.die_large"), [x, y], scale, -Math.atan2(down, right));
  }

  /** A place of the picture in the middle of a square, so much larger and turned. @type {(name: string, at: Point, scale: number, turn: number, more?: (pen: CanvasRenderingContext2D) => void) => Child} */
  #enlarged = (name, [x, y], scale, turn, more = () => {}) => {
    const image = this.#image;
    if (!image?.naturalWidth) return null;
    const draw = (/** @type {HTMLCanvasElement | null} */ canvas) => {
      const pen = canvas?.getContext("2d");
      if (!pen) return;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, PIECE.side, PIECE.side);
      pen.translate(PIECE.side / 2, PIECE.side / 2);
      pen.rotate(turn);
      pen.scale(scale, scale);
      pen.drawImage(image, -x * image.naturalWidth, -y * image.naturalHeight);
      more(pen);
    };
    const look = { width: PIECE.side, height: PIECE.side, role: "img", "aria-label": name };
    return h("canvas.piece", { ...look, ref: draw });
  };
}

/** @type {(top: LessonTop, number: number, words: string, isToken: boolean) => string} */
const labelOf = ({ cell }, number, words, isToken) =>
  cell
    ? t("teach.square", { column: cell[0] + 1, row: cell[1] + 1, words })
    : t(isToken ? "teach.token" : "teach.die", { number: number + 1, words });

/** A small copy of the face, its middle there. @type {(face: string, at: Point, size: number, doubtful: boolean) => Child} */
const faceLabel = (face, [x, y], size, doubtful) =>
  h("g.badge", { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})` }, [
    dieGroup(face),
    doubtful && h("text.doubt-mark", { x: 108, y: 60, "font-size": 90, "text-anchor": "middle" }, "?"),
  ]);
