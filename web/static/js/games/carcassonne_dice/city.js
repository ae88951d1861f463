// A city of dice as a drawing: walls where it is closed, gaps where it is open.

import { svg } from "../dom.js";
import { dieGroup } from "../faces.js";
import { t } from "../words.js";

const SIDES = { top: [0, 0, 1, 0], right: [1, 0, 1, 1], bottom: [0, 1, 1, 1], left: [0, 0, 0, 1] };
const BESIDE = { top: [0, -1], right: [1, 0], bottom: [0, 1], left: [-1, 0] };

export function cityText(view) {
  const closed = view.cities.filter((city) => city.closed);
  const open = view.cities.filter((city) => !city.closed);
  return [
    ...closed.map((city) => t("city.closed", { size: city.size })),
    ...open.map((city) => t("city.open", { size: city.size, count: city.open_edges.length })),
  ].join(" ");
}

/** The smallest field of cells that holds all of them, with `margin` cells around. */
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

export function cityDrawing(view) {
  const near = closer(view);
  const { left, top, right, bottom } = bounds(near.city.map(({ cell }) => cell));
  const box = [left * 100 - 16, top * 100 - 16, (right - left + 1) * 100 + 32, (bottom - top + 1) * 100 + 32];
  const drawing = svg(
    "svg",
    { viewBox: box.join(" "), class: "city-drawing", role: "img", "aria-label": cityText(view) },
    near.city.map(placedDie),
    near.cities.map(wall),
    near.cities.flatMap((city) => city.open_edges.map(gap)),
  );
  drawing.style.setProperty("--columns", right - left + 1);
  drawing.style.setProperty("--rows", bottom - top + 1);
  return drawing;
}

/** Groups of dice that touch nowhere may lie far apart on the table: here they stand side by side. */
function closer(view) {
  const moves = new Map();
  let column = 0;
  for (const group of groups(view.city.map(({ cell }) => cell))) {
    const { left, top, right } = bounds(group);
    for (const cell of group) moves.set(String(cell), [cell[0] - left + column, cell[1] - top]);
    column += right - left + 1.5;
  }
  const moved = (cell) => moves.get(String(cell));
  return {
    city: view.city.map((die) => ({ ...die, cell: moved(die.cell) })),
    cities: view.cities.map((city) => ({
      ...city,
      cells: city.cells.map(moved),
      open_edges: city.open_edges.map((edge) => ({ ...edge, cell: moved(edge.cell) })),
    })),
  };
}

function groups(cells) {
  const left = new Map(cells.map((cell) => [String(cell), cell]));
  const found = [];
  while (left.size) {
    const group = [left.values().next().value];
    left.delete(String(group[0]));
    for (const [column, row] of group) {
      for (const [dx, dy] of Object.values(BESIDE)) {
        const key = String([column + dx, row + dy]);
        if (left.has(key)) group.push(left.get(key));
        left.delete(key);
      }
    }
    found.push(group);
  }
  return found;
}

export function placedDie({ face, cell: [column, row], turns }) {
  return dieGroup(face, turns, { transform: `translate(${column * 100} ${row * 100})` });
}

function wall(city) {
  const own = new Set(city.cells.map(String));
  const d = city.cells.flatMap(([column, row]) =>
    Object.entries(BESIDE)
      .filter(([, [dx, dy]]) => !own.has(String([column + dx, row + dy])))
      .map(([side]) => line(column, row, side)),
  );
  return svg("path", { d: d.join(""), class: city.closed ? "wall closed" : "wall open" });
}

function gap({ cell: [column, row], side }) {
  const d = line(column, row, side);
  return svg("g", { class: "gap" }, svg("path", { d, class: "halo" }), svg("path", { d, class: "mark" }));
}

function line(column, row, side) {
  const [x1, y1, x2, y2] = SIDES[side];
  return `M${(column + x1) * 100} ${(row + y1) * 100}L${(column + x2) * 100} ${(row + y2) * 100}`;
}
