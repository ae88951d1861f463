// Entering the gem board by tap: a colour is chosen and painted over the holes, or the colours are tapped in the
// order in which the gems lie. What was entered is kept in this tab until all 72 are there and are sent.

import { MAY_ACT } from "../../base/api.js";
import { button, h } from "../../base/dom.js";
import { inTab, keepAs, recall } from "../../base/kept.js";
import { isBrowsers } from "../../base/keys.js";
import { redraw } from "../../base/redraw.js";
import { isSending } from "../../base/sending.js";
import { number, t } from "../../base/texts.js";
import { gem, gemShape } from "./gems.js";
import { send } from "./sending.js";
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
  /** @type {(Colour | null)[]} */
  const known = viewOf(state).gems.flat();
  return Array.from({ length: ALL }, (_, hole) =>
    hole in draft.gems ? draft.gems[hole] : (known[hole] ?? draft.read[hole] ?? null),
  );
}

/** @type {(board: (Colour | null)[], colour: Colour) => number} */
const countOf = (board, colour) => board.filter((one) => one === colour).length;

/** @type {(state: State) => Child} */
export function layOut(state) {
  const board = boardNow(state);
  const changed = () => {
    remember();
    redraw();
  };
  const act = {
    set: (/** @type {number} */ hole, /** @type {Colour | null} */ colour) =>
      setGem(board, hole, colour),
    changed,
  };
  const left = board.filter((colour) => colour === null).length;
  return [
    h("h3", t("ubongo.lay.title")),
    h("p.hint", t(MAY_ACT ? "ubongo.lay.how" : "ubongo.lay.wait")),
    MAY_ACT && modeKeys(),
    boardToPaint(board, act),
    MAY_ACT && colourKeys(board, act),
    h(
      "p",
      { role: "status" },
      left ? t("ubongo.lay.left", { count: left }) : t("ubongo.lay.complete"),
      " ",
      t("ubongo.lay.cursor", place(draft.cursor)),
    ),
    MAY_ACT && lastButtons(state, board, act),
  ];
}

/** @param {number} hole */
const place = (hole) => ({ row: Math.floor(hole / HOLES) + 1, hole: (hole % HOLES) + 1 });

/** @typedef {{ set: (hole: number, colour: Colour | null) => boolean, changed: () => void }} Act */

/** Put a gem in a hole; false: there are twelve of that colour already. @type {(board: (Colour | null)[], hole: number, colour: Colour | null) => boolean} */
function setGem(board, hole, colour) {
  if (board[hole] === colour) return true;
  if (colour !== null && countOf(board, colour) >= OF_A_COLOUR) return false;
  board[hole] = colour;
  draft.gems[hole] = colour;
  return true;
}

// The two ways.

function modeKeys() {
  const key = (/** @type {boolean} */ strokes) => {
    const choose = () => {
      draft.strokes = strokes;
      redraw();
    };
    const name = strokes ? "strokes" : "in_order";
    return button(name, t(`ubongo.lay.${name}`), choose, {
      "aria-pressed": String(draft.strokes === strokes),
    });
  };
  return h("div.buttons", key(true), key(false));
}

/** @type {(board: (Colour | null)[], act: Act) => Child} */
function colourKeys(board, act) {
  const press = (/** @type {Colour} */ colour) => {
    draft.colour = colour;
    if (draft.strokes) redraw();
    else typed(act, colour);
  };
  return h(
    "div.colour-keys",
    COLOURS.map((colour) => {
      const count = countOf(board, colour);
      return button(
        `colour-${colour}`,
        [gem(colour, ""), h("span", number(count)), unseen(colour, count)],
        () => press(colour),
        {
          class: "colour-key",
          "aria-pressed": draft.strokes ? String(colour === draft.colour) : undefined,
          disabled: !draft.strokes && count >= OF_A_COLOUR,
        },
      );
    }),
    !draft.strokes &&
      button("back", "⌫", () => back(act), {
        class: "colour-key",
        "aria-label": t("ubongo.lay.back"),
        disabled: draft.cursor === 0 && board[0] === null,
      }),
  );
}

/** @type {(colour: Colour, count: number) => Child} */
const unseen = (colour, count) =>
  h("span.unseen", t("ubongo.lay.key", { colour: colourName(colour), count }));

/** A gem where the next is expected. @type {(act: Act, colour: Colour) => void} */
function typed(act, colour) {
  if (!act.set(draft.cursor, colour)) return;
  draft.cursor = Math.min(ALL - 1, draft.cursor + 1);
  act.changed();
}

/** @param {Act} act */
function back(act) {
  const last = draft.cursor === ALL - 1 && draft.gems[draft.cursor] ? draft.cursor : draft.cursor - 1;
  draft.cursor = Math.max(0, last);
  act.set(draft.cursor, null);
  act.changed();
}

// The board.

/** @type {(board: (Colour | null)[], act: Act) => Child} */
function boardToPaint(board, act) {
  const width = 2 * MARGIN + (HOLES - 1) * PITCH + 12;
  const height = 2 * MARGIN + (ROWS.length - 1) * PITCH;
  const holes = board.map((colour, hole) => holeDrawing(colour, hole));
  const drawing = h(
    "svg.gem-board.to-paint",
    { viewBox: `-12 0 ${width} ${height}`, "aria-hidden": "true", ...(MAY_ACT && paintedBy(act)) },
    h("rect.wood", { x: -11.5, y: 0.5, width: width - 1, height: height - 1, rx: 5 }),
    ROWS.map((row) =>
      h("rect.field", { x: -9.5, y: MARGIN + row * PITCH - 9, width: 7, height: 18, rx: 2 }),
    ),
    holes,
  );
  const onkeydown = (/** @type {KeyboardEvent} */ event) => keyed(event, act);
  const look = MAY_ACT
    ? { tabindex: "0", role: "group", "data-key": "paint", onkeydown }
    : { role: "img" };
  return h("div.paint-frame", { "aria-label": t("ubongo.lay.keys"), ...look }, drawing);
}

/** @type {(colour: Colour | null, hole: number) => Child} */
function holeDrawing(colour, hole) {
  const x = MARGIN + (hole % HOLES) * PITCH;
  const y = MARGIN + Math.floor(hole / HOLES) * PITCH;
  return h(
    "g",
    {
      transform: `translate(${x} ${y})`,
      "data-hole": hole,
      class: hole === draft.cursor && MAY_ACT ? "hole-place cursor" : "hole-place",
    },
    inHole(colour),
    !colour && draft.read.length > 0 && doubt(),
  );
}

/** The camera has read the board, but is not sure here. */
const doubt = () => h("text.doubt", { y: 5.5, "text-anchor": "middle" }, "?");

/** @param {Colour | null} colour */
const inHole = (colour) => [
  h("rect.touch", { x: -PITCH / 2, y: -PITCH / 2, width: PITCH, height: PITCH }),
  h("circle.gem-hole", { r: 5 }),
  ...(colour ? [gemShape(colour)] : []),
];

let painting = false;

/** Paint where the finger goes; what is drawn follows at once. @param {Act} act */
function paintedBy(act) {
  const paint = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const under = document.elementFromPoint(clientX, clientY)?.closest("[data-hole]");
    const hole = Number(under?.getAttribute("data-hole") ?? -1);
    if (hole < 0) return;
    draft.cursor = hole;
    if (draft.strokes) act.set(hole, draft.colour);
    act.changed();
  };
  const lift = () => (painting = false);
  return {
    onpointerdown: (/** @type {PointerEvent & { currentTarget: any }} */ event) => {
      painting = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      paint(event);
    },
    onpointermove: (/** @type {PointerEvent} */ event) => painting && paint(event),
    onpointerup: lift,
    onpointercancel: lift,
  };
}

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -HOLES, ArrowDown: HOLES };

/** Arrows move on, 1 to 6 are the colours, Backspace takes the last one back. @type {(event: KeyboardEvent, act: Act) => void} */
function keyed(event, act) {
  const { key } = event;
  if (isBrowsers(event)) return;
  const step = ARROWS[/** @type {keyof typeof ARROWS} */ (key)];
  const colour = COLOURS[Number(key) - 1];
  if (!step && !colour && key !== "Backspace") return;
  event.preventDefault();
  if (colour) typed(act, colour);
  else if (key === "Backspace") back(act);
  else {
    const next = draft.cursor + step;
    if (next >= 0 && next < ALL) draft.cursor = next;
    act.changed();
  }
}

// The end of it.

/** @type {(state: State, board: (Colour | null)[], act: Act) => Child} */
function lastButtons(state, board, act) {
  const holes = board.flatMap((colour, hole) => (colour === null ? [hole] : []));
  const rest = COLOURS.find(
    (colour) => holes.length && countOf(board, colour) + holes.length === OF_A_COLOUR,
  );
  const fill = () => {
    for (const hole of holes) act.set(hole, /** @type {Colour} */ (rest));
    act.changed();
  };
  const clear = () => {
    draft.gems = Object.fromEntries(board.map((_, hole) => [hole, null]));
    draft.cursor = 0;
    act.changed();
  };
  const rows = ROWS.map((row) => board.slice(row * HOLES, (row + 1) * HOLES));
  return h(
    "div.buttons",
    rest && button("rest", t("ubongo.lay.rest", { colour: colourName(rest) }), fill),
    button("gems", t("ubongo.lay.go"), () => send(state, "gems", { move: "gems", gems: rows }), {
      class: "strong big",
      disabled: holes.length > 0 || isSending("gems"),
    }),
    button("anew", t("ubongo.lay.anew"), clear, { class: "quiet", disabled: holes.length === ALL }),
  );
}

// Kept in this tab.

/** Begin with what was kept of this sitting. @param {State} state */
function begin({ sitting }) {
  if (draft.sitting === sitting) return;
  Object.assign(draft, { sitting, gems: {}, read: [], cursor: 0 });
  const kept = recall(KEPT, inTab);
  if (kept?.sitting === sitting) Object.assign(draft, { gems: kept.gems, cursor: kept.cursor });
}

function remember() {
  const { sitting, gems, cursor } = draft;
  keepAs(KEPT, { sitting, gems, cursor }, inTab);
}
