// The board as it was read, over the camera's picture: a rim and a symbol for each cell with a tile part or a gang,
// and what cannot be seen.

import { h } from "../../base/dom.js";
import { pointsOf } from "../../base/plane.js";
import { rimmed } from "../../picture/reading.js";
import { nameOf, t } from "../../base/texts.js";
import { KINDS, kindName } from "./state.js";
import { kindSymbol } from "./cards.js";

/** @import { Kind, SeenBoard, SeenCell } from "./types.js" */

/** How large a symbol is, in sides of a cell. */
const SIZE = 0.5;
/** What marks a part, where its tile runs upwards, in a field of 24 × 24 around 0, 0. @type {Record<string, string>} */
const PARTS = {
  single: "",
  start: "M-5 -13L0 -19L5 -13Z",
  bridge: "M-17 -7V7M17 -7V7",
  end: "M-6 14H6M-6 18H6",
};

/** @type {(board: SeenBoard | null, at: (point: Point) => Point) => Drawing} */
export function drawBoard(board, at) {
  if (!board) return {};
  return {
    lines: [
      ...board.hidden.map(({ corners }) => outline(corners.map(at), "unsure", t("reading.covered"))),
      ...board.cells.map((cell) =>
        outline(cell.corners.map(at), cell.sure ? "sure" : "unsure", textOf(cell)),
      ),
    ],
    labels: board.cells.map((cell) => sign(cell, cell.corners.map(at))),
  };
}

/** @type {(corners: Point[], look: string, title: string) => Child} */
const outline = (corners, look, title) => rimmed("polygon", { points: pointsOf(corners) }, look, title);

/** @param {SeenCell} cell */
function partsOf({ label }) {
  const [kind, part = ""] = label.split(".");
  return { kind: KINDS.find((one) => one === kind) ?? null, part };
}

/** @param {SeenCell} cell */
function textOf(cell) {
  const { kind, part } = partsOf(cell);
  const named = kind ? `${kindName(kind)}, ${t(`drunter.part.${part}`)}` : nameOf("", cell.label);
  return [cell.sure ? "" : "?", cell.label === "empty" ? "" : named, cell.on ? t("drunter.a_gang") : ""]
    .filter(Boolean)
    .join(" ");
}

/** The symbol of what was read, turned as the tile runs; a second ring where a gang stands. @type {(cell: SeenCell, corners: Point[]) => Child} */
function sign(cell, corners) {
  const [[x1, y1], [x2, y2]] = corners;
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const size = (Math.hypot(x2 - x1, y2 - y1) * SIZE) / 24;
  const board = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const { kind, part } = partsOf(cell);
  return h("g.seen-part", { transform: `translate(${x} ${y}) rotate(${board}) scale(${size})` }, [
    h("circle", { r: 13 }),
    cell.on !== null && h("circle.seen-gang", { r: 16 }),
    h("path", { d: PARTS[part] ?? "", transform: `rotate(${90 * cell.turns})` }),
    inside(cell, kind),
  ]);
}

/** @type {(cell: SeenCell, kind: Kind | null) => Child} */
function inside({ sure }, kind) {
  if (!sure) return h("text", { y: 8, "text-anchor": "middle", "font-size": 22 }, "?");
  return kind && h("g", { transform: "translate(-9 -9) scale(0.75)" }, kindSymbol(kind));
}
