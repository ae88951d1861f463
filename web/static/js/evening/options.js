// What is agreed before a game: a field for each of its options, the faces of its dice, going on from what lies there.

import { button, each, h, redraw } from "../base/dom.js";
import { nameOf, pair, t } from "../base/texts.js";
import { tickBox } from "../base/form.js";
import { doubtfulCells } from "../picture/rightpiece.js";
import { lastOf } from "../base/lists.js";
import { SIDES, partsDrawn } from "../picture/parts.js";

/** @import { Option, OwnBoard } from "./form.js" */
/** @import { Acts, Chosen } from "../picture/rightpiece.js" */
/** @import { Parts } from "../picture/parts.js" */

/** What is agreed at first: as last, if that is still offered; a taught board that is read with. @type {(option: Option, own: OwnBoard[], last: unknown) => unknown} */
export function agreedAtFirst({ type, default: usual, choices }, own, last) {
  if (type === "int") return typeof last === "number" ? last : usual;
  if (type === "bool") return typeof last === "boolean" ? last : usual;
  const board = own.find(({ isInUse }) => isInUse);
  if (board) return board.data;
  return choices.includes(/** @type {string} */ (last)) ? last : usual;
}

/** Whether it is agreed by a field: what has no choices is asked for in another way. @param {Option} option */
export const hasField = ({ type, choices }) => type !== "data" || choices.length > 0;

/** `now`: what is agreed so far; `agree` is given what is agreed instead. @type {(name: string, option: Option, own: OwnBoard[], now: any, agree: (value: unknown) => unknown) => Child} */
export function optionField(name, { type, default: usual, min, max, choices }, own, now, agree) {
  const label = nameOf(`option.${name}`, name);
  const common = { "data-option": name };
  if (type === "int") {
    const oninput = ({ target = /** @type {any} */ (null) }) => agree(target.value);
    const look = { type: "number", value: now, min, max, required: true };
    return h("label", label, h("input", { ...common, ...look, oninput }));
  }
  if (type === "bool") {
    const look = { type: "checkbox", checked: now };
    const box = h("input", { ...common, ...look, onchange: ({ target }) => agree(target.checked) });
    return h("label.check", box, label);
  }
  const options = choices.map((value) =>
    h("option", { value, selected: value === now }, nameOf(`choice.${value}`, value)),
  );
  const boards = own.map(({ name: value, data }) =>
    h("option", { value, selected: data === now }, value),
  );
  const choose = (/** @type {string} */ value) =>
    agree(own.find((board) => board.name === value)?.data ?? value);
  const look = { ...common, onchange: (/** @type {any} */ { target }) => choose(target.value) };
  const choice = h("label", label, h("select", look, options, boards));
  return type === "choice" ? choice : [choice, fileField(label, common, usual, agree)];
}

/** An own file in place of what can be chosen by name. @type {(label: string, common: Attributes, usual: unknown, agree: (value: unknown) => unknown) => Child} */
function fileField(label, common, usual, agree) {
  const onchange = async (/** @type {{ currentTarget: any }} */ { currentTarget: field }) => {
    const text = await field.files?.[0]?.text();
    agree(text === undefined ? usual : parsed(text));
  };
  const input = h("input", { ...common, type: "file", accept: ".json,application/json", onchange });
  return h("details", h("summary", t("start.own_file", { option: label })), input);
}

/** What is no JSON is sent as it is: the table says what is wrong. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether the game shall go on from there, and the square that is answered. @typedef {{ isWanted: boolean, chosen: Chosen }} GoesOn */

/** Whether something lies there from which this game can go on. @type {(state: State | null, game: string) => boolean} */
export const canGoOn = (state, game) =>
  state?.game === game && Boolean(state.watch.seen?.board?.cells.length);

/** @type {(goesOn: GoesOn, seen: Seen) => Child} */
export function goingOn(goesOn, seen) {
  /** @type {Acts} */
  const acts = {
    who: "host",
    faces: [],
    choose: (chosen) => {
      goesOn.chosen = chosen;
      redraw();
    },
  };
  return h("div.lies-there", [
    tickBox("goes-on", t("start.goes_on"), goesOn.isWanted, (isWanted) => (goesOn.isWanted = isWanted)),
    h("p.hint", t("start.goes_on_why")),
    h("div.doubts", { "aria-live": "polite" }, [
      goesOn.isWanted && doubtfulCells(seen, goesOn.chosen, acts),
    ]),
  ]);
}

/**
 * `printed`: as they usually are; `says`: what the taught set in use says, null: none is in use; `now`: as they
 * are agreed so far; `opens`: before the first game with a set of one's own.
 * @typedef {{ printed: Record<string, Parts>, says: Record<string, Parts> | null, now: Record<string, Parts>, opens: boolean }} Faces
 */

/** As they are agreed at first; `last`: as it was last. @type {(printed: Faces["printed"], says: Faces["says"], last?: Faces["printed"]) => Faces} */
export const facesAtFirst = (printed, says, last) => ({
  ...{ printed, says, now: { ...printed, ...says, ...last } },
  opens: says !== null && !last,
});

/** Said wherever somebody was asked, so that nobody is asked again. @param {Faces} faces */
export const facesOption = ({ printed, says, now }) =>
  says === null && Object.entries(now).every(([face, parts]) => isSame(parts, printed[face]))
    ? {}
    : { faces: now };

/** @param {Faces} faces */
export function facesField(faces) {
  const change = (/** @type {string} */ face, /** @type {Parts} */ parts) => {
    if (parts.length) faces.now = { ...faces.now, [face]: parts };
  };
  return h("details.more-setup", { open: faces.opens }, [
    h("summary", { "data-key": "faces" }, t("start.faces")),
    h("p.hint", t("start.faces.so")),
    Object.entries(faces.now).map(([face, parts]) => faceField(face, parts, change)),
  ]);
}

/** @type {(face: string, parts: Parts, change: (face: string, parts: Parts) => void) => Child} */
function faceField(face, parts, change) {
  const edge = (/** @type {string} */ side) => {
    const part = partOf(parts, side);
    const text = part ? lastOf([..."ABCD"].slice(0, part)) : "–";
    const label = pair(t(`start.faces.${side}`), text);
    const look = { class: "quiet", "aria-label": label };
    return button(`${face}-${side}`, text, () => change(face, tapped(parts, side)), look);
  };
  const [top, right, bottom, left] = SIDES.map(edge);
  const row = (/** @type {Child[]} */ ...cells) => each("tr", cells, (cell) => h("td", cell));
  return h("div.buttons", { "data-face": face }, [
    h("table", [
      h("tbody", row(null, top, null), row(left, picture(parts), right), row(null, bottom, null)),
    ]),
    otherWays(parts).map((other, place) => {
      const look = { class: "quiet", "aria-label": `${t("start.faces.or")} ${place + 1}` };
      return button(`${face}-or-${place + 1}`, picture(other), () => change(face, other), look);
    }),
  ]);
}

/** @param {Parts} parts */
const picture = (parts) =>
  h("svg.die", { viewBox: "0 0 100 100", "aria-hidden": "true" }, [
    h("rect.die-body", { x: 2, y: 2, width: 96, height: 96, rx: 13 }),
    partsDrawn(parts),
  ]);

/** Whether two faces join the same edges. @type {(one: Parts, other: Parts) => boolean} */
const isSame = (one, other) => keyOf(one) === keyOf(other);

/** @param {Parts} parts */
const keyOf = (parts) =>
  parts
    .map((edges) => [...edges].sort().join("+"))
    .sort()
    .join("/");

/** All other ways in which the same city edges may belong together. @type {(parts: Parts) => Parts[]} */
const otherWays = (parts) => ways(parts.flat()).filter((way) => !isSame(way, parts));

/** @type {(edges: string[]) => Parts[]} */
function ways([first, ...rest]) {
  if (first === undefined) return [[]];
  return ways(rest).flatMap((way) => [
    [[first], ...way],
    ...way.map((edges, place) => way.map((own, i) => (i === place ? [first, ...edges] : own))),
  ]);
}

/** The part that an edge belongs to, counted from 1; 0: it is a field. @type {(parts: Parts, edge: string) => number} */
const partOf = (parts, edge) => parts.findIndex((edges) => edges.includes(edge)) + 1;

/** The face with an edge in its next part, in one of its own, or as a field. @type {(parts: Parts, edge: string) => Parts} */
function tapped(parts, edge) {
  const next = partOf(parts, edge) + 1;
  const isAlone = parts[next - 2]?.length === 1;
  const others = parts.map((edges) => edges.filter((one) => one !== edge));
  const into = isAlone && next > parts.length ? 0 : next % (parts.length + 2);
  if (into > others.length) others.push([]);
  return others
    .map((edges, place) => (place === into - 1 ? [...edges, edge] : edges))
    .filter((edges) => edges.length);
}
