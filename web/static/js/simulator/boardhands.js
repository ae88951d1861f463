// The simulated table's hands where a board is played on: they lay pieces, set pawns, take them away.
//
// A piece is taken from those to be laid, or from the board, and laid where the board is tapped, where it
// is dragged to, or by keys. What is held is shown over the picture before it is laid.

import { h, show } from "../base/dom.js";
import { nameOf, t } from "../base/texts.js";
import { pointsOf, unitsOf, within } from "../base/plane.js";
import { WAYS, cellAt, cellsOf, cornersOf, placeOf } from "./cells.js";
import { follow, isBrowsers, stepsOf } from "../base/keys.js";
import { TableHands, press } from "./tablehands.js";
import { CLICK_PX, FAR } from "./handles.js";

/** @import { Grid } from "./cells.js" */
/** @import { Simulated } from "./tablehands.js" */

/** @typedef {{ id: number, labels: string[], turns: number, cell: Point | null, corners: Point[] }} Piece */
/** @typedef {{ id: number, label: string, cell: Point | null, centre: Point }} Pawn */
/** @typedef {{ labels: string[], count: number }} Stock */
/** @typedef {Grid & { pieces: Piece[], pawns: Pawn[], to_lay: Stock[], box: Stock[] }} SimulatedBoard */
/**
 * What a hand holds: its first part over a cell. `id`: which piece or pawn of the board; null: a new piece.
 * @typedef {{ kind: "piece" | "pawn", id: number | null, labels: string[], turns: number, at: Point }} Held
 */

export class BoardHands extends TableHands {
  /** @type {Held | null} */
  #held = null;
  /** How many cells beside its middle the held piece was grasped. @type {Point} */
  #grip = [0, 0];

  /** @param {Simulated} table */
  suits({ board }) {
    return Boolean(board);
  }

  // What is drawn: what lies on the board, what is held over it, and the buttons.

  draw() {
    const { board } = this.table;
    if (!board || this.hasLeft) return;
    const look = {
      tabindex: 0,
      role: "application",
      "aria-label": t("hands.board"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event),
    };
    show(
      this.picture.extra,
      h("g.cells", look, [
        this.#ground(board),
        ...board.pieces.map((piece) => this.#handle(pieceHeld(piece), piece.corners)),
        ...board.pawns.map((pawn) => this.#handle(pawnHeld(pawn), round(pawn.centre))),
        this.#held && this.#ghost(board, this.#held),
      ]),
    );
    this.#drawButtons(board);
  }

  #focus = () => {
    const cells = /** @type {SVGElement | null} */ (this.picture.extra.querySelector(".cells"));
    cells?.focus({ preventScroll: true });
  };

  /** @type {(places: Point[]) => string} */
  #points = (places) => pointsOf(places.map(unitsOf(this.picture.height)));

  /** Where the board may be tapped. @param {SimulatedBoard} board */
  #ground = (board) => {
    const ends = cornersOf(board, [0, 0], board.grid);
    const onpointerdown = (/** @type {PointerEvent} */ event) => {
      event.preventDefault();
      this.#focus();
      if (!this.#held || event.button !== 0) return;
      this.#hover(event);
      this.#put();
    };
    const onpointermove = (/** @type {PointerEvent} */ event) => this.#hover(event);
    return h("polygon.ground", { points: this.#points(ends), onpointerdown, onpointermove });
  };

  /** @type {(held: Held, corners: Point[]) => Child} */
  #handle = (held, corners) => {
    const isHeld = this.#held?.kind === held.kind && this.#held.id === held.id;
    const onpointerdown = (/** @type {PointerEvent} */ event) => {
      event.preventDefault();
      if (event.button !== 0) return;
      this.#focus();
      this.#hold(isHeld ? null : held);
      if (isHeld) return;
      this.#grip = this.#beside(event, held);
      this.#follow(event);
    };
    const shape = h("polygon", { points: this.#points(corners) });
    return h("g", { class: ["handle", isHeld && "selected"], onpointerdown }, shape);
  };

  /** @type {(board: SimulatedBoard, held: Held) => Child} */
  #ghost = (board, { kind, labels, turns, at }) => {
    const cells = cellsOf(at, turns, kind === "pawn" ? 1 : labels.length);
    const outlines = cells.map((cell) => h("polygon", { points: this.#points(cornersOf(board, cell)) }));
    const [start, end] = [cells[0], cells[cells.length - 1]].map((cell) => placeOf(board, cell));
    const tip = placeOf(board, [at[0] + WAYS[turns][0] * 0.4, at[1] + WAYS[turns][1] * 0.4]);
    const way = cells.length > 1 ? [start, end] : [start, tip];
    const line = kind === "piece" && h("polyline", { points: this.#points(way) });
    const [cx, cy] = unitsOf(this.picture.height)(start);
    return h("g.ghost", outlines, line, h("circle", { cx, cy, r: 9 }));
  };

  /** @param {SimulatedBoard} board */
  #drawButtons = (board) => {
    const off = board.pieces.length + board.pawns.length === 0;
    this.drawTools({
      rows: [h("div.buttons.stock", this.#stock(board)), h("div.buttons", this.#heldButtons())],
      hint: t("hands.board_help"),
      more: (hand) => [
        board.box.length > 0 && h("p.hint", t("hands.box")),
        h("div.buttons.stock", this.#toChoose(board.box, board.grid)),
        press("clear", t("hands.as_game"), () => this.do("clear")),
        press("empty", t("hands.empty_board"), () => this.#empty(), { off }),
        hand,
      ],
      keys: t("hands.board_keys"),
    });
  };

  /** The pieces that may be laid now. @type {(board: SimulatedBoard) => Child[]} */
  #stock = ({ to_lay: stock, grid }) => {
    if (!stock.length) return [h("p.hint", t("hands.none_to_lay"))];
    return this.#toChoose(stock, grid);
  };

  /** @type {(stock: Stock[], grid: Point) => Child[]} */
  #toChoose = (stock, grid) => {
    return stock.map(({ labels, count }) => {
      const key = labels.join(" ");
      const isHeld = this.#held?.id === null && this.#held.labels.join(" ") === key;
      const middle = /** @type {Point} */ (grid.map((n) => Math.floor(n / 2)));
      /** @type {Held} */
      const held = { kind: "piece", id: null, labels, turns: 0, at: middle };
      const choose = () => {
        this.#hold(isHeld ? null : held);
        this.#focus();
      };
      const many = count > 0 ? `\u00a0×\u00a0${count}` : "";
      return press(`lay-${key}`, `${this.#nameOf(labels)}${many}`, choose, {
        "aria-pressed": String(isHeld),
        onpointerdown: (/** @type {PointerEvent} */ event) => {
          if (!isHeld && event.button === 0) this.#follow(event, held);
        },
      });
    });
  };

  #heldButtons = () => {
    const [held, off] = [this.#held, !this.#held];
    const turn = { off: held?.kind !== "piece", each: true };
    return [
      press("left", "⟲", () => this.#turn(-1), { ...turn, name: t("hands.turn_left") }),
      press("right", "⟳", () => this.#turn(1), { ...turn, name: t("hands.turn_right") }),
      press("put", t("hands.put"), () => this.#put(), { off }),
      press("remove", "✕", () => this.#remove(), {
        off: !held || held.id === null,
        name: t("hands.remove"),
      }),
    ];
  };

  /** @param {string[]} labels */
  #nameOf = (labels) => {
    const [line] = labels[0].split(".");
    const name = nameOf(`${this.state?.game}.kind.${line}`, line);
    return `${name} ${"▪".repeat(labels.length)}`;
  };

  // What the hands do.

  /** @param {Held | null} held */
  #hold = (held) => {
    this.#held = held;
    this.draw();
  };

  /** @param {PointerEvent} event */
  #hover = (event) => {
    if (!this.#held) return;
    const [column, row] = this.#beside(event, this.#held);
    const [gripColumn, gripRow] = this.#grip;
    const [atColumn, atRow] = this.#held.at;
    this.#over([Math.round(atColumn + column - gripColumn), Math.round(atRow + row - gripRow)]);
  };

  /** How many columns and rows a pointer is beside the middle of what is held. @type {(event: PointerEvent, held: Held) => Point} */
  #beside = (event, held) => {
    const { board } = this.table;
    if (!board) return [0, 0];
    const { left, top, width, height } = this.picture.extra.getBoundingClientRect();
    const pointed = [(event.clientX - left) / width, (event.clientY - top) / height];
    const [column, row] = cellAt(board, /** @type {Point} */ (pointed));
    const [right, down] = toMiddle(held);
    return [column - held.at[0] - right, row - held.at[1] - down];
  };

  /** @param {Point} at */
  #over = (at) => {
    if (!this.#held || (at[0] === this.#held.at[0] && at[1] === this.#held.at[1])) return;
    this.#hold({ ...this.#held, at });
  };

  /** Follow the pointer until it is let go; what was dragged over the board is laid there. */
  #follow = (/** @type {PointerEvent} */ from, held = this.#held) => {
    let moved = false;
    const move = (/** @type {PointerEvent} */ event) => {
      if (Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) >= CLICK_PX)
        moved = true;
      if (!moved) return;
      if (!this.#held) this.#hold(held);
      this.#hover(event);
    };
    follow(move, (event) => {
      this.#grip = [0, 0];
      if (!moved || event.type !== "pointerup") return;
      const over = document.elementFromPoint(event.clientX, event.clientY);
      if (over && this.picture.frame.contains(over)) this.#put();
    });
  };

  /** @param {number} direction */
  #turn = (direction) => {
    const held = this.#held;
    if (held?.kind !== "piece") return;
    const turns = (held.turns + direction + 4) % 4;
    const before = beforeMiddle(held.turns, held.labels.length);
    const after = beforeMiddle(turns, held.labels.length);
    const [column, row] = held.at;
    this.#hold({ ...held, turns, at: [column - before[0] + after[0], row - before[1] + after[1]] });
  };

  /** Lay what is held where it is. */
  #put = () => {
    const { board } = this.table;
    const held = this.#held;
    if (!board || !held) return;
    const [right, down] = toMiddle(held);
    const [x, y] = placeOf(board, [held.at[0] + right, held.at[1] + down]).map(within);
    this.#hold(null);
    const { id, labels, turns } = held;
    if (held.kind === "pawn") this.do("stand", { pawn: id, x, y });
    else if (id === null) this.do("lay", { labels, x, y, turns, snap: true });
    else this.do("shift", { piece: id, x, y, turns, snap: true });
  };

  #remove = () => {
    const held = this.#held;
    if (!held || held.id === null) return;
    this.#hold(null);
    this.do("take-away", held.kind === "pawn" ? { pawns: [held.id] } : { pieces: [held.id] });
  };

  /** Take everything off the board, as for its picture when it is taught. */
  #empty = () => {
    const { board } = this.table;
    if (!board) return null;
    this.#hold(null);
    const ids = (/** @type {{ id: number }[]} */ things) => things.map(({ id }) => id);
    return this.do("take-away", { pieces: ids(board.pieces), pawns: ids(board.pawns) });
  };

  /** @param {KeyboardEvent} event */
  #press = (event) => {
    if (isBrowsers(event)) return;
    const held = this.#held;
    const steps = stepsOf(event, FAR);
    if (steps && held) {
      const [column, row] = steps;
      this.#over([held.at[0] + column, held.at[1] + row]);
    } else if (event.key === "Enter" && held) this.#put();
    else if (event.key === " ") this.#next(event.shiftKey ? -1 : 1);
    else if (event.key.toLowerCase() === "r") this.#turn(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") this.#hold(null);
    else if (event.key === "Delete" || event.key === "Backspace") this.#remove();
    else return;
    event.preventDefault();
  };

  /** Take up the next piece or pawn of the board. @param {number} direction */
  #next = (direction) => {
    const { board } = this.table;
    if (!board) return;
    const all = [...board.pieces.map(pieceHeld), ...board.pawns.map(pawnHeld)];
    if (!all.length) return;
    const at = all.findIndex(({ kind, id }) => kind === this.#held?.kind && id === this.#held.id);
    const next = at < 0 ? (direction > 0 ? 0 : all.length - 1) : at + direction;
    this.#hold(all[(next + all.length) % all.length]);
  };
}

/** From its first cell to its middle. @type {(held: Held) => Point} */
function toMiddle({ labels, turns }) {
  const half = (labels.length - 1) / 2;
  return [WAYS[turns][0] * half, WAYS[turns][1] * half];
}

/**
 * From the cell about which a piece turns to its first one: after half a turn it covers the same cells.
 * @type {(turns: number, length: number) => Point}
 */
function beforeMiddle(turns, length) {
  const back = turns < 2 ? Math.floor((length - 1) / 2) : Math.ceil((length - 1) / 2);
  return [-back * WAYS[turns][0], -back * WAYS[turns][1]];
}

/** @type {(piece: Piece) => Held} */
const pieceHeld = ({ cell, ...piece }) => ({ kind: "piece", ...piece, at: cell ?? [0, 0] });

/** @type {(pawn: Pawn) => Held} */
const pawnHeld = ({ id, label, cell }) => ({
  ...{ kind: "pawn", id, labels: [label], turns: 0 },
  at: cell ?? [0, 0],
});

/** The outline by which a pawn is taken, about its foot. @type {(centre: Point) => Point[]} */
const round = ([x, y]) =>
  Array.from({ length: 10 }, (_, n) => {
    const angle = (n / 10) * 2 * Math.PI;
    return [x + 0.014 * Math.cos(angle), y + 0.019 * Math.sin(angle)];
  });
