// The crypt, drawn: its fields and walls, what lies closed and open on them, doors, and everybody's two figures.

import { role } from "../../base/api.js";
import { h } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { cellName, cellOf, closedAt, colourName, faceOf, fieldsOf } from "./state.js";
import { FIGURES, figureName, keyOf, same, sizeOf } from "./state.js";
import { prints, sign, thingName } from "./things.js";

/** @import { Cell, Crypt, View } from "./types.js" */
/** @typedef {{ cell: Cell, kind: string, colour: string }} Field */

/** The side of a field, in units of the drawing. */
export const SIDE = 40;
const HALF = SIDE / 2;
/** Room at the edge for letters and numbers; for arrows alone where nobody taps, and all is seen from afar. */
const EDGE = role === "everyone" ? 13 : 16;
/** So many things on a field are drawn; more are counted. */
const MOST_DRAWN = 3;
/** Where the figures of each player stand on a field: the master, then the servant. @type {[number, number][][]} */
// prettier-ignore
const PLACES = [[[11, 12], [15, 24]], [[29, 12], [25, 24]], [[11, 26], [15, 14]], [[29, 26], [25, 14]]];

/** The whole crypt; `over` is drawn above all else. @type {(crypt: View & Crypt, seats: string[], over: Child) => Child} */
export function cryptDrawing(crypt, seats, over) {
  const { columns, rows } = sizeOf(crypt);
  const [width, height] = [columns * SIDE, rows * SIDE];
  const fields = [...fieldsOf(crypt).values()];
  return h(
    "svg.crypt",
    {
      viewBox: `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`,
      role: "group",
      "aria-label": cryptText(crypt),
    },
    h("rect.rock", { x: -4, y: -4, width: width + 8, height: height + 8, rx: 4 }),
    fields.map((field) => floor(field)),
    h("path.part-line", { d: partLines(columns, rows) }),
    h("path.wall", { d: walls(crypt) }),
    arrows(crypt),
    role !== "everyone" && names(columns, rows),
    fields.map((field) => onField(crypt, field)),
    things(crypt),
    known(crypt, seats),
    figures(crypt, seats),
    over,
  );
}

/** @param {View & Crypt} crypt */
const cryptText = ({ crypt, closed }) =>
  t("gruftmeister.crypt", {
    name: crypt,
    chests: closed.chest?.length ?? 0,
    coffins: closed.coffin?.length ?? 0,
    doors: closed.door?.length ?? 0,
  });

/** @type {(cell: Cell, attributes: Attributes, ...inside: Child[]) => Child} */
export const onCell = ([column, row], attributes, ...inside) =>
  h("g", { transform: `translate(${column * SIDE} ${row * SIDE})`, ...attributes }, inside);

/** @param {Field} field */
const floor = ({ cell: [column, row], kind, colour }) =>
  h("rect", {
    x: column * SIDE,
    y: row * SIDE,
    width: SIDE,
    height: SIDE,
    class: kind === "start" ? `floor of-${colour}` : "floor",
  });

/** @type {(columns: number, rows: number) => string} */
function partLines(columns, rows) {
  const wide = columns >= rows ? 4 : 3;
  const across = columns / wide;
  const down = rows / (12 / wide);
  let d = "";
  for (let x = across; x < columns; x += across) d += `M${x * SIDE} 0V${rows * SIDE}`;
  for (let y = down; y < rows; y += down) d += `M0 ${y * SIDE}H${columns * SIDE}`;
  return d;
}

/** Walls between two fields, and along the board's edge. @param {Crypt} crypt */
function walls(crypt) {
  const fields = fieldsOf(crypt);
  let d = "";
  crypt.board.forEach((line, y) => {
    [...line].forEach((mark, x) => {
      if (mark !== "#" || x % 2 === y % 2) return;
      const upright = x % 2 === 0;
      const beside = upright
        ? [`${x / 2 - 1},${(y - 1) / 2}`, `${x / 2},${(y - 1) / 2}`]
        : [`${(x - 1) / 2},${y / 2 - 1}`, `${(x - 1) / 2},${y / 2}`];
      if (!beside.some((key) => fields.has(key))) return;
      d += upright
        ? `M${(x / 2) * SIDE} ${((y - 1) / 2) * SIDE}v${SIDE}`
        : `M${((x - 1) / 2) * SIDE} ${(y / 2) * SIDE}h${SIDE}`;
    });
  });
  return d;
}

/** Where a way leads out of the board, and in again on the other side. @param {Crypt} crypt */
function arrows(crypt) {
  const { columns, rows } = sizeOf(crypt);
  const { board } = crypt;
  const found = [];
  for (let row = 0; row < rows; row += 1)
    if (board[2 * row + 1][0] === " ")
      found.push([-7, row * SIDE + HALF, 180], [columns * SIDE + 7, row * SIDE + HALF, 0]);
  for (let column = 0; column < columns; column += 1)
    if (board[0][2 * column + 1] === " ")
      found.push([column * SIDE + HALF, -7, 270], [column * SIDE + HALF, rows * SIDE + 7, 90]);
  return found.map(([x, y, turn]) =>
    h("path.way-out", { d: "M-5 -7 5 0 -5 7Z", transform: `translate(${x} ${y}) rotate(${turn})` }),
  );
}

/** Letters above the columns, numbers before the rows. @type {(columns: number, rows: number) => Child[]} */
const names = (columns, rows) => {
  const name = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
    h("text.edge-name", { x, y, "font-size": 9 }, text);
  return [
    ...Array.from({ length: columns }, (_, column) =>
      name(column * SIDE + 5, -6, cellName([column, 0]).replace(/\d+$/, "")),
    ),
    ...Array.from({ length: rows }, (_, row) => name(-14, row * SIDE + 11, String(row + 1))),
  ];
};

/** What is printed on a field, and the stone that lies there. @type {(crypt: View & Crypt, field: Field) => Child} */
function onField(crypt, { cell, kind, colour }) {
  const draw = FIELDS[kind];
  if (!draw) return null;
  const isOf = (/** @type {Cell[]} */ cells) => cells.some((one) => same(one, cell));
  const { unlocked, beaten } = crypt.turn;
  const shut = closedAt(crypt, cell) ? "shut" : "gone";
  const look = [kind, shut, isOf(unlocked) && "unlocked", isOf(beaten) && "beaten"];
  const graves = crypt.buried[keyOf(cell)]?.length ?? 0;
  return onCell(
    cell,
    { class: look },
    h("title", `${t(`gruftmeister.${kind}`)} ${cellName(cell)}`),
    draw(colour),
    graves > 0 && h("text.count", { x: 30, y: 37, "font-size": 13 }, `+${graves}`),
  );
}

/** How the fields look that bear something. @type {Record<string, (colour: string) => Child>} */
const FIELDS = {
  chest: () => [
    h("path.body", { d: "M7 18c0-8 26-8 26 0v15H7Z" }),
    h("path.lines", { d: "M7 20H33M17 18h6v7h-6Z" }),
  ],
  coffin: () => [
    h("path.body", { d: "M14 4H26L32 14 27 36H13L8 14Z" }),
    h("path.lines", { d: "M20 9V24M14 14H26" }),
  ],
  door: () => [
    h("path.body", { d: "M8 36V12c0-10 24-10 24 0v24Z" }),
    h("path.lines", { d: "M14 6V36M20 4V36M26 6V36M27 20h.1" }),
  ],
  lock: (colour) => [
    h("rect", { x: 6, y: 6, width: 28, height: 28, rx: 5, class: `body of-${colour}` }),
    h("g", { transform: "translate(20 20)" }, sign(colour, 0.9)),
  ],
  start: (colour) => [
    h("rect.home", { x: 2, y: 2, width: 36, height: 36, rx: 6 }),
    h("g.home-sign", { transform: "translate(20 20)" }, sign(colour, 1.1)),
  ],
};

/** What is printed on a field, in one of 40 × 40. @param {string} label */
export function fieldDrawing(label) {
  const [kind, colour = ""] = label.split(" ");
  const drawn = FIELDS[kind]?.(colour);
  return drawn ? h("g.crypt", h("g", { class: `${kind} shut` }, drawn)) : null;
}

/** @param {string} label */
export function fieldName(label) {
  const [kind, colour = ""] = label.split(" ");
  return [t(`gruftmeister.${kind}`), colour && colourName(colour)].filter(Boolean).join(", ");
}

/** What lies face up. @param {View & Crypt} crypt */
const things = ({ lying }) =>
  Object.entries(lying).map(([key, all]) => {
    const shown = all.slice(0, MOST_DRAWN);
    const more = all.length - shown.length;
    const title = t("gruftmeister.lies", {
      place: cellName(cellOf(key)),
      faces: all.map(faceOf).join(" "),
    });
    return onCell(
      cellOf(key),
      { class: "lying-thing" },
      h("title", title),
      shown.map((thing, place) => small(thing, 2 + 12 * place, 24)),
      more > 0 && h("text.count", { x: 20, y: 22, "font-size": 12 }, `+${more}`),
    );
  });

/** A thing as a small stone. @type {(thing: string, x: number, y: number) => Child} */
const small = (thing, x, y) =>
  h("g.small-stone", { transform: `translate(${x} ${y}) scale(0.13)` }, [
    h("circle.die-body", { cx: 50, cy: 50, r: 52 }),
    prints[faceOf(thing)]?.() ??
      h("text", { x: 50, y: 75, "text-anchor": "middle", "font-size": 70 }, thing.slice(0, 1)),
  ]);

/** Doors that somebody has looked under, and what this page may know of them. @type {(crypt: View & Crypt, seats: string[]) => Child[]} */
function known({ doors, peeked }, seats) {
  const looked = new Set([...peeked.map(([, ...cell]) => keyOf(cell)), ...Object.keys(doors)]);
  return [...looked].map((key) => {
    const [cell, face] = [cellOf(key), doors[key]];
    const who = peeked
      .filter(([, column, row]) => same(cell, [column, row]))
      .map(([seat]) => seats[seat - 1])
      .join(", ");
    const title = face ? thingName(face) : t("gruftmeister.looked", { seats: who });
    return onCell(
      cell,
      { class: "known" },
      h("title", title),
      face
        ? small(face, 24, 1)
        : h("path.eye", {
            d: "M24 8q7 -8 14 0q-7 8 -14 0Zm7 -2.500a2.500 2.500 0 1 0 .1 0Z",
            "fill-rule": "evenodd",
          }),
    );
  });
}

/** Everybody's master and servant. @type {(view: View, seats: string[]) => Child[]} */
const figures = ({ players, turn }, seats) =>
  players.flatMap((player, place) =>
    FIGURES.map((figure, which) => {
      const [x, y] = PLACES[place % PLACES.length][which];
      const name = `${figureName(figure)}, ${seats[place]}, ${colourName(player.colour)}`;
      const look = `figure ${figure} of-${player.colour} ${turn.seat === place + 1 ? "mover" : ""}`;
      return onCell(
        player[figure],
        { class: look },
        h("title", name),
        pawn(player.colour, figure === "master", x, y),
      );
    }),
  );

/** A figure: a large one for the master, a small one for the servant, with the sign of its colour. @type {(colour: string, master: boolean, x: number, y: number) => Child} */
export const pawn = (colour, master, x, y) =>
  h("g", { transform: `translate(${x} ${y}) scale(${master ? 1 : 0.7})` }, [
    h("circle", { r: 10.5, class: `disc of-${colour}` }),
    master && h("path.crown-mark", { d: "M-9 -8L-5 -13L0 -9L5 -13L9 -8Z" }),
    h("g.on-disc", sign(colour, 0.55)),
  ]);
