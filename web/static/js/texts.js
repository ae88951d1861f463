// The catalogue in the page's language. Texts are a small part of ICU MessageFormat:
// {name} and {n, plural, =0 {none} one {# die} other {# dice}}.

const catalogue = JSON.parse(document.getElementById("words").textContent);

export const language = catalogue.language;
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
const finePercents = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
const parsed = new Map();

export const number = (value) => numbers.format(value);
/** A chance; near 0 and 1 finer, so that nothing looks certain that is not. */
export const percent = (share) => ((share > 0 && share < 0.1) || (share > 0.99 && share < 1) ? finePercents : percents).format(share);
export const knows = (code) => code in catalogue.texts;

/** The text of a code, filled in. */
export function t(code, params = {}) {
  return pieces(code, params).map((piece) => (typeof piece === "string" ? piece : facesText(piece.faces))).join("");
}

/** What the table says ({code, params}), as strings and {faces: [...]} for faces to be drawn. */
export function pieces(code, params = {}) {
  const text = catalogue.texts[code];
  if (text === undefined) {
    console.error(`no text for ${code}`);
    return [code];
  }
  if (!parsed.has(code)) parsed.set(code, parse(text));
  return fillIn(parsed.get(code), params, null);
}

export const faceName = (face) => (knows(`face.${face}`) ? t(`face.${face}`) : face);

function facesText(faces) {
  return faces.map(faceName).join(", ");
}

function parse(text) {
  const at = { place: 0 };
  return parseParts(text, at);
}

function parseParts(text, at) {
  const parts = [];
  let plain = "";
  const flush = () => {
    if (plain) parts.push(plain);
    plain = "";
  };
  while (at.place < text.length && text[at.place] !== "}") {
    const letter = text[at.place];
    if (letter === "{") {
      flush();
      parts.push(parseField(text, at));
    } else if (letter === "#") {
      flush();
      parts.push({ count: true });
      at.place += 1;
    } else {
      plain += letter;
      at.place += 1;
    }
  }
  flush();
  return parts;
}

function parseField(text, at) {
  const head = /^\{\s*(\w+)\s*(?:,\s*plural\s*,)?\s*/.exec(text.slice(at.place));
  at.place += head[0].length;
  if (text[at.place] === "}") {
    at.place += 1;
    return { name: head[1] };
  }
  const forms = {};
  while (text[at.place] !== "}") {
    const form = /^\s*(=?\w+)\s*\{/.exec(text.slice(at.place));
    at.place += form[0].length;
    forms[form[1]] = parseParts(text, at);
    at.place += 1;
    while (text[at.place] === " ") at.place += 1;
  }
  at.place += 1;
  return { name: head[1], forms };
}

function fillIn(parts, params, count) {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [part];
    if (part.count) return [count === null ? "#" : number(count)];
    const value = params[part.name];
    if (part.forms) {
      const form = part.forms[`=${value}`] ?? part.forms[plurals.select(Number(value))] ?? part.forms.other;
      return fillIn(form, params, Number(value));
    }
    if (part.name === "faces" || part.name === "face") return [{ faces: String(value).split(" ").filter(Boolean) }];
    return [typeof value === "number" ? number(value) : String(value)];
  });
}
