// The board, drawn: what is printed on it, the tiles with start, bridge and end, the gangs and their ways.

import { h } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { cardName, coveredIn, keyOf, kindName, printedOn, squareName } from "./state.js";
import { kindSymbol, outhouseSymbol, typeSymbol } from "./cards.js";

/** @import { Kind, Laid, Square, View, Way } from "./types.js" */

/** A tile as it is drawn, with the way that it runs. @typedef {Laid & { towards: string, outhouses?: Square[] }} Shown */

/** The side of a square, in units of the drawing. */
export const SIDE = 40;
const HALF = SIDE / 2;
const FRAME = 6;
/** How a tile lies within its squares. */
const INSET = 3;
const TURNS = { east: 0, south: 90, west: 180, north: 270 };

/** The middle of a square. @type {(square: Square) => [number, number]} */
export const middleOf = ([column, row]) => [column * SIDE + HALF, row * SIDE + HALF];

/**
 * The whole board, or the part of it within `viewBox`. `over` is drawn above all else, in the same units.
 * @type {(view: View, options?: { over?: Child, fresh?: Laid | null, provisional?: Shown | null, viewBox?: string }) => Child}
 */
export function boardDrawing(view, { over = null, fresh = null, provisional = null, viewBox } = {}) {
  const [columns, rows] = view.board.grid;
  const [width, height] = [columns * SIDE, rows * SIDE];
  const look = {
    viewBox: viewBox ?? `${-FRAME} ${-FRAME} ${width + 2 * FRAME} ${height + 2 * FRAME}`,
    class: "town",
    role: over ? "group" : "img",
    "aria-label": boardText(view),
  };
  return h("svg", look, [
    h("rect.edge", { x: -4, y: -4, width: width + 8, height: height + 8, rx: 6 }),
    grid(columns, rows),
    printed(view),
    view.town.tiles.map((tile, at) =>
      tileOnBoard(view.board, { ...tile, towards: view.runs[at] }, tile === fresh ? "fresh" : ""),
    ),
    provisional && proposed(view.board, provisional),
    view.town.ways.map((way) => wayMark(way)),
    view.town.gangs.map(({ kind, square }) =>
      gangMark(kind, middleOf(square), h("title", t("drunter.gang", { line: kindName(kind) }))),
    ),
    over,
  ]);
}

/** So many squares are seen around a tile that is asked about. */
const AROUND = 2;

/** The part of the board around a tile that may lie there. @type {(view: View, tile: Shown) => Child} */
export function boardAround(view, tile) {
  const [left, right] = reach(tile.squares.map(([column]) => column));
  const [top, bottom] = reach(tile.squares.map(([, row]) => row));
  const viewBox = [left, top, right - left, bottom - top].join(" ");
  return boardDrawing(view, { provisional: tile, viewBox });
}

/** @param {number[]} places */
const reach = (places) => [
  (Math.min(...places) - AROUND) * SIDE,
  (Math.max(...places) + 1 + AROUND) * SIDE,
];

/** @param {View} view */
const boardText = ({ board, town }) =>
  t("drunter.board", {
    edition: board.edition,
    tiles: town.tiles.length,
    buildings: Object.values(town.standing).flat().length,
  });

/** @type {(columns: number, rows: number) => Child} */
function grid(columns, rows) {
  const across = Array.from({ length: rows + 1 }, (_, row) => `M0 ${row * SIDE}H${columns * SIDE}`);
  const down = Array.from({ length: columns + 1 }, (_, column) => `M${column * SIDE} 0V${rows * SIDE}`);
  return h("path.grid", { d: [...across, ...down].join("") });
}

/** What is printed where no tile lies. @type {(view: View) => Child[]} */
function printed(view) {
  const covered = coveredIn(view);
  const isOpen = (/** @type {Square} */ square) => !covered.has(keyOf(square));
  const { buildings, outhouses, starts } = printedOn(view.board);
  const whole = { x: 1, y: 1, width: SIDE - 2, height: SIDE - 2 };
  const put = (/** @type {string} */ transform, /** @type {Child} */ symbol) =>
    h("g", { transform }, symbol);
  return [
    ...buildings
      .filter(({ square }) => isOpen(square))
      .map(({ square, type, value }) =>
        onSquare(square, "building", `${cardName(type)} ${value}`, [
          h("rect", whole),
          put("translate(2 2) scale(0.96)", typeSymbol(type)),
          h("text", { x: 38, y: 37, "text-anchor": "end", "font-size": 21 }, String(value)),
        ]),
      ),
    ...outhouses
      .filter(isOpen)
      .map((square) =>
        onSquare(square, "privy", t("drunter.outhouse"), [
          put("translate(5 4) scale(1.25)", outhouseSymbol()),
        ]),
      ),
    ...starts.map(({ square, kind }) =>
      onSquare(square, `start ${kind}`, t("drunter.start", { line: kindName(kind) }), [
        h("rect", { ...whole, rx: 5 }),
        put("translate(7 7) scale(1.08)", kindSymbol(kind)),
      ]),
    ),
  ];
}

/** @type {(square: Square, look: string, title: string, inside: Child[]) => Child} */
function onSquare([column, row], look, title, inside) {
  const transform = `translate(${column * SIDE} ${row * SIDE})`;
  return h("g", { transform, class: look }, h("title", title), inside);
}

/** @type {(board: View["board"], tile: Shown, look: string) => Child} */
function tileOnBoard(board, { kind, squares, towards }, look) {
  const [first] = squares;
  const turn = TURNS[/** @type {keyof typeof TURNS} */ (towards)];
  const [x, y] = middleOf(first);
  const title = t("drunter.tile", { line: kindName(kind), length: squares.length });
  return h("g", { transform: `translate(${x} ${y}) rotate(${turn})`, class: `tile ${kind} ${look}` }, [
    h("title", `${title}, ${squareName(board, first)}`),
    tileShape(kind, squares.length),
  ]);
}

/** A tile that is voted on, and the outhouses under it. @type {(board: View["board"], tile: Shown) => Child[]} */
const proposed = (board, tile) => [
  tileOnBoard(board, tile, "provisional"),
  (tile.outhouses ?? []).map((square) =>
    onSquare(square, "asked", t("drunter.outhouse"), [
      h("circle", { cx: HALF, cy: HALF, r: 16 }),
      h("g", { transform: "translate(8 7.500)" }, outhouseSymbol()),
    ]),
  ),
];

/** A tile that runs to the right, the middle of its start field at 0, 0. @type {(kind: Kind, length: number) => Child[]} */
export function tileShape(kind, length) {
  const end = (length - 1) * SIDE;
  const [x, width] = [INSET - HALF, length * SIDE - 2 * INSET];
  const height = SIDE - 2 * INSET - 2;
  return [
    h("rect.body", { x, y: -height / 2, width, height, rx: 5 }),
    h("path.pattern", { d: PATTERNS[kind](x + 3, x + width - 3) }),
    ...(length === 3 ? [bridge()] : []),
    h("path.begin", { d: `M${x} -9l8 9-8 9Z` }),
    h("path.arrow", { d: `M${end + 7} -11l8 11-8 11` }),
  ];
}

/** Under it a line passes. */
const bridge = () =>
  h("g.bridge", [
    h("rect", { x: SIDE - 9, y: -17, width: 18, height: 34, rx: 3 }),
    h("path", { d: `M${SIDE - 6} -13q6 13 0 26M${SIDE + 6} -13q-6 13 0 26` }),
  ]);

/** How each line looks apart from its colour, between two places. @type {Record<Kind, (from: number, to: number) => string>} */
const PATTERNS = {
  street: (from, to) =>
    `M${from} -8H${to}M${from} 8H${to}${steps(from + 4, to - 5, 12, (x) => `M${x} 0h6`)}`,
  river: (from, to) =>
    [-9, 0, 9].map((y) => steps(from + 1, to - 9, 10, (x) => `M${x} ${y}q2.500 -5 5 0t5 0`)).join(""),
  wall: (from, to) =>
    [
      `M${from} -5H${to}M${from} 5H${to}`,
      steps(from + 7, to, 12, (x) => `M${x} -14v9M${x} 5v9`),
      steps(from + 1, to, 12, (x) => `M${x} -5v10`),
    ].join(""),
};

/** @type {(from: number, to: number, by: number, draw: (at: number) => string) => string} */
function steps(from, to, by, draw) {
  const count = Math.max(0, Math.floor((to - from) / by) + 1);
  return Array.from({ length: count }, (_, i) => draw(from + i * by)).join("");
}

/** @type {(kind: Kind, at: [number, number], title?: Child) => Child} */
export const gangMark = (kind, at, title = null) =>
  h("g", { transform: `translate(${at.join(" ")})`, class: `gang ${kind}` }, [
    title,
    h("circle.disc", { r: 15.5 }),
    h("g", { transform: "translate(-10.500 -10.500) scale(0.875)" }, kindSymbol(kind)),
  ]);

/** Where a line can go on: a wedge into the first square of the way, and a line over bridges to it. @type {(way: Way) => Child} */
function wayMark({ kind, gang, towards, squares }) {
  const [x, y] = middleOf(gang);
  const far = Math.abs(squares[0][0] - gang[0]) + Math.abs(squares[0][1] - gang[1]) - 1;
  const edge = HALF + far * SIDE;
  const d = `M${edge + 1} -8l9 8-9 8Z${far > 0 ? `M18 -2H${edge}v4H18Z` : ""}`;
  return h("path", {
    d,
    transform: `translate(${x} ${y}) rotate(${TURNS[towards]})`,
    class: `way ${kind}`,
  });
}

/** A tile as a picture of its own. @type {(kind: Kind, length: number) => Child} */
export function tilePicture(kind, length) {
  const viewBox = `${-HALF} ${-HALF} ${length * SIDE} ${SIDE}`;
  const look = { viewBox, class: "tile-picture", "aria-hidden": "true", style: `--length: ${length}` };
  return h("svg", look, h("g", { class: `tile ${kind}` }, tileShape(kind, length)));
}
