// A city of dice as a drawing: walls where it is closed, gaps where it is open.

import { h } from "../../base/dom.js";
import { dieGroup } from "../../picture/faces.js";
import { t } from "../../base/texts.js";

/** @import { BuiltDie, Cell, City, Side, View } from "./types.js" */

/** Side of a die in the drawing, and the room around all of them. */
const DIE = 100;
const ROOM = 16;
/** Columns between dice that touch nowhere. */
const APART = 0.5;
/** Where a side of a cell begins and ends. @type {Record<Side, [number, number, number, number]>} */
const ENDS = { top: [0, 0, 1, 0], right: [1, 0, 1, 1], bottom: [0, 1, 1, 1], left: [0, 0, 0, 1] };

/** The way to the cell beside each side, clockwise from the top. @type {Record<Side, Cell>} */
const BESIDE = { top: [0, -1], right: [1, 0], bottom: [0, 1], left: [-1, 0] };
export const SIDES = /** @type {Side[]} */ (Object.keys(BESIDE));

/** @type {(cell: Cell, side: Side) => Cell} */
export const cellBeside = ([column, row], side) => [column + BESIDE[side][0], row + BESIDE[side][1]];

/** @param {Pick<View, "cities">} view */
export const cityText = ({ cities }) =>
  [...cities]
    .sort((one, other) => Number(other.closed) - Number(one.closed))
    .map(({ closed, size, points, open_edges: { length: count } }) =>
      closed ? t("city.closed", { size, points }) : t("city.open", { size, count }),
    )
    .join(" ");

/**
 * The smallest field of cells that holds all of them, with `margin` cells around.
 * @type {(cells: Cell[], margin?: number) => { left: number, top: number, right: number, bottom: number }}
 */
export function bounds(cells, margin = 0) {
  const columns = cells.map(([column]) => column);
  const rows = cells.map(([, row]) => row);
  return {
    left: Math.min(...columns) - margin,
    top: Math.min(...rows) - margin,
    right: Math.max(...columns) + margin,
    bottom: Math.max(...rows) + margin,
  };
}

/** @param {View} view */
export function cityDrawing(view) {
  const { city, cities } = sideBySide(view);
  const { left, top, right, bottom } = bounds(city.map(({ cell }) => cell));
  const columns = right - left + 1;
  const rows = bottom - top + 1;
  const box = [left * DIE - ROOM, top * DIE - ROOM, columns * DIE + 2 * ROOM, rows * DIE + 2 * ROOM];
  const style = `--columns: ${columns}; --rows: ${rows}`;
  return h(
    "svg.city-drawing",
    { viewBox: box.join(" "), role: "img", "aria-label": cityText(view), style },
    [city.map(placedDie), cities.map(wall), cities.flatMap((each) => each.open_edges.map(gap))],
  );
}

/**
 * Groups of dice that touch nowhere may lie far apart on the table: here they stand side by side.
 * @type {(view: View) => Pick<View, "city" | "cities">}
 */
function sideBySide(view) {
  /** @type {Map<string, Cell>} */
  const moves = new Map();
  let column = 0;
  for (const group of touching(view.city.map(({ cell }) => cell))) {
    const { left, top, right } = bounds(group);
    for (const cell of group) moves.set(String(cell), [cell[0] - left + column, cell[1] - top]);
    column += right - left + 1 + APART;
  }
  const moved = (/** @type {Cell} */ cell) => moves.get(String(cell)) ?? cell;
  return {
    city: view.city.map((die) => ({ ...die, cell: moved(die.cell) })),
    cities: view.cities.map((city) => ({
      ...city,
      cells: city.cells.map(moved),
      open_edges: city.open_edges.map((edge) => ({ ...edge, cell: moved(edge.cell) })),
    })),
  };
}

/** Cells in groups, each of which hangs together. @type {(cells: Cell[]) => Cell[][]} */
function touching(cells) {
  const left = new Map(cells.map((cell) => [String(cell), cell]));
  /** @type {Cell[][]} */
  const groups = [];
  for (const [name, first] of left) {
    left.delete(name);
    const group = [first];
    for (const cell of group) {
      const near = SIDES.map((side) => left.get(String(cellBeside(cell, side)))).filter(
        (found) => found !== undefined,
      );
      for (const found of near) left.delete(String(found));
      group.push(...near);
    }
    groups.push(group);
  }
  return groups;
}

/** @param {BuiltDie} die */
const placedDie = ({ face, cell: [column, row], turns }) =>
  dieGroup(face, turns, { transform: `translate(${column * DIE} ${row * DIE})` });

/** @param {City} city */
function wall({ cells, points }) {
  const own = new Set(cells.map(String));
  const d = cells.flatMap((cell) =>
    SIDES.filter((side) => !own.has(String(cellBeside(cell, side)))).map((side) => line(cell, side)),
  );
  return h("path", { d: d.join(""), class: points > 0 ? "wall closed" : "wall open" });
}

/** @param {City["open_edges"][number]} edge */
function gap({ cell, side }) {
  const d = line(cell, side);
  return h("g.gap", h("path.halo", { d }), h("path.mark", { d }));
}

/** @type {(cell: Cell, side: Side) => string} */
function line([column, row], side) {
  const [x1, y1, x2, y2] = ENDS[side];
  return `M${(column + x1) * DIE} ${(row + y1) * DIE}L${(column + x2) * DIE} ${(row + y2) * DIE}`;
}
