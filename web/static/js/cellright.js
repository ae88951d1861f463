// What lies on a cell of a board, put right: the cell is tapped, then what really lies there.

import { get, post } from "./api.js";
import { button, h } from "./dom.js";
import { EMPTY, pieceName } from "./teach/pieces.js";
import { percent, t } from "./texts.js";
import { attempt } from "./toast.js";

/** @import { Child, Point, Seen, SeenBoard } from "./types.js" */
/** @typedef {SeenBoard["cells"][number]} SeenCell */
/**
 * The cell that is put right, of which frame; how what lies there is turned, where that is said; whether it
 * is kept as a sample.
 * @typedef {{ cell: readonly number[] | null, frame: number, turns: number, keep: boolean }} ChosenCell
 */
/** What the page does with this: `who` speaks, `pick` another cell or none. @typedef {{ who: string, pick: (chosen: ChosenCell) => void }} Acts */

/** So many likely answers come first. */
const MOST_LIKELY = 5;
/** Each quarter turn, as an arrow. */
const ARROWS = ["↑", "→", "↓", "←"];

/** Every label that a game's board is taught with; only the host is told. @type {string[]} */
let labels = [];

/** Ask once for the labels. @param {string} who */
export async function learnLabels(who) {
  if (who !== "host") return;
  const taught = await get("teaching", who).catch(() => null);
  const boards = taught?.families.filter((/** @type {{ kind: string }} */ { kind }) => kind === "board");
  labels = boards?.flatMap((/** @type {{ faces: string[] }} */ { faces }) => faces) ?? [];
}

/** The middle of a cell, in fractions of the picture. @param {SeenCell} cell @returns {Point} */
export const middleOf = ({ corners }) => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

/** The cell that was tapped; null where none has anything on it. @type {(board: SeenBoard, at: Point) => SeenCell | null} */
export function cellUnder({ cells }, [x, y]) {
  const side = ({ corners: [[x1, y1], [x2, y2]] } = /** @type {SeenCell} */ ({})) =>
    Math.hypot(x2 - x1, y2 - y1);
  const away = (/** @type {SeenCell} */ cell) => {
    const [middleX, middleY] = middleOf(cell);
    return Math.hypot(middleX - x, middleY - y) / side(cell);
  };
  const [nearest] = [...cells].sort((one, other) => away(one) - away(other));
  return nearest && away(nearest) < 1 ? nearest : null;
}

/** @param {SeenCell} cell */
const isAt = ({ cell: [column, row] }, /** @type {readonly number[] | null} */ at) =>
  at !== null && column === at[0] && row === at[1];

/** The cells that were read: those in doubt first, the others behind a fold. @type {(seen: Seen, chosen: ChosenCell, acts: Acts | null) => Child[]} */
export function seenCells(seen, chosen, acts) {
  const cells = seen.board?.cells ?? [];
  if (!acts || !cells.length) return [];
  const now = chosen.frame === seen.frame ? chosen.cell : null;
  const isFirst = (/** @type {SeenCell} */ cell) => !cell.sure || isAt(cell, now);
  const item = (/** @type {SeenCell} */ cell) => seenCell(cell, isAt(cell, now), seen, chosen, acts);
  const rest = cells.filter((cell) => !isFirst(cell));
  return [
    h("p", { class: "hint" }, t("reading.tap_board")),
    h("ol", { class: "seen-dice" }, cells.filter(isFirst).map(item)),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", { "data-key": "all-cells" }, t("reading.all_cells")),
        h("ol", { class: "seen-dice" }, rest.map(item)),
      ),
  ];
}

/** The cells in doubt, and how many cannot be seen: what must be known before a game goes on from there. @type {(seen: Seen, chosen: ChosenCell, acts: Acts) => Child[]} */
export function doubtfulCells(seen, chosen, acts) {
  const { cells = [], hidden = [] } = seen.board ?? {};
  const doubtful = cells.filter(({ sure }) => !sure);
  const now = chosen.frame === seen.frame ? chosen.cell : null;
  return [
    h("p", { class: "hint" }, t(doubtful.length ? "start.doubtful" : "start.no_doubt")),
    h(
      "ol",
      { class: "seen-dice" },
      doubtful.map((cell) => seenCell(cell, isAt(cell, now), seen, chosen, acts)),
    ),
    hidden.length > 0 && h("p", {}, t("start.some_hidden", { count: hidden.length })),
  ];
}

/** @param {{ label: string, turns: number }} what */
const wordsOf = ({ label, turns }) =>
  label === EMPTY ? pieceName(label) : `${pieceName(label)} ${ARROWS[turns]}`;

/** @type {(cell: SeenCell, isChosen: boolean, seen: Seen, chosen: ChosenCell, acts: Acts) => HTMLElement} */
function seenCell(cell, isChosen, seen, chosen, acts) {
  const [column, row] = cell.cell;
  const key = `cell-${column}-${row}`;
  const words = t("teach.square", { column: column + 1, row: row + 1, words: wordsOf(cell) });
  const next = { ...chosen, cell: isChosen ? null : cell.cell, frame: seen.frame, turns: cell.turns };
  return h(
    "li",
    { class: cell.sure ? "" : "unsure" },
    button([h("span", {}, words), h("b", {}, percent(cell.confidence))], () => acts.pick(next), {
      class: "seen-die quiet",
      "aria-pressed": String(isChosen),
      "data-key": key,
    }),
    isChosen && pieceChoice(cell, seen, chosen, acts),
  );
}

/** What may lie there: likely answers with how they lie, then every other. @type {(cell: SeenCell, seen: Seen, chosen: ChosenCell, acts: Acts) => Child} */
function pieceChoice(cell, seen, chosen, acts) {
  const likely = cell.likely.slice(0, MOST_LIKELY);
  const known = (seen.board?.cells ?? []).map(({ label }) => label);
  const others = [...new Set([...labels, ...known, EMPTY])].filter(
    (label) => label !== EMPTY || !likely.some((guess) => guess.label === EMPTY),
  );
  const answer = (/** @type {{ label: string, turns: number }} */ what, /** @type {string} */ kind) =>
    button(
      wordsOf(what),
      ({ currentTarget }) => putRight(cell, what, seen.frame, chosen, acts, currentTarget),
      { "data-key": `${kind}-${what.label}-${what.turns}` },
    );
  const turn = () => acts.pick({ ...chosen, turns: (chosen.turns + 1) % ARROWS.length });
  const keep = h("input", {
    type: "checkbox",
    checked: chosen.keep,
    onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) =>
      acts.pick({ ...chosen, keep: target.checked }),
    "data-key": "keep-cell",
  });
  return h(
    "div",
    { class: "which-face" },
    h(
      "div",
      { class: "face-keys" },
      likely.map((guess) => answer(guess, "right")),
    ),
    h("p", { class: "hint" }, t("reading.other_piece")),
    h("div", { class: "face-keys" }, [
      button(ARROWS[chosen.turns], turn, {
        "aria-label": t("teach.turn", { count: chosen.turns }),
        "data-key": "turn-cell",
      }),
      others.map((label) => answer({ label, turns: label === EMPTY ? 0 : chosen.turns }, "other")),
    ]),
    acts.who === "host" &&
      cell.on === null &&
      h("label", { class: "check" }, keep, t("reading.keep_piece")),
  );
}

/** @type {(cell: SeenCell, what: { label: string, turns: number }, frame: number, chosen: ChosenCell, acts: Acts, pressed: Element) => Promise<void>} */
async function putRight(cell, { label, turns }, frame, chosen, acts, pressed) {
  const right = { frame, cell: cell.cell, face: label, turns };
  if ((await attempt(() => post("readings", right, {}, acts.who), pressed)) === null) return;
  if (chosen.keep && cell.on === null && label !== EMPTY) {
    const [x, y] = middleOf(cell);
    const kept = { kind: "board", at: { x, y }, face: label, turns, name: t("teach.my_board") };
    await attempt(() => post("teaching/keep", kept, {}, acts.who), pressed);
  }
  acts.pick({ ...chosen, cell: null });
}
