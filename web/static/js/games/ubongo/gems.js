// Gems, pawns, pieces, symbols of the die. A gem has a colour, a shape, a letter: each tells it alone.

import { choiceKey, h, named } from "../../base/dom.js";
import { number, t } from "../../base/texts.js";
import { colourName, symbolName } from "./state.js";

/** @import { Colour, Symbol } from "./types.js" */

/** Fill, rim and letter of each gem: the same by day and night, as the gems are. @type {Record<Colour, [string, string, string]>} */
const PAINTS = {
  red: ["#d0312d", "#7d1411", "#fff"],
  green: ["#2f9e44", "#14521f", "#fff"],
  blue: ["#2f6fd0", "#123a78", "#fff"],
  yellow: ["#ffd43b", "#8a6a00", "#21180f"],
  brown: ["#b26a1f", "#5a3206", "#fff"],
  violet: ["#8e4ec6", "#471a72", "#fff"],
};

/** Outlines about the middle, 20 high. @type {Record<Colour, string>} */
const SHAPES = {
  red: "M-5-9H5L9.500-4V4L5 9H-5L-9.500 4V-4Z",
  green: "M-8-8H8V8H-8Z",
  blue: "M0-9.500a9.500 9.500 0 1 0 .01 0Z",
  yellow: "M0-10 10 8H-10Z",
  brown: "M0-10 10 0 0 10-10 0Z",
  violet: "M0-10 9.500-3 6 8.500H-6L-9.500-3Z",
};

/** A triangle's letter stands lower than the others. @param {Colour} colour */
const letterY = (colour) => (colour === "yellow" ? 5.6 : 4);

const RIM = { "stroke-width": 1.6, "stroke-linejoin": "round" };

/** A gem about the middle of where it is put, 20 high. @type {(colour: Colour, look?: string) => Child} */
export function gemShape(colour, look = "") {
  const [fill, rim, ink] = PAINTS[colour];
  const letter = { y: letterY(colour), "text-anchor": "middle", "font-size": 11, fill: ink };
  return h("g", { class: `gem ${look}` }, [
    h("path", { d: SHAPES[colour], fill, stroke: rim, ...RIM }),
    h("text", { ...letter, "font-weight": 700 }, t(`ubongo.letter.${colour}`)),
  ]);
}

/** A gem as a picture within a text; `label`: "" where words beside it say the same. @type {(colour: Colour, label?: string) => Child} */
export const gem = (colour, label = colourName(colour)) =>
  h(
    "svg",
    { viewBox: "-11 -11 22 22", class: "gem-picture", width: "1.5em", height: "1.5em", ...named(label) },
    gemShape(colour),
  );

/** How many gems of a colour. @type {(colour: Colour, count: number, leads: boolean) => Child} */
export const gemCount = (colour, count, leads) =>
  h(
    "span",
    {
      class: ["gem-count", leads && "leads", !count && "none"],
      role: "img",
      "aria-label": t("ubongo.gems_of", { colour: colourName(colour), count }),
    },
    [gem(colour, ""), h("b", number(count))],
  );

/** Drawings of the die's faces in a field of 100 × 100: filled outlines, holes as drawn. @type {Record<Symbol, string>} */
// prettier-ignore
const SYMBOLS = {
  shield: "M50 12 80 22V50C80 70 66 82 50 90 34 82 20 70 20 50V22ZM50 24 30 31V50C30 64 39 73 50 79ZM60 44a6 6 0 1 0 .01 0Z",
  hand: "M34 90V66L20 50C14 42 22 36 28 42L36 50V22C36 14 45 14 45 22V44H48V16C48 8 57 8 57 16V44H60V22C60 14 69 14 69 22V48H72V32C72 25 80 25 80 32V62C80 74 74 80 70 84V90Z",
  antelope: "M30 8C28 24 32 36 44 42L40 48C24 40 20 24 30 8ZM70 8C72 24 68 36 56 42L60 48C76 40 80 24 70 8ZM38 44H62L66 56 58 88C56 94 44 94 42 88L34 56ZM42 56a4 4 0 1 0 .01 0ZM58 56a4 4 0 1 0 .01 0Z",
  snake: "M66 12C46 8 26 16 26 32 26 48 44 50 52 54 62 58 60 66 50 68 40 70 30 66 24 62L18 74C28 82 40 84 52 82 70 80 80 70 76 56 72 42 56 42 48 38 38 34 42 26 52 26H66C76 26 86 22 88 14 80 10 74 8 66 12ZM72 16a3 3 0 1 0 .01 0Z",
  elephant: "M14 46C14 28 30 20 48 22 70 22 86 34 88 56V86H74V70H52V86H38V66C32 66 30 62 30 58 28 70 28 84 16 86L12 78C18 74 16 60 14 46ZM32 36a4 4 0 1 0 .01 0ZM48 30C40 34 40 50 48 54 60 52 60 34 48 30Z",
  mask: "M50 8C72 8 80 24 80 42 80 68 64 92 50 92 36 92 20 68 20 42 20 24 28 8 50 8ZM30 38C34 30 44 30 46 38 42 46 34 46 30 38ZM54 38C56 30 66 30 70 38 66 46 58 46 54 38ZM46 50H54L58 62H42ZM38 70H62C60 82 40 82 38 70Z",
};

/** What is printed on a face of the die. @param {Symbol} symbol */
const print = (symbol) => h("path.print", { d: SYMBOLS[symbol], "fill-rule": "evenodd" });

/** How the die's faces are drawn wherever dice are. */
export const prints = Object.fromEntries(
  Object.keys(SYMBOLS).map((symbol) => [symbol, () => [print(/** @type {Symbol} */ (symbol))]]),
);

/** A face of the die as a picture; `label`: "" where words beside it say the same. @type {(symbol: Symbol, label?: string) => Child} */
export function symbolPicture(symbol, label = symbolName(symbol)) {
  const body = h("rect.die-body", { x: 2, y: 2, width: 96, height: 96, rx: 13 });
  return h("svg", { viewBox: "0 0 100 100", class: "die", ...named(label) }, body, print(symbol));
}

/** Of a piece's square, in units of the drawing. */
const SQUARE = 10;

/** @param {[number, number][]} squares */
export function pieceDrawing(squares) {
  const columns = Math.max(...squares.map(([column]) => column)) + 1;
  const rows = Math.max(...squares.map(([, row]) => row)) + 1;
  return h(
    "svg.piece",
    {
      viewBox: `-1 -1 ${columns * SQUARE + 2} ${rows * SQUARE + 2}`,
      width: `${0.55 * columns}em`,
      height: `${0.55 * rows}em`,
      "aria-hidden": "true",
    },
    squares.map(([column, row]) =>
      h("rect", { x: column * SQUARE, y: row * SQUARE, width: SQUARE, height: SQUARE }),
    ),
  );
}

/** A key with a face of the die on it. @type {(symbol: Symbol, act: (pressed: Element) => unknown, disabled?: boolean, isOn?: boolean) => Child} */
export const symbolKey = (symbol, act, disabled = false, isOn = undefined) => {
  const words = [symbolPicture(symbol, ""), h("span", symbolName(symbol))];
  return choiceKey(`symbol-${symbol}`, words, isOn, act, { class: "symbol-key", disabled });
};
