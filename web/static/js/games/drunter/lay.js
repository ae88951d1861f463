// Laying by tap: a tile is chosen, the squares light up where it may lie, one is tapped, and confirmed.

import { IS_HOST, ownName } from "../../base/api.js";
import { button, choiceKey, each, focusOn, h, redraw } from "../../base/dom.js";
import { ARROWS } from "../../base/keys.js";
import { middleOf } from "../../base/plane.js";
import { sending, sendingText, sendMoves } from "../../base/sending.js";
import { number, t } from "../../base/texts.js";
import { SIDE, tilePicture } from "./board.js";
import { send } from "./sending.js";
import {
  clockwise,
  countedIn,
  handOfSeat,
  keyOf,
  kindName,
  laysOf,
  squareName,
  viewOf,
} from "./state.js";

/** @import { Kind, Lay, Square, View } from "./types.js" */

/** A tile of a hand, and the lays that it allows. @typedef {{ kind: Kind, length: number, count: number, lays: Lay[] }} Held */

/** A second tap so soon after the first is one tap too many, not a confirmation. */
const TOO_SOON_MS = 450;

/** What was chosen, but not sent; it holds for one position. */
const plan = {
  position: "",
  kind: /** @type {Kind | null} */ (null),
  length: 0,
  /** The lay by its key; "": none yet. */
  lay: "",
  chosenAt: 0,
};

/** Whether this page may lay now: a seat for itself, the host for whoever is to move. @param {State} state */
export const mayLay = (state) =>
  state.may.includes("lay") &&
  viewOf(state).phase === "lay" &&
  (IS_HOST || state.to_move === ownName(state));

/** That none of the own tiles fits; where none of all fits, the host says it for all. @type {(state: State) => Child} */
export function passButton(state) {
  if (!state.may.includes("pass") || sending.busy || !state.to_move) return null;
  const ends = IS_HOST && viewOf(state).nobody_can_lay;
  const seats = ends ? clockwise(state.seats, state.to_move) : [state.to_move];
  const passes = seats.map((seat) => ({ seat, move: "pass" }));
  return button(
    "pass",
    t(ends ? "drunter.pass.end" : "drunter.pass"),
    () => sendMoves(state, "move", passes, ({ sitting }) => sitting),
    ends ? "strong" : "quiet",
  );
}

/** What has been chosen, for telling whether it must be drawn anew. */
export const chosenSoFar = () => [plan.kind, plan.length, plan.lay, sending.busy, sending.late];

/** Forget what was chosen in another position. @param {State} state */
export function keepPlan(state) {
  const { town, tiles, supply } = viewOf(state);
  const position = JSON.stringify([state.sitting, state.to_move, town.tiles, tiles, supply]);
  if (position !== plan.position) Object.assign(plan, { position, kind: null, length: 0, lay: "" });
}

/** Choose this lay; "": none. @param {string} lay */
function aim(lay, chosenAt = performance.now()) {
  Object.assign(plan, { lay, chosenAt });
  redraw();
}

/** @param {Lay} lay */
const keyOfLay = ({ kind, length, gang, towards }) =>
  `lay-${kind}-${length}-${gang.join("-")}-${towards}`;

/** The lays of the chosen tile. @param {State} state */
export const offered = (state) =>
  laysOf(viewOf(state)).filter(({ kind, length }) => kind === plan.kind && length === plan.length);

/** The tiles of whoever is to move, to choose one of. @type {(state: State) => Child} */
export function tray(state) {
  const view = viewOf(state);
  const held = heldBy(view, state.to_move);
  const choose = (/** @type {Held} */ { kind, length, lays }) => {
    const same = plan.kind === kind && plan.length === length;
    const only = lays.length === 1 && !same ? keyOfLay(lays[0]) : "";
    Object.assign(plan, { kind: same ? null : kind, length: same ? 0 : length });
    aim(only);
  };
  return h("div.tray", { role: "group", "aria-label": t("drunter.choose_tile") }, [
    held.map((tile) => {
      const { kind, length, count, lays } = tile;
      const name = t("drunter.tile", { line: kindName(kind), length });
      const words = [tilePicture(kind, length), h("b", `×${number(count)}`)];
      const isOn = plan.kind === kind && plan.length === length;
      return choiceKey(`tile-${kind}-${length}`, words, isOn, () => choose(tile), {
        class: "tray-tile",
        "aria-label": `${name} × ${number(count)}`,
        disabled: lays.length === 0,
      });
    }),
  ]);
}

/** @type {(view: View, name: string | null) => Held[]} */
function heldBy(view, name) {
  const hand = handOfSeat(view, name);
  if (!hand) return [];
  const lays = laysOf(view);
  return countedIn(hand).map(({ kind, length, count }) => ({
    ...{ kind, length, count },
    lays: lays.filter((lay) => lay.kind === kind && lay.length === length),
  }));
}

/** The squares that are lit, over the board. @type {(state: State) => Child} */
export function litSquares(state) {
  const view = viewOf(state);
  const lays = offered(state);
  const chosen = lays.find((lay) => keyOfLay(lay) === plan.lay) ?? null;
  const pick = (/** @type {Lay} */ lay) => {
    if (chosen && keyOfLay(chosen) === keyOfLay(lay)) {
      if (performance.now() - plan.chosenAt > TOO_SOON_MS) confirm(state, chosen);
      return;
    }
    aim(keyOfLay(lay));
  };
  const tapped = (/** @type {Square} */ square) => {
    const here = lays.filter(({ squares }) => squares.some((one) => keyOf(one) === keyOf(square)));
    const isChosen = chosen && here.includes(chosen);
    pick(isChosen ? chosen : nearest(here, square));
  };
  // The chosen one lies above the others, so that it can be seen whole.
  const ordered = [...lays.filter((lay) => lay !== chosen), ...(chosen ? [chosen] : [])];
  const first = chosen ?? lays[0];
  const move = (/** @type {KeyboardEvent} */ event, /** @type {Lay} */ lay) => moved(event, lay, lays);
  return each("g.lit", ordered, (lay) =>
    litLay(view, lay, lays, lay === chosen, lay === first, { tapped, pick, move }),
  );
}

/**
 * @typedef {object} Acts
 * @property {(square: Square) => void} tapped
 * @property {(lay: Lay) => void} pick
 * @property {(event: KeyboardEvent, lay: Lay) => void} move
 */
/** @type {(view: View, lay: Lay, lays: Lay[], chosen: boolean, reachable: boolean, acts: Acts) => Child} */
function litLay(view, lay, lays, chosen, reachable, { tapped, pick, move }) {
  const { squares } = lay;
  const [columns, rows] = [squares.map(([column]) => column), squares.map(([, row]) => row)];
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  const box = {
    x: left * SIDE + 2,
    y: top * SIDE + 2,
    width: (Math.max(...columns) - left + 1) * SIDE - 4,
    height: (Math.max(...rows) - top + 1) * SIDE - 4,
    rx: 6,
  };
  const look = {
    class: ["lay", chosen && "chosen", lay.asks && "asks"],
    role: "button",
    tabindex: reachable ? 0 : -1,
    "aria-pressed": String(chosen),
    "aria-label": layText(view, lay, lays),
    "data-key": keyOfLay(lay),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
        event.preventDefault();
        pick(lay);
      } else move(event, lay);
    },
  };
  const fields = squares.map(([column, row]) =>
    h("rect.field", {
      x: column * SIDE,
      y: row * SIDE,
      width: SIDE,
      height: SIDE,
      onclick: () => tapped([column, row]),
    }),
  );
  return h("g", look, h("rect", { ...box, class: "halo" }), h("rect", { ...box, class: "rim" }), fields);
}

/** What a lay is, in words that none of the others has. @type {(view: View, lay: Lay, lays: Lay[]) => string} */
function layText(view, lay, lays) {
  const words = inWords(view, lay);
  const alike = lays.find((other) => other !== lay && inWords(view, other) === words);
  const told = alike ? `${words}, ${fartherThan(lay.squares[0], alike.squares[0])}` : words;
  return lay.asks ? `${told}. ${t("drunter.asks_vote")}` : told;
}

/** @type {(view: View, lay: Lay) => string} */
const inWords = ({ board }, { kind, length, towards, squares }) =>
  t(`drunter.lay_${towards}`, { line: kindName(kind), length, square: squareName(board, squares[0]) });

/** @type {(one: Square, other: Square) => string} */
function fartherThan([column, row], [otherColumn, otherRow]) {
  const way = column < otherColumn ? "left" : "right";
  return t(`drunter.farther_${column === otherColumn ? (row < otherRow ? "up" : "down") : way}`);
}

/** Of the lays that cover a square, the one whose gang is nearest to it. @type {(lays: Lay[], square: Square) => Lay} */
function nearest(lays, [column, row]) {
  const far = (/** @type {Lay} */ { gang }) => Math.abs(gang[0] - column) + Math.abs(gang[1] - row);
  return lays.reduce((best, lay) => (far(lay) < far(best) ? lay : best));
}

/** Arrow keys go to the next lit lay on that side, Escape gives the tile back. @type {(event: KeyboardEvent, lay: Lay, lays: Lay[]) => void} */
function moved(event, lay, lays) {
  if (event.key === "Escape") {
    aim("");
    return;
  }
  const way = ARROWS[event.key];
  if (!way) return;
  event.preventDefault();
  const next = onThatSide(lay, lays, way) ?? lays[(lays.indexOf(lay) + 1) % lays.length];
  aim(keyOfLay(next), 0);
  focusOn(`[data-key="${keyOfLay(next)}"]`);
}

/** @type {(from: Lay, lays: Lay[], way: number[]) => Lay | null} */
function onThatSide(from, lays, [across, down]) {
  const [column, row] = middleOf(from.squares);
  const found = lays
    .filter((lay) => lay !== from)
    .map((lay) => {
      const middle = middleOf(lay.squares);
      const [dx, dy] = [middle[0] - column, middle[1] - row];
      const ahead = dx * across + dy * down;
      return { lay, ahead, far: Math.abs(ahead) + 2 * Math.abs(dx * down) + 2 * Math.abs(dy * across) };
    })
    .filter(({ ahead }) => ahead > 0)
    .sort((one, other) => one.far - other.far);
  return found[0]?.lay ?? null;
}

/** What is chosen, and the buttons that lay it or another. @type {(state: State) => Child} */
export function confirmBar(state) {
  const view = viewOf(state);
  const lays = offered(state);
  const chosen = lays.find((lay) => keyOfLay(lay) === plan.lay);
  if (sending.busy) return h("div.confirm-lay", sendingText());
  if (!plan.kind) return h("div.confirm-lay", h("p.hint", t("drunter.tap_tile")));
  if (!chosen) return h("div.confirm-lay", h("p.hint", t("drunter.tap_square")));
  const others = lays.filter(
    (lay) => String(lay.gang) !== String(chosen.gang) && shareSquare(lay, chosen),
  );
  const words = t(chosen.asks ? "drunter.propose_it" : "drunter.lay_it");
  return h("div.confirm-lay.can-confirm", [
    h("p", { role: "status" }, layText(view, chosen, lays)),
    h("div.buttons", [
      button("lay-it", words, () => confirm(state, chosen), "strong"),
      others.length > 0 && button("other-gang", t("drunter.other_gang"), () => aim(keyOfLay(others[0]))),
    ]),
  ]);
}

/** @type {(one: Lay, other: Lay) => boolean} */
const shareSquare = (one, other) => {
  const keys = new Set(other.squares.map(keyOf));
  return one.squares.some((square) => keys.has(keyOf(square)));
};

/** @type {(state: State, lay: Lay) => unknown} */
const confirm = (state, { kind, length, gang, towards }) =>
  send(state, { move: "lay", kind, length, gang, towards });
