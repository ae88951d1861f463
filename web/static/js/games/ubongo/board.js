// The gem board: six rows of twelve holes, the red fields at their heads, the pawns there, the gems that were read.

import { h } from "../../base/dom.js";
import { pressedBy } from "../../base/keys.js";
import { mark } from "../../base/seats.js";
import { number, t } from "../../base/texts.js";
import { gemShape } from "./gems.js";
import {
  GEMS_OF_A_TAKE,
  HOLES,
  ROWS,
  awaited,
  colourName,
  namesOf,
  nearest,
  viewOf,
  COLOURS,
} from "./state.js";
import { isTapped } from "./correct.js";
import { drawRound } from "../../picture/round.js";

/** @import { Colour, View } from "./types.js" */
/** @import { Round } from "../../picture/round.js" */

/** In units of the drawing: between two holes, the height of a row, the red field and what is left of it. */
const PITCH = 23;
const ROW = 27;
const FIELD = { x: 12, width: 62, height: 24 };
const FIRST_HOLE = FIELD.x + FIELD.width + 17;
const PAWN = 14;

/**
 * What the board shows besides the position.
 * @typedef {object} Over
 * @property {string | null} name whose reach is shown
 * @property {number | null} chosen the row that was chosen
 * @property {((row: number) => void) | null} pick what a tap on a row within reach does
 * @property {((row: number, hole: number) => void) | null} fix what a tap on a gem does, where gems are put right
 */

/** @type {(state: State, over: Over) => Child} */
export function gemBoard(state, over) {
  const view = viewOf(state);
  const width = FIRST_HOLE + (HOLES - 1) * PITCH + 15;
  const height = ROWS.length * ROW + 2;
  return h("svg.gem-board", { viewBox: `0 0 ${width} ${height}` }, [
    h("rect.wood", { x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 6 }),
    ROWS.map((row) => rowDrawing(state, view, row, over, width)),
  ]);
}

/** @type {(state: State, view: View, row: number, over: Over, width: number) => Child} */
function rowDrawing(state, view, row, { name, chosen, pick, fix }, width) {
  const reached = !fix && name !== null && view.players[name].rows.includes(row);
  const isEmpty = !view.gems[row].length;
  const look = [reached && "reached", row === chosen && "chosen", isEmpty && "empty"];
  const box = { x: 2, y: 1.5 - ROW / 2, width: width - 4, height: ROW - 3, rx: 5 };
  const text = rowText(state, view, row);
  return h(
    "g",
    {
      class: ["gem-row", ...look],
      transform: `translate(0 ${row * ROW + ROW / 2 + 1})`,
      "data-row": row,
    },
    h("g", { role: "img", "aria-label": text }, [
      h("rect", { class: "lane", ...box }),
      h("text.row-number", { x: 6.5, y: 3.5, "text-anchor": "middle" }, number(row + 1)),
      field(state, view, row),
      holes(view.gems[row], reached),
    ]),
    reached &&
      pick &&
      touched({ ...box, "aria-pressed": String(row === chosen) }, `board-${row}`, text, () => pick(row)),
    fix && gemKeys(view.gems[row], row, fix),
  );
}

/** What can be tapped lies over what is seen. @type {(box: Attributes, key: string, label: string, act: () => void) => Child} */
const touched = (box, key, label, act) =>
  h("rect", {
    ...{ class: "touch", ...box, tabindex: 0, "aria-label": label, "data-key": key },
    ...pressedBy(act),
  });

/** @type {(gems: Colour[], row: number, fix: (row: number, hole: number) => void) => Child[]} */
const gemKeys = (gems, row, fix) =>
  gems.map((colour, place) => {
    const hole = HOLES - gems.length + place;
    const at = { x: FIRST_HOLE + (hole - 0.5) * PITCH, y: -ROW / 2, width: PITCH, height: ROW };
    const look = ["touch", isTapped(row, hole) && "tapped"];
    const words = `${t("ubongo.correct.gem", { row: row + 1, hole: hole + 1 })} ${colourName(colour)}`;
    return touched({ ...at, class: look }, `hole-${row}-${hole}`, words, () => fix(row, hole));
  });

/** The red field with the pawns on it, and, smaller, those that may come here. @type {(state: State, view: View, row: number) => Child[]} */
function field({ seats }, view, row) {
  const { x, width, height } = FIELD;
  const here = seats.filter((name) => view.players[name].pawn === row);
  const coming = awaited(view).filter(
    (name) => !here.includes(name) && view.players[name].rows.includes(row),
  );
  const step = (width - 4) / Math.max(4, seats.length);
  const size = { y: -PAWN / 2, width: PAWN, height: PAWN };
  const pawns = [...here, ...coming].map((name, place) =>
    mark(seats, name, here.includes(name) ? "pawn" : "pawn coming", {
      x: x + 2 + place * step,
      ...size,
    }),
  );
  return [h("rect.field", { x, y: -height / 2, width, height, rx: 4 }), ...pawns];
}

/** Gems lie where they lay at first: the holes that were emptied are those at the red field. @type {(gems: Colour[], reached: boolean) => Child[]} */
function holes(gems, reached) {
  const emptied = HOLES - gems.length;
  return Array.from({ length: HOLES }, (_, hole) => {
    const colour = gems[hole - emptied];
    const next = reached && hole >= emptied && hole < emptied + GEMS_OF_A_TAKE;
    return h("g", { transform: `translate(${FIRST_HOLE + hole * PITCH} 0)` }, [
      h("circle.gem-hole", { r: 5 }),
      colour && next && h("circle.next", { r: 11.7 }),
      colour && gemShape(colour),
    ]);
  });
}

/** What stands in a row, in words. @type {(state: State, view: View, row: number) => string} */
function rowText({ seats }, view, row) {
  const here = seats.filter((name) => view.players[name].pawn === row);
  const gems = view.gems[row].filter(Boolean);
  const words = gems.length
    ? t("ubongo.row.gems", { row: row + 1, count: gems.length, colours: namesOf(gems) })
    : t("ubongo.row.empty", { row: row + 1 });
  return here.length ? `${words} ${t("ubongo.row.pawns", { seats: here.join(", ") })}` : words;
}

/** What a take in this row would bring, drawn. @type {(view: View, row: number) => Child} */
export function wouldTake(view, row) {
  const gems = nearest(view, row);
  const pictures = gems.map((colour, place) =>
    h("g", { transform: `translate(${place * PITCH} 0)` }, gemShape(colour)),
  );
  if (!gems.length) return h("span.hint", t("ubongo.row.nothing"));
  const box = `-11.500 -11.500 ${PITCH * gems.length} 23`;
  return h("svg.would-take", { viewBox: box, "aria-hidden": "true" }, pictures);
}

/** @typedef {Round & { colour: Colour }} SeenGem */

/** @type {(drawn: { found?: SeenGem[] }, at: (point: Point) => Point) => Drawing} */
export const drawGems = ({ found = [] }, at) =>
  drawRound(
    found.filter(({ colour }) => COLOURS.includes(colour)),
    at,
    {
      name: ({ colour }) => colourName(colour),
      draw: ({ colour, sure }) => (sure ? gemShape(colour) : doubt()),
      ...{ look: "gem-seen", field: 20, size: 0.5, aside: [0.36, 0.36] },
    },
  );

const doubt = () => h("text.gem-doubt", { y: 8, "text-anchor": "middle", "font-size": 24 }, "?");
