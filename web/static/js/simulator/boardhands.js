// The simulated table's hands where a board is played on: they lay pieces, set pawns, take them away.
//
// A piece is taken from those to be laid, or from the board, and laid where the board is tapped, where it
// is dragged to, or by keys. What is held is shown where it would lie before it is laid.

import { h } from "../base/dom.js";
import { nameOf, t } from "../base/texts.js";
import { middleOf, placeOf, pointsOf, unitsOf, within } from "../base/plane.js";
import { squareAt, squaresOn } from "../picture/homography.js";
import { follow } from "../base/keys.js";
import { TableHands, press } from "./tablehands.js";
import { CLICK_PX, Handles } from "./handles.js";

/** @import { Handle } from "./handles.js" */
/** @import { Simulated } from "./tablehands.js" */

/** @typedef {{ id: number, labels: string[], turns: number, cell: Point | null, corners: Point[] }} Piece */
/** @typedef {{ id: number, label: string, cell: Point | null, centre: Point }} Pawn */
/** @typedef {{ labels: string[], count: number }} Stock */
/**
 * `corners`: the centres of the corner cells.
 * @typedef {{ grid: Point, corners: Point[], pieces: Piece[], pawns: Pawn[], to_lay: Stock[], box: Stock[] }} SimulatedBoard
 */
/**
 * What a hand takes: `at` is the cell about which it turns. `id`: which piece or pawn of the board; null: a new piece.
 * `lies`: as it is shown.
 * @typedef {{ kind: "piece" | "pawn", id: number | null, labels: string[], turns: number, at: Point, lies: boolean }} Held
 */

/** The way that a piece with so many quarter turns runs. @type {Point[]} */
// prettier-ignore
const WAYS = [[0, -1], [1, 0], [0, 1], [-1, 0]];
/** How wide the outline is by which a pawn is taken, as a share of the picture. */
const PAWN = 0.028;

export class BoardHands extends TableHands {
  /** @type {Held | null} */
  #held = null;

  /** @type {Handles<Held & Handle>} */
  handles = new Handles(this.picture, {
    put: (thing, to) => {
      this.#over(to, thing);
      this.#lay();
    },
    step: (thing, _to, [right, down]) => this.#move(thing, right, down),
    tap: (thing) => this.#take(thing),
    dropped: () => this.draw(),
    keys: {
      " ": (thing) => this.#take(thing),
      enter: (thing) => this.#take(thing),
      r: (thing, isBack) => this.#turn(thing, isBack ? -1 : 1),
      escape: () => this.#hold(null),
      delete: (thing) => this.#remove(thing),
      backspace: (thing) => this.#remove(thing),
    },
  });

  /** @param {Simulated} table */
  suits({ board }) {
    return Boolean(board);
  }

  // What is drawn: what lies on the board, what is held over it, and the buttons.

  draw() {
    const { board } = this.table;
    if (!board || this.picture.hold) return;
    const held = this.#held && this.#shown(board, this.#held);
    const lying = [
      ...board.pieces.map((piece) => {
        const { corners } = piece;
        return { ...this.#shown(board, pieceHeld(piece)), corners, centre: middleOf(corners) };
      }),
      ...board.pawns.map((pawn) => ({ ...this.#shown(board, pawnHeld(pawn)), centre: pawn.centre })),
    ];
    const shown = lying.map((thing) => (thing.key === held?.key ? held : thing));
    this.handles.chosen = held ? [held.key] : [];
    this.handles.draw(held?.id === null ? [...shown, held] : shown, this.#ground(board));
    this.#drawButtons(board);
  }

  /** Where it lies, or would lie, and which way it runs. @type {(board: SimulatedBoard, held: Held) => Held & Handle} */
  #shown = (board, held) => {
    const { at } = squaresOf(board);
    const key = keyOf(held);
    const [column, row] = middleCell(held);
    const centre = at(column + 0.5, row + 0.5);
    if (held.kind === "pawn") return { ...held, key, name: t("hands.pawn"), centre, size: PAWN };
    const across = WAYS[held.turns][0] !== 0;
    const { length } = held.labels;
    const [columns, rows] = across ? [length, 1] : [1, length];
    const corners = squareAt(at, column + 0.5 - columns / 2, row + 0.5 - rows / 2, [columns, rows]);
    const mark = this.#isHeld(held) && this.#way(at, held, corners);
    return { ...held, key, name: this.#nameOf(held.labels), centre, corners, mark };
  };

  /** That it is held, and from the middle of its first cell the way that it runs. @type {(at: import("../picture/homography.js").OnPicture, held: Held, corners: Point[]) => Child} */
  #way = (at, { labels, turns, at: [column, row] }, corners) => {
    const [right, down] = WAYS[turns];
    const back = beforeMiddle(turns, labels.length);
    const far = Math.max(labels.length - 1, 0.4);
    const [from, to] = [0, far].map((by) =>
      at(column + right * (by - back) + 0.5, row + down * (by - back) + 0.5),
    );
    const units = unitsOf(this.picture.height);
    const [cx, cy] = units(from);
    return h("g.runs", [
      h("polygon", { points: pointsOf(corners.map(units)) }),
      h("polyline", { points: pointsOf([from, to].map(units)) }),
      h("circle", { cx, cy, r: 9 }),
    ]);
  };

  /** Where the board may be tapped. @param {SimulatedBoard} board */
  #ground = (board) => {
    const ends = squareAt(squaresOf(board).at, 0, 0, board.grid).map(unitsOf(this.picture.height));
    const onpointerdown = (/** @type {PointerEvent} */ event) => {
      event.preventDefault();
      if (!this.#held || event.button !== 0) return;
      this.#over(placeOf(event, this.picture.extra), this.#held);
      this.#lay();
    };
    const onpointermove = (/** @type {PointerEvent} */ event) =>
      this.#held && this.#over(placeOf(event, this.picture.extra), this.#held);
    return h("polygon.ground", { points: pointsOf(ends), onpointerdown, onpointermove });
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
        press("empty", t("hands.empty_board"), () => this.#empty(board), { off }),
        hand,
      ],
      keys: t("hands.board_keys"),
    });
  };

  /** The pieces that may be laid now. @type {(board: SimulatedBoard) => Child[]} */
  #stock = ({ to_lay: stock, grid }) =>
    stock.length ? this.#toChoose(stock, grid) : [h("p.hint", t("hands.none_to_lay"))];

  /** @type {(stock: Stock[], grid: Point) => Child[]} */
  #toChoose = (stock, grid) =>
    stock.map(({ labels, count }) => {
      const at = /** @type {Point} */ (grid.map((n) => Math.floor(n / 2)));
      /** @type {Held} */
      const held = { kind: "piece", id: null, labels, turns: 0, at, lies: false };
      const choose = () => {
        this.#hold(this.#isHeld(held) ? null : held);
        this.handles.focus(keyOf(held));
      };
      const many = count > 0 ? `\u00a0×\u00a0${count}` : "";
      return press(`lay-${labels.join(" ")}`, `${this.#nameOf(labels)}${many}`, choose, {
        "aria-pressed": String(this.#isHeld(held)),
        onpointerdown: (/** @type {PointerEvent} */ event) =>
          event.button === 0 && this.#dragNew(event, held),
      });
    });

  #heldButtons = () => {
    const held = this.#held;
    const turn = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {number} */ by) =>
      press(key, sign, () => held && this.#turn(held, by), {
        ...{ off: held?.kind !== "piece", each: true, name: t(`hands.turn_${key}`) },
      });
    return [
      turn("left", "⟲", -1),
      turn("right", "⟳", 1),
      press("put", t("hands.put"), () => this.#lay(), { off: !held }),
      press("remove", "✕", () => held && this.#remove(held), {
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

  /** @param {Held} held */
  #isHeld = (held) => this.#held !== null && keyOf(this.#held) === keyOf(held);

  /** Take it up, or lay it where it is shown. @param {Held} held */
  #take = (held) => {
    if (this.#isHeld(held) && !held.lies) this.#lay();
    else this.#hold(this.#isHeld(held) ? null : held);
  };

  /** @type {(held: Held, right: number, down: number) => void} */
  #move = (held, right, down) =>
    this.#hold({ ...held, at: [held.at[0] + right, held.at[1] + down], lies: false });

  /** Hold it over the cell at that place. @type {(place: Point, held: Held) => void} */
  #over = (place, held) => {
    const { board } = this.table;
    if (!board) return;
    const [column, row] = squaresOf(board).under(place);
    const [middleColumn, middleRow] = middleCell(held);
    const [right, down] = [column - 0.5 - middleColumn, row - 0.5 - middleRow].map(Math.round);
    if (right || down || !this.#isHeld(held)) this.#move(held, right, down);
  };

  /** A piece that is dragged from those to be laid is laid where it is let go over the picture. @type {(from: PointerEvent, held: Held) => void} */
  #dragNew = (from, held) => {
    let moved = false;
    const move = (/** @type {PointerEvent} */ event) => {
      if (Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) >= CLICK_PX)
        moved = true;
      if (moved)
        this.#over(
          placeOf(event, this.picture.extra),
          this.#isHeld(held) && this.#held ? this.#held : held,
        );
    };
    follow(move, (event) => {
      if (!moved || !(event instanceof PointerEvent) || event.type !== "pointerup") return;
      const over = document.elementFromPoint(event.clientX, event.clientY);
      if (over && this.picture.frame.contains(over)) this.#lay();
    });
  };

  /** @type {(held: Held, direction: number) => void} */
  #turn = (held, direction) => {
    const turns = (held.turns + direction + 4) % 4;
    if (held.kind === "piece") this.#hold({ ...held, turns, lies: false });
  };

  /** Lay what is held where it is shown. */
  #lay = () => {
    const { board } = this.table;
    if (board && this.#held) this.#put(this.#held, this.#shown(board, this.#held).centre);
  };

  /** @type {(held: Held, to: Point) => void} */
  #put = ({ kind, id, labels, turns }, to) => {
    const [x, y] = to.map(within);
    this.#hold(null);
    if (kind === "pawn") this.do("stand", { pawn: id, x, y });
    else if (id === null) this.do("lay", { labels, x, y, turns, snap: true });
    else this.do("shift", { piece: id, x, y, turns, snap: true });
  };

  /** @param {Held} held */
  #remove = ({ kind, id }) => {
    if (id === null) return;
    this.#hold(null);
    this.do("take-away", kind === "pawn" ? { pawns: [id] } : { pieces: [id] });
  };

  /** Take everything off the board, as for its picture when it is taught. @param {SimulatedBoard} board */
  #empty = ({ pieces, pawns }) => {
    this.#hold(null);
    const ids = (/** @type {{ id: number }[]} */ things) => things.map(({ id }) => id);
    return this.do("take-away", { pieces: ids(pieces), pawns: ids(pawns) });
  };
}

/** @param {SimulatedBoard} board */
const squaresOf = ({ corners, grid: [columns, rows] }) => squaresOn(corners, columns, rows);

/** @param {Held} held */
const keyOf = ({ kind, id, labels }) => `${kind}-${id ?? labels.join(" ")}`;

/** So many cells lie before the one about which a piece turns: after half a turn it covers the same cells. @type {(turns: number, length: number) => number} */
const beforeMiddle = (turns, length) => (turns < 2 ? Math.floor : Math.ceil)((length - 1) / 2);

/** The middle of what is held, between cells too. @type {(held: Held) => Point} */
function middleCell({ labels, turns, at: [column, row] }) {
  const on = (labels.length - 1) / 2 - beforeMiddle(turns, labels.length);
  return [column + WAYS[turns][0] * on, row + WAYS[turns][1] * on];
}

/** @type {(piece: Piece) => Held} */
function pieceHeld({ id, labels, turns, cell }) {
  const [column, row] = cell ?? [0, 0];
  const on = beforeMiddle(turns, labels.length);
  const at = /** @type {Point} */ ([column + WAYS[turns][0] * on, row + WAYS[turns][1] * on]);
  return { kind: "piece", id, labels, turns, at, lies: true };
}

/** @type {(pawn: Pawn) => Held} */
const pawnHeld = ({ id, label, cell }) => ({
  ...{ kind: "pawn", id, labels: [label], turns: 0 },
  ...{ at: cell ?? [0, 0], lies: true },
});
