// What stands where: buildings, lines and what each may still do, everybody's tiles, and who takes which first.

import { button, each, h } from "../../base/dom.js";
import { player } from "../../base/seats.js";
import { number, t } from "../../base/texts.js";
import { tilePicture } from "./board.js";
import { cardName, countedIn, handOfSeat, kindName, lastLay, squareName, viewOf } from "./state.js";
import { kindPicture, typePicture, valueChip } from "./cards.js";
import { ownName } from "../../base/api.js";

/** @import { Kind, View } from "./types.js" */

/** The values of each type, those that are covered struck out, and their sum. @type {(view: View) => Child} */
export function standingTable({ worth, town }) {
  const row = (/** @type {string} */ type) =>
    h("tr", [
      h("th", { scope: "row" }, typePicture(type, ""), h("span", cardName(type))),
      worth[type].of.map(([, value, stands]) => h("td", valueChip(value, stands))),
      h("td.sum", number(worth[type].points)),
    ]);
  return [
    h("h3", t("drunter.standing")),
    h("table.standing-table", each("tbody", Object.keys(town.standing), row)),
  ];
}

/** The four lines: where each can go on, or why it has ended. @type {(view: View) => Child} */
export const linesList = ({ board, lines }) => [
  h("h3", t("drunter.lines")),
  each("ul.line-list", lines, ({ kind, square, ways, longest: squares, why }) =>
    why === null
      ? line(kind, t("drunter.line_ways", { ways, squares }))
      : endedLine(board, { kind, square, why }),
  ),
];

/** The lines that have ended, each with where and why. @param {View} view */
export const endedLines = ({ board, ended_lines: ended }) =>
  each("ul.line-list", ended, (one) => endedLine(board, one));

/** @type {(board: View["board"], ended: View["ended_lines"][0]) => Child} */
const endedLine = (board, { kind, square, why }) =>
  line(kind, `${t(`drunter.ended.${why}`)} (${squareName(board, square)})`, "ended");

/** @type {(kind: Kind, text: string, look?: string) => Child} */
const line = (kind, text, look = "") =>
  h("li", { class: look }, kindPicture(kind, ""), h("b", kindName(kind)), h("span", text));

/** The tiles that lie open before each player; `dealt`: they are still to be taken from the box. @type {(state: State, view: View, dealt: boolean) => Child} */
export function handsTable({ seats, to_move }, { tiles, supply }, dealt) {
  if (!tiles) return supply && [h("h3", t("drunter.supply")), h("p.open-hand", handOf(supply))];
  return [
    h("h3", t("drunter.tiles")),
    dealt && h("p.notice", t("drunter.take.all")),
    openHands(seats, tiles, to_move),
  ];
}

/** Everybody's tiles. @type {(seats: string[], tiles: NonNullable<View["tiles"]>, mover: string | null) => Child} */
export const openHands = (seats, tiles, mover) =>
  each("ul.open-hands", seats, (name) =>
    h("li", { class: name === mover && "mine" }, [
      player(seats, name),
      h("span.open-hand", handOf(tiles[name])),
    ]),
  );

/** Tiles with how many there are of each. @param {Record<Kind, number[]>} hand */
export function handOf(hand) {
  const groups = countedIn(hand);
  if (!groups.length) return h("span.hint", t("drunter.no_tiles"));
  return groups.map(({ kind, length, count }) =>
    h(
      "span.tile-count",
      {
        role: "img",
        "aria-label": `${number(count)} × ${t("drunter.tile", { line: kindName(kind), length })}`,
      },
      [tilePicture(kind, length), h("b", `×${number(count)}`)],
    ),
  );
}

/** The sitting for which it was said here that the tiles are taken. @type {string | null} */
let takenFor = null;

/** Whether no tile has been laid since the table dealt them. @param {State} state */
export const isDealt = (state) => {
  const { phase, tiles } = viewOf(state);
  return tiles !== null && phase === "lay" && lastLay(state) === 0;
};

/** Whether this page still tells its own player which tiles to take. @param {State} state */
export const tellsTiles = (state) =>
  ownName(state) !== null && isDealt(state) && takenFor !== state.sitting;

/** What a player takes from the box. @type {(state: State) => Child} */
export function tilesToTake(state) {
  const own = ownName(state);
  const hand = handOfSeat(viewOf(state), own);
  if (!hand || !tellsTiles(state)) return null;
  const taken = () => (takenFor = state.sitting);
  return h("section.tiles-to-take", { "aria-label": t("drunter.take.title") }, [
    h("h3", t("drunter.take.title")),
    h("p.open-hand", handOf(hand)),
    h("p.hint", t("drunter.take.why")),
    button("tiles-taken", t("drunter.take.done"), taken),
  ]);
}
