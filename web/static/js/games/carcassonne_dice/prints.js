// What is printed on the faces: cities black on white, a little short of the rim at their edges; the
// knight; the catapult.

import { h } from "../../base/dom.js";
import { partsDrawn } from "../../picture/parts.js";

const KNIGHT =
  "M50 13c9 0 15 6 15 14 0 4-1 7-3 10 12 3 26 10 26 17 0 5-6 8-12 8-4 0-8-1-11-2 3 9 10 18 16 24 2 2 1 5-2 5H59c-2 0-3-1-4-3l-5-11-5 11c-1 2-2 3-4 3H21c-3 0-4-3-2-5 6-6 13-15 16-24-3 1-7 2-11 2-6 0-12-3-12-8 0-7 14-14 26-17-2-3-3-6-3-10 0-8 6-14 15-14Z";

/** @param {string} d */
const shape = (d) => h("path.print", { d });

/** @type {(d: string, width: number) => Child} */
const beam = (d, width) => h("path.print-line", { d, "stroke-width": width });

/** @type {(cx: number) => Child[]} */
const wheel = (cx) => [h("circle.print", { cx, cy: 80, r: 12 }), h("circle.hole", { cx, cy: 80, r: 4 })];

/** What the faces bear that are played with: for each its parts, for each part its edges. @type {Record<string, string[][]>} */
let borne = {};

/** From now on draw faces so. @param {Record<string, string[][]>} faces */
export function bear(faces) {
  borne = faces;
}

/** A face as it is printed where its one part has these edges, else by its parts. @type {(face: string, edges: string, d: string) => () => Child[]} */
const city = (face, edges, d) => () => {
  const parts = borne[face];
  return parts && parts.join("|") !== edges ? partsDrawn(parts) : [shape(d)];
};

/** @type {Prints} */
export const prints = {
  cap: city("cap", "top", "M9 8H91C86 45 70 60 50 60S14 45 9 8Z"),
  straight: city("straight", "top,bottom", "M9 8H91C70 34 70 66 91 92H9C30 66 30 34 9 8Z"),
  corner: city("corner", "top,right", "M8 8H92V92C68 88 14 40 8 8Z"),
  three: city("three", "top,right,bottom", "M9 8H92V92H9C32 68 32 32 9 8Z"),
  knight: () => [shape(KNIGHT)],
  catapult: () => [
    beam("M14 70H86", 8),
    beam("M36 69L52 40L68 69", 7),
    beam("M70 66L26 24", 8),
    shape("M12 28C9 14 24 6 34 15L37 25L27 35C20 36 14 34 12 28Z"),
    h("rect.print", { x: 64, y: 52, width: 22, height: 16, rx: 3 }),
    ...wheel(27),
    ...wheel(73),
  ],
};
