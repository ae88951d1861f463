// A player's mark: a shape and a colour, since colour alone does not reach every eye.

import { h } from "./dom.js";

const SHAPES = [
  "M12 2a10 10 0 1 0 .01 0Z",
  "M3 3H21V21H3Z",
  "M12 1.5 23 21.5H1Z",
  "M12 .5 22 12 12 23.5 2 12Z",
  "M12 1 22.5 9 18.5 21.5H5.5L1.5 9Z",
  "M9 1h6v8h8v6h-8v8H9v-8H1V9h8Z",
];
/** Colours and signs, as they are counted. */
export const COLOURS = SHAPES.map((_, place) => place + 1);

/** By what the table knows those who sit there, and players. @type {State["marks"]} */
let marks = {};

/** Use these from now on; tell whether any is another than before. @param {State["marks"]} more */
export function useMarks(more) {
  const before = JSON.stringify(marks);
  marks = { ...marks, ...more };
  return JSON.stringify(marks) !== before;
}

/** @type {(sign: { colour: number, sign: number }, more?: string, look?: Attributes) => Child} */
export const marked = ({ colour, sign }, more = "", look = {}) =>
  h(
    "svg",
    { viewBox: "0 0 24 24", class: `mark seat-${colour} ${more}`, "aria-hidden": "true", ...look },
    h("path", { d: SHAPES[sign - 1] }),
  );

/** `more`: further classes. @type {(seats: string[], name: string, more?: string, look?: Attributes) => Child} */
export function mark(seats, name, more, look) {
  const usual = (Math.max(0, seats.indexOf(name)) % SHAPES.length) + 1;
  return marked(marks[name] ?? { colour: usual, sign: usual }, more, look);
}

/** @type {(seats: string[], name: string) => Child} */
export const player = (seats, name) => h("span.player", mark(seats, name), h("span.name", name));
