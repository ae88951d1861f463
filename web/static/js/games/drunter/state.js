// The game's own part of the table's state, and what follows from it.

import { lastOf } from "../../base/lists.js";
import { nameOf, t } from "../../base/texts.js";

/** @import { Board, Building, Hand, Kind, Lay, Square, View } from "./types.js" */

/** @type {Kind[]} */
export const KINDS = ["street", "river", "wall"];
export const LENGTHS = [1, 2, 3];

/** The votes of each card; the joker's go to either side, the shrug's to none. @type {Record<string, number>} */
export const VOTES = { JA: 1, JAA: 2, JAAA: 3, NE: 1, NEE: 2, NEEE: 3, JEEIIN: 2, "?": 0 };
export const JOKER = "JEEIIN";
export const SHRUG = "?";
export const SPECIALS = ["all 3s", "all 4s", "lowest of each", "one each"];

/** @param {State} state */
export const viewOf = ({ view }) => /** @type {View} */ (/** @type {unknown} */ (view));

/** Whether all are to choose at once, in secret. @param {State} state */
export const isTogether = (state) => ["vote", "choose"].includes(viewOf(state).phase);

/** @param {Square} square */
export const keyOf = ([column, row]) => `${column},${row}`;

/** @param {string} key @returns {Square} */
const squareOf = (key) => /** @type {Square} */ (key.split(",").map(Number));

/** The buildings, outhouses and starts that are printed on a board. @param {Board} board */
export function printedOn({ cells }) {
  const marks = Object.entries(cells).map(([key, label]) => ({ square: squareOf(key), label }));
  const buildings = marks.flatMap(({ square, label }) => building(square, label) ?? []);
  return {
    buildings,
    outhouses: marks.filter(({ label }) => label === "outhouse").map(({ square }) => square),
    starts: marks
      .filter(({ label }) => label.startsWith("start "))
      .map(({ square, label }) => ({
        square,
        kind: /** @type {Kind} */ (label.slice("start ".length)),
      })),
  };
}

/** @type {(square: Square, label: string) => Building | null} */
function building(square, label) {
  const found = /^(.*\S) (\d+)$/.exec(label);
  return found && { square, type: found[1], value: Number(found[2]) };
}

/** A building type's name, or a special card's. @param {string} type */
export const cardName = (type) => nameOf(`drunter.card.${type.replace(/ /g, "_")}`, type);

/** @param {Kind} kind */
export const kindName = (kind) => t(`drunter.kind.${kind}`);

/** In which part of the board a square lies: boards have no numbers on their edges. @type {(board: View["board"], square: Square) => string} */
export function squareName({ grid: [columns, rows] }, [column, row]) {
  const third_across = Math.floor((3 * column) / columns);
  return t("drunter.square", { third_across, third_down: Math.floor((3 * row) / rows) });
}

/** The tiles that a player may lay: the own ones, or, where nobody told, all that are left. @type {(view: View, name: string | null) => Hand | null} */
export const handOfSeat = ({ tiles, supply }, name) =>
  tiles ? (name !== null && tiles[name]) || null : supply;

/** How many tiles of each kind and length there are in a hand. @param {Hand} hand */
export const countedIn = (hand) =>
  KINDS.flatMap((kind) =>
    LENGTHS.map((length) => ({
      ...{ kind, length },
      count: hand[kind].filter((one) => one === length).length,
    })),
  ).filter(({ count }) => count > 0);

/** Every lay of whoever is to move, equal tiles once. @type {(view: View) => Lay[]} */
export const laysOf = ({ town }) =>
  town.ways.flatMap(({ lengths, squares, asks_from: from, ...way }) =>
    lengths.map((length) => ({
      ...{ ...way, length, squares: squares.slice(0, length) },
      asks: from !== null && length >= from,
    })),
  );

/** The numbers of the squares that tiles cover. @param {View} view */
export const coveredIn = ({ town }) => new Set(town.tiles.flatMap(({ squares }) => squares.map(keyOf)));

/** The number of the last lay that stands: what is asked of it is asked of no other. @param {State} state */
export const lastLay = ({ history }) =>
  lastOf(history.filter(({ undone, move }) => !undone && move.move === "lay"))?.number ?? 0;

/** All seats, from this player clockwise. @type {(seats: string[], first: string) => string[]} */
export function clockwise(seats, first) {
  const at = Math.max(0, seats.indexOf(first));
  return [...seats.slice(at), ...seats.slice(0, at)];
}
