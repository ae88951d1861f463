// Entering the gem board by tap: a colour is chosen and painted over the holes, or the colours are tapped in the
// order in which the gems lie. What was entered is kept in this tab until all 72 are there and are sent.

import { MAY_ACT } from "../../base/api.js";
import { button, choiceKey, h, redraw } from "../../base/dom.js";
import { inTab, keepAs, recall } from "../../base/kept.js";
import { follow, isBrowsers } from "../../base/keys.js";
import { isSending } from "../../base/sending.js";
import { number, t } from "../../base/texts.js";
import { gem, gemShape } from "./gems.js";
import { moveKey } from "./sending.js";
import { colourName, COLOURS, HOLES, ROWS, viewOf } from "./state.js";

/** @import { Colour } from "./types.js" */

const OF_A_COLOUR = 12;
const ALL = ROWS.length * HOLES;
const KEPT = "ubongo-board";
/** In units of the drawing: between two holes, and how far the first is from the edge. */
const PITCH = 24;
const MARGIN = 14;
/** Below this width holes are too small for a finger: there colours are tapped one after the other. */
const NARROW = 560;

/**
 * What was entered, but not sent: colours by the number of the hole, row by row.
 * `read`: what the camera was sure of when it read the board last.
 * @typedef {(Colour | null)[]} Holes
 * @type {{ sitting: string | null, gems: Record<number, Colour | null>, read: Holes, colour: Colour, cursor: number, strokes: boolean }}
 */
const draft = {
  sitting: null,
  gems: {},
  read: [],
  colour: "red",
  cursor: 0,
  strokes: window.innerWidth >= NARROW,
};

/** Take in what the camera reads. @param {State} state */
export function followReading(state) {
  begin(state);
  const seen = /** @type {{ gems?: Holes[] } | undefined} */ (state.watch.seen?.drawn);
  if (seen?.gems) draft.read = seen.gems.flat();
}

/** What is in each hole: as it was entered here, else as the table knows it, else as it was read. @param {State} state */
function boardNow(state) {
  /** @type {Holes} */
  const known = viewOf(state).gems.flat();
  return Array.from({ length: ALL }, (_, hole) =>
    hole in draft.gems ? draft.gems[hole] : (known[hole] ?? draft.read[hole] ?? null),
  );
}

/** @type {(board: Holes, colour: Colour) => number} */
const countOf = (board, colour) => board.filter((one) => one === colour).length;

/** @type {(state: State) => Child} */
export function layOut(state) {
  const board = boardNow(state);
  const left = board.filter((colour) => colour === null).length;
  const place = { row: Math.floor(draft.cursor / HOLES) + 1, hole: (draft.cursor % HOLES) + 1 };
  return [
    h("h3", t("ubongo.lay.title")),
    h("p.hint", t(MAY_ACT ? "ubongo.lay.how" : "ubongo.lay.wait")),
    MAY_ACT && h("div.buttons", modeKey(true), modeKey(false)),
    boardToPaint(board),
    MAY_ACT && colourKeys(board),
    h("p", { role: "status" }, [
      left ? t("ubongo.lay.left", { count: left }) : t("ubongo.lay.complete"),
      " ",
      t("ubongo.lay.cursor", place),
    ]),
    MAY_ACT && lastButtons(state, board),
  ];
}

/** Put a gem in a hole; false: there are twelve of that colour already. @type {(board: Holes, hole: number, colour: Colour | null) => boolean} */
function setGem(board, hole, colour) {
  if (board[hole] === colour) return true;
  if (colour !== null && countOf(board, colour) >= OF_A_COLOUR) return false;
  board[hole] = draft.gems[hole] = colour;
  return true;
}

/** Go on from this hole, and keep what was entered. @param {number} hole */
function go(hole) {
  draft.cursor = Math.min(ALL - 1, Math.max(0, hole));
  const { sitting, gems, cursor } = draft;
  keepAs(KEPT, { sitting, gems, cursor }, inTab);
  redraw();
}

/** A gem where the next is expected. @type {(board: Holes, colour: Colour) => void} */
function typed(board, colour) {
  if (setGem(board, draft.cursor, colour)) go(draft.cursor + 1);
}

/** @param {Holes} board */
function back(board) {
  const last = draft.cursor === ALL - 1 && draft.gems[draft.cursor] ? draft.cursor : draft.cursor - 1;
  setGem(board, Math.max(0, last), null);
  go(last);
}

// The two ways.

/** @param {boolean} strokes */
const modeKey = (strokes) => {
  const name = strokes ? "strokes" : "in_order";
  const choose = () => (draft.strokes = strokes);
  return choiceKey(name, t(`ubongo.lay.${name}`), draft.strokes === strokes, choose);
};

/** @param {Holes} board */
function colourKeys(board) {
  const { strokes, cursor } = draft;
  const press = (/** @type {Colour} */ colour) => {
    draft.colour = colour;
    if (!strokes) typed(board, colour);
  };
  return h("div.colour-keys", [
    COLOURS.map((colour) => {
      const count = countOf(board, colour);
      const unseen = t("ubongo.lay.key", { colour: colourName(colour), count });
      const words = [gem(colour, ""), h("span", number(count)), h("span.unseen", unseen)];
      const isOn = strokes ? colour === draft.colour : undefined;
      return choiceKey(`colour-${colour}`, words, isOn, () => press(colour), {
        class: "colour-key",
        disabled: !strokes && count >= OF_A_COLOUR,
      });
    }),
    !strokes &&
      button("back", "⌫", () => back(board), {
        class: "colour-key",
        "aria-label": t("ubongo.lay.back"),
        disabled: cursor === 0 && board[0] === null,
      }),
  ]);
}

// The board.

/** @param {Holes} board */
function boardToPaint(board) {
  const width = 2 * MARGIN + (HOLES - 1) * PITCH + 12;
  const height = 2 * MARGIN + (ROWS.length - 1) * PITCH;
  /** Paint where the finger goes; what is drawn follows at once. @param {PointerEvent} event */
  const paint = ({ clientX, clientY }) => {
    const under = document.elementFromPoint(clientX, clientY)?.closest("[data-hole]");
    const hole = Number(under?.getAttribute("data-hole") ?? -1);
    if (hole < 0) return;
    if (draft.strokes) setGem(board, hole, draft.colour);
    go(hole);
  };
  const onpointerdown = (/** @type {PointerEvent} */ event) => {
    event.preventDefault();
    paint(event);
    follow(paint);
  };
  const drawing = h(
    "svg.gem-board.to-paint",
    { viewBox: `-12 0 ${width} ${height}`, "aria-hidden": "true", ...(MAY_ACT && { onpointerdown }) },
    h("rect.wood", { x: -11.5, y: 0.5, width: width - 1, height: height - 1, rx: 5 }),
    ROWS.map((row) =>
      h("rect.field", { x: -9.5, y: MARGIN + row * PITCH - 9, width: 7, height: 18, rx: 2 }),
    ),
    board.map(holeDrawing),
  );
  const onkeydown = (/** @type {KeyboardEvent} */ event) => keyed(event, board);
  const look = MAY_ACT
    ? { tabindex: "0", role: "group", "data-key": "paint", onkeydown }
    : { role: "img" };
  return h("div.paint-frame", { "aria-label": t("ubongo.lay.keys"), ...look }, drawing);
}

/** Where the camera has read the board, but is not sure, stands a question mark. @type {(colour: Colour | null, hole: number) => Child} */
const holeDrawing = (colour, hole) =>
  h(
    "g",
    {
      transform: `translate(${MARGIN + (hole % HOLES) * PITCH} ${MARGIN + Math.floor(hole / HOLES) * PITCH})`,
      "data-hole": hole,
      class: ["hole-place", hole === draft.cursor && MAY_ACT && "cursor"],
    },
    h("rect.touch", { x: -PITCH / 2, y: -PITCH / 2, width: PITCH, height: PITCH }),
    h("circle.gem-hole", { r: 5 }),
    colour && gemShape(colour),
    !colour && draft.read.length > 0 && h("text.doubt", { y: 5.5, "text-anchor": "middle" }, "?"),
  );

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -HOLES, ArrowDown: HOLES };

/** Arrows move on, 1 to 6 are the colours, Backspace takes the last one back. @type {(event: KeyboardEvent, board: Holes) => void} */
function keyed(event, board) {
  const { key } = event;
  if (isBrowsers(event)) return;
  const next = draft.cursor + ARROWS[/** @type {keyof typeof ARROWS} */ (key)];
  const colour = COLOURS[Number(key) - 1];
  if (colour) typed(board, colour);
  else if (key === "Backspace") back(board);
  else if (next >= 0 && next < ALL) go(next);
  else if (!(key in ARROWS)) return;
  event.preventDefault();
}

// The end of it.

/** @type {(state: State, board: Holes) => Child} */
function lastButtons(state, board) {
  const holes = board.flatMap((colour, hole) => (colour === null ? [hole] : []));
  const rest = COLOURS.find(
    (colour) => holes.length && countOf(board, colour) + holes.length === OF_A_COLOUR,
  );
  const fill = () => {
    for (const hole of holes) setGem(board, hole, /** @type {Colour} */ (rest));
    go(draft.cursor);
  };
  const clear = () => {
    draft.gems = Object.fromEntries(board.map((_, hole) => [hole, null]));
    go(0);
  };
  const rows = ROWS.map((row) => board.slice(row * HOLES, (row + 1) * HOLES));
  return h("div.buttons", [
    rest && button("rest", t("ubongo.lay.rest", { colour: colourName(rest) }), fill),
    moveKey(state, "gems", t("ubongo.lay.go"), { move: "gems", gems: rows }, "strong big", {
      disabled: holes.length > 0 || isSending("gems"),
    }),
    button("anew", t("ubongo.lay.anew"), clear, { class: "quiet", disabled: holes.length === ALL }),
  ]);
}

/** Begin with what was kept of this sitting. @param {State} state */
function begin({ sitting }) {
  if (draft.sitting === sitting) return;
  Object.assign(draft, { sitting, gems: {}, read: [], cursor: 0 });
  const kept = recall(KEPT, inTab);
  if (kept?.sitting === sitting) Object.assign(draft, { gems: kept.gems, cursor: kept.cursor });
}
