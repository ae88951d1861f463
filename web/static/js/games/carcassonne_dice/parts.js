// Faces by their parts: which city edges belong together, drawn so, and changed by tapping them.

import { svg } from "../../dom.js";

/** A face's parts, each by the edges it joins. @typedef {string[][]} Parts */

export const SIDES = ["top", "right", "bottom", "left"];

/** The faces as they are usually printed. @type {Record<string, Parts>} */
export const PRINTED = {
  cap: [["top"]],
  straight: [["top", "bottom"]],
  corner: [["top", "right"]],
  three: [["top", "right", "bottom"]],
};

/** A part of one edge ends before the middle, one of several reaches it: there its edges meet. */
const [ALONE, JOINED] = ["M18 8H82C78 28 66 35 50 35S22 28 18 8Z", "M9 8H91L58 58H42Z"];

/** What is printed on a face with these parts, in a field of 100 × 100. @param {Parts} parts */
export const partsDrawn = (parts) =>
  parts.flatMap((edges) =>
    edges.map((edge) => {
      const d = edges.length > 1 ? JOINED : ALONE;
      return svg("path", { d, class: "print", transform: `rotate(${90 * SIDES.indexOf(edge)} 50 50)` });
    }),
  );

/** Whether two faces join the same edges. @type {(one: Parts, other: Parts) => boolean} */
export const isSame = (one, other) => keyOf(one) === keyOf(other);

/** @param {Parts} parts */
const keyOf = (parts) =>
  parts
    .map((edges) => [...edges].sort().join("+"))
    .sort()
    .join("/");

/** All other ways in which the same city edges may belong together. @type {(parts: Parts) => Parts[]} */
export const otherWays = (parts) => ways(parts.flat()).filter((way) => !isSame(way, parts));

/** @type {(edges: string[]) => Parts[]} */
function ways([first, ...rest]) {
  if (first === undefined) return [[]];
  return ways(rest).flatMap((way) => [
    [[first], ...way],
    ...way.map((edges, place) => way.map((own, i) => (i === place ? [first, ...edges] : own))),
  ]);
}

/** The part that an edge belongs to, counted from 1; 0: it is a field. @type {(parts: Parts, edge: string) => number} */
export const partOf = (parts, edge) => parts.findIndex((edges) => edges.includes(edge)) + 1;

/** The face with an edge in its next part, in one of its own, or as a field. @type {(parts: Parts, edge: string) => Parts} */
export function tapped(parts, edge) {
  const next = partOf(parts, edge) + 1;
  const isAlone = parts[next - 2]?.length === 1;
  const others = parts.map((edges) => edges.filter((one) => one !== edge));
  const into = isAlone && next > parts.length ? 0 : next % (parts.length + 2);
  if (into > others.length) others.push([]);
  return others
    .map((edges, place) => (place === into - 1 ? [...edges, edge] : edges))
    .filter((edges) => edges.length);
}
