// The catalogue of texts in the page's language. Texts are a small part of ICU MessageFormat:
// {name} and {n, plural, =0 {none} one {# die} other {# dice}}.
// What is filled in is shown as it is, but for parameters of these names:
//   face, faces, …_faces   one or more faces, with blanks between: drawn as dice where that is possible
//   part                   a part of the table
//   kind                   a kind of move, as a record names it
//   term, …_term           the code of another text, which is filled in: the name of something of the game

import { byId } from "./dom.js";

/**
 * A text that has been taken apart: plain text, a field to be filled in, or "#" within a plural form.
 * @typedef {string | { count: true } | { name: string, forms?: Record<string, Part[]> }} Part
 * @typedef {Record<string, any>} Params
 * @typedef {string | { faces: string[], param: string }} Piece  plain text, or the faces in a parameter
 */

/** @type {{ language: string, texts: Record<string, string> }} */
const catalogue = JSON.parse(byId("texts").textContent ?? "");

export const { language } = catalogue;
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
const finePercents = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
/** Chances below this, and above 1 less this, are shown with a decimal. */
const NEARLY_CERTAIN = { low: 0.1, high: 0.99 };
/** @type {Map<string, Part[]>} */
const parsed = new Map();

/** @type {(value: number) => string} */
export const number = (value) => numbers.format(value);

/** A chance; finer near 0 and 1, so that nothing looks certain that is not. @type {(share: number) => string} */
export function percent(share) {
  const nearNone = share > 0 && share < NEARLY_CERTAIN.low;
  const nearAll = share > NEARLY_CERTAIN.high && share < 1;
  return (nearNone || nearAll ? finePercents : percents).format(share);
}

/** @type {(code: string) => boolean} */
export const hasText = (code) => code in catalogue.texts;

/** Know the texts of a game, too, from now on. @param {Record<string, string>} texts */
export function addTexts(texts) {
  Object.assign(catalogue.texts, texts);
}

/** The text of a code, filled in. @type {(code: string, params?: Params) => string} */
export const t = (code, params = {}) =>
  pieces(code, params)
    .map((piece) => (typeof piece === "string" ? piece : piece.faces.map(faceName).join(", ")))
    .join("");

/** The name that the catalogue has under `code`; else `name` itself, readable. @type {(code: string, name: string) => string} */
export const nameOf = (code, name) => (hasText(code) ? t(code) : name.replace(/_/g, " "));

/** A name, and what is said of it. @type {(name: unknown, what: unknown) => string} */
export const pair = (name, what) => `${name}${language === "fr" ? "\u00a0" : ""}: ${what}`;

/** @type {(face: string) => string} */
export const faceName = (face) => nameOf(`face.${face}`, face);

/** A part of the table: its eyes, its clock, its buttons … @type {(part: string) => string} */
export const partName = (part) => nameOf(`part.${part}`, part);

/** @type {(game: string) => string} */
export const gameName = (game) => nameOf(`game.${game}`, game);

/** The faces that a parameter names. @type {(value: unknown) => string[]} */
export const facesIn = (value) => String(value).split(" ").filter(Boolean);

/**
 * What the table says ({code, params}), as strings and {faces: [...]} for faces to be drawn.
 * @type {(code: string, params?: Params) => Piece[]}
 */
export function pieces(code, params = {}) {
  const text = catalogue.texts[code];
  if (text === undefined) {
    console.error(`no text for ${code}`);
    return [code];
  }
  const parts = parsed.get(code) ?? parseParts(text, { place: 0 });
  parsed.set(code, parts);
  return fillIn(parts, params, null);
}

/** @type {(text: string, at: { place: number }) => Part[]} */
function parseParts(text, at) {
  /** @type {Part[]} */
  const parts = [];
  while (at.place < text.length && text[at.place] !== "}") {
    if (text[at.place] === "{") {
      parts.push(parseField(text, at));
    } else if (text[at.place] === "#") {
      parts.push({ count: true });
      at.place += 1;
    } else {
      const [plain] = expected(/^[^{}#]+/, text, at);
      parts.push(plain);
    }
  }
  return parts;
}

/** @type {(text: string, at: { place: number }) => Part} */
function parseField(text, at) {
  const [, name] = expected(/^\{\s*(\w+)\s*(?:,\s*plural\s*,)?\s*/, text, at);
  if (text[at.place] === "}") {
    at.place += 1;
    return { name };
  }
  /** @type {Record<string, Part[]>} */
  const forms = {};
  while (text[at.place] !== "}") {
    const [, form] = expected(/^\s*(=?\w+)\s*\{/, text, at);
    forms[form] = parseParts(text, at);
    expected(/^\}\s*/, text, at);
  }
  at.place += 1;
  return { name, forms };
}

/**
 * Return what `pattern` finds at this place, and go on behind it.
 * @type {(pattern: RegExp, text: string, at: { place: number }) => RegExpExecArray}
 */
function expected(pattern, text, at) {
  const found = pattern.exec(text.slice(at.place));
  if (!found) throw new Error(`a text is wrong at character ${at.place}: ${text}`);
  at.place += found[0].length;
  return found;
}

/** @type {(parts: Part[], params: Params, count: number | null) => Piece[]} */
const fillIn = (parts, params, count) =>
  parts.flatMap((part) => {
    if (typeof part === "string") return [part];
    if ("count" in part) return [count === null ? "#" : number(count)];
    const value = params[part.name];
    if (part.forms) {
      const exact = part.forms[`=${value}`];
      const form = exact ?? part.forms[plurals.select(Number(value))] ?? part.forms.other ?? [];
      return fillIn(form, params, Number(value));
    }
    return [field(part.name, value)];
  });

/** @type {(name: string, value: any) => Piece} */
function field(name, value) {
  if (name === "face" || /(^|_)faces$/.test(name)) return { faces: facesIn(value), param: name };
  if (name === "part") return partName(String(value));
  if (name === "kind") return nameOf(`kind.${value}`, String(value));
  if (name === "term" || name.endsWith("_term")) return t(String(value));
  return typeof value === "number" ? number(value) : String(value);
}
