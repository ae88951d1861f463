// Dice and their faces, drawn as they look from above: as the game prints them, else as those of an
// ordinary die, else as a word.

import { choiceKey, h, named } from "../base/dom.js";
import { faceName, facesIn, pieces } from "../base/texts.js";
import { thirdsOf } from "../base/plane.js";

/** @import { Text } from "../types.js" */

/** How faces are drawn in a field of 100 × 100, by their names. @typedef {Record<string, () => Child>} Prints */

/** Where the dots of an ordinary die's faces are, in a field of 100 × 100. @type {Record<string, Point[]>} */
// prettier-ignore
const ORDINARY = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[29, 29], [71, 29], [29, 71], [71, 71]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[29, 25], [71, 25], [29, 50], [71, 50], [29, 75], [71, 75]],
};

/** The faces of an ordinary die. */
export const ORDINARY_FACES = Object.keys(ORDINARY);

/** @type {Prints} */
let prints = {};

/** From now on draw these faces so: the game that is played has them on its dice. @param {Prints} ofGame */
export function usePrints(ofGame) {
  prints = ofGame;
}

/** What is printed on a face, in a field of 100 × 100, without the die. @param {string} face */
function print(face) {
  if (prints[face]) return prints[face]();
  if (ORDINARY[face]) return ORDINARY[face].map(([cx, cy]) => h("circle.print", { cx, cy, r: 10 }));
  const size = Math.min(60, 130 / Math.max(2, face.length));
  const middle = { x: 50, y: 50 + size / 3, "text-anchor": "middle", "font-size": size };
  return [h("text", { ...middle, class: "print" }, face)];
}

/**
 * A die in a field of 100 × 100, to be used within a drawing. `turns`: quarter turns clockwise.
 * @type {(face: string, turns?: number, attributes?: Attributes) => Child}
 */
export const dieGroup = (face, turns = 0, attributes = {}) =>
  h("g", attributes, [
    h("rect.die-body", { x: 2, y: 2, width: 96, height: 96, rx: 13 }),
    h("g", { transform: `rotate(${turns * 90} 50 50)` }, print(face)),
  ]);

/** A die as a picture of its own. `more`: a further class. @type {(face: string, options?: { more?: string, label?: string }) => Child} */
export const die = (face, { more = "", label = faceName(face) } = {}) =>
  h("svg", { viewBox: "0 0 100 100", class: `die ${more}`, ...named(label) }, [
    label && h("title", label),
    dieGroup(face),
  ]);

/**
 * A key with a face on it, by which a face is chosen. `label`: what the key does, where that is not said by the
 * face; `isOn`: whether it is the chosen one, where one is.
 * @type {(key: string | null, face: string, act: (pressed: Element) => unknown, look?: { label?: string, isOn?: boolean, isSmall?: boolean, disabled?: boolean }) => Child}
 */
export const faceKey = (key, face, act, { label = faceName(face), isOn, isSmall, disabled } = {}) =>
  choiceKey(key, die(face), isOn, act, {
    class: isSmall ? "face-key small" : "face-key",
    "aria-label": label,
    disabled,
  });

/**
 * Dice in a row, and the sign that follows; those beyond what `others` hold are marked.
 * @type {(faces: readonly string[], others?: readonly string[], sign?: string) => Child}
 */
export function dice(faces, others = faces, sign = "") {
  const marked = beyond(faces, others);
  const drawn = faces.map((face, place) => die(face, { more: marked[place] ? "marked" : "" }));
  return h("span.dice", drawn, sign && h("span", sign));
}

/** @type {(faces: readonly string[], others: readonly string[]) => boolean[]} */
function beyond(faces, others) {
  const left = [...others];
  const marked = faces.map((face) => {
    const place = left.indexOf(face);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  // Where the same dice stand in the same order, those that differ are in the same place.
  const here = faces.map((face, place) => face !== others[place]);
  const isSameOrder = here.filter(Boolean).length === marked.filter(Boolean).length;
  return isSameOrder && faces.length === others.length ? here : marked;
}

/**
 * What the table says, with its faces drawn; marked where they differ from those that `other` has in the
 * same place.
 * @type {(text: Text, other?: Text) => Child[]}
 */
export function say(text, other) {
  const told = pieces(text.code, { ...text.params, ...thirdsOf(text) });
  return told.map((piece, place) => {
    // No line begins with the sign that ends what the faces are part of.
    if (typeof piece === "string")
      return typeof told[place - 1] === "object" ? piece.slice(signOf(piece).length) : piece;
    const there = other?.params[piece.param];
    return dice(
      piece.faces,
      there === undefined ? undefined : facesIn(there),
      signOf(told[place + 1] ?? ""),
    );
  });
}

/** The sign with which this goes on behind what comes before it. @param {import("../base/texts.js").Piece} piece */
const signOf = (piece) => (typeof piece === "string" && piece.match(/^[.,;:!?]+/)?.[0]) || "";
