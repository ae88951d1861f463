// The faces of dice, drawn as they look from above: city black on white, open city edges a little short of the rim.

import { h, svg } from "./dom.js";
import { faceName, pieces } from "./words.js";

const CITY = {
  cap: ["M9 8H91C86 45 70 60 50 60S14 45 9 8Z"],
  straight: ["M9 8H91C70 34 70 66 91 92H9C30 66 30 34 9 8Z"],
  corner: ["M8 8H92V92C68 88 14 40 8 8Z"],
  three: ["M9 8H92V92H9C32 68 32 32 9 8Z"],
};
const KNIGHT =
  "M50 13c9 0 15 6 15 14 0 4-1 7-3 10 12 3 26 10 26 17 0 5-6 8-12 8-4 0-8-1-11-2 3 9 10 18 16 24 2 2 1 5-2 5H59c-2 0-3-1-4-3l-5-11-5 11c-1 2-2 3-4 3H21c-3 0-4-3-2-5 6-6 13-15 16-24-3 1-7 2-11 2-6 0-12-3-12-8 0-7 14-14 26-17-2-3-3-6-3-10 0-8 6-14 15-14Z";
const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[29, 29], [71, 29], [29, 71], [71, 71]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[29, 25], [71, 25], [29, 50], [71, 50], [29, 75], [71, 75]],
};

export const CITY_FACES = Object.keys(CITY);
export const CARCASSONNE_FACES = [...CITY_FACES, "knight", "catapult"];
export const PIP_FACES = Object.keys(PIPS);

/** What is printed on a face, in a 100 × 100 field, without the die. */
export function print(face) {
  if (CITY[face]) return CITY[face].map((d) => svg("path", { d, class: "print" }));
  if (face === "knight") return [svg("path", { d: KNIGHT, class: "print" })];
  if (face === "catapult") return catapult();
  if (PIPS[face]) return PIPS[face].map(([cx, cy]) => svg("circle", { cx, cy, r: 10, class: "print" }));
  const size = Math.min(60, 130 / Math.max(2, face.length));
  return [
    svg("text", { x: 50, y: 50 + size / 3, "text-anchor": "middle", "font-size": size, class: "print" }, face),
  ];
}

function catapult() {
  const stroke = (d, width) => svg("path", { d, class: "print-line", "stroke-width": width });
  return [
    stroke("M14 70H86", 8),
    stroke("M36 69L52 40L68 69", 7),
    stroke("M70 66L26 24", 8),
    svg("path", { d: "M12 28C9 14 24 6 34 15L37 25L27 35C20 36 14 34 12 28Z", class: "print" }),
    svg("rect", { x: 64, y: 52, width: 22, height: 16, rx: 3, class: "print" }),
    svg("circle", { cx: 27, cy: 80, r: 12, class: "print" }),
    svg("circle", { cx: 73, cy: 80, r: 12, class: "print" }),
    svg("circle", { cx: 27, cy: 80, r: 4, class: "hole" }),
    svg("circle", { cx: 73, cy: 80, r: 4, class: "hole" }),
  ];
}

/** A die as a group of a 100 × 100 field, to be used within a drawing. */
export function dieGroup(face, turns = 0, attributes = {}) {
  return svg(
    "g",
    attributes,
    svg("rect", { x: 2, y: 2, width: 96, height: 96, rx: 13, class: "die-body" }),
    svg("g", { transform: `rotate(${turns * 90} 50 50)` }, print(face)),
  );
}

/** A die as a picture of its own. */
export function die(face, { turns = 0, more = "", label = faceName(face) } = {}) {
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: `die ${more}`, role: "img", "aria-label": label },
    svg("title", {}, label),
    dieGroup(face, turns),
  );
}

/** Dice in a row; those beyond what `others` hold are marked. */
export function dice(faces, others = faces) {
  const left = [...others];
  const known = faces.map((face) => {
    const place = left.indexOf(face);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
  return h("span", { class: "dice" }, faces.map((face, i) => die(face, { more: known[i] ? "" : "marked" })));
}

/** What the table says, with its faces drawn; marked where they differ from `others`. */
export function say(text, others) {
  return pieces(text.code, text.params).map((piece) => (typeof piece === "string" ? piece : dice(piece.faces, others)));
}
