// A player's mark: a shape and a colour, since colour alone does not reach every eye.

import { h, svg } from "./dom.js";

const SHAPES = [
  () => svg("circle", { cx: 12, cy: 12, r: 10 }),
  () => svg("rect", { x: 3, y: 3, width: 18, height: 18 }),
  () => svg("path", { d: "M12 1.5 23 21.5H1Z" }),
  () => svg("path", { d: "M12 0.5 22 12 12 23.5 2 12Z" }),
  () => svg("path", { d: "M12 1 22.5 9 18.5 21.5H5.5L1.5 9Z" }),
  () => svg("path", { d: "M9 1h6v8h8v6h-8v8H9v-8H1V9h8Z" }),
];

/** @type {(seats: string[], name: string) => SVGElement} */
export function mark(seats, name) {
  const place = Math.max(0, seats.indexOf(name)) % SHAPES.length;
  const attributes = { viewBox: "0 0 24 24", class: `mark seat-${place + 1}`, "aria-hidden": "true" };
  return svg("svg", attributes, SHAPES[place]());
}

/** @type {(seats: string[], name: string) => HTMLElement} */
export function player(seats, name) {
  return h("span", { class: "player" }, mark(seats, name), h("span", { class: "name" }, name));
}
