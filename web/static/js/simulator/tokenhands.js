// The simulated table's hands where tokens are played with: they take gems, move pawns, throw stones.
//
// Tokens are chosen by tap or key, one or several, and dragged, or laid before a player by a button.
// A puzzle's sheet and pieces are moved likewise, and turned and flipped.

import { h } from "../base/dom.js";
import { without } from "../base/lists.js";
import { within } from "../base/plane.js";
import { faceName, nameOf, t } from "../base/texts.js";
import { Handles, inRows } from "./handles.js";
import { TableHands, press } from "./tablehands.js";

/** @import { Handle } from "./handles.js" */
/** @import { Simulated } from "./tablehands.js" */

/**
 * @typedef {{ id: number, kind: "gem" | "stone" | "pawn", label: string, cell: Point | null,
 *   row: number | null, owner: number | null, centre: Point, size: number, at_rest: boolean }} Token
 * @typedef {{ id: number, kind: "sheet" | "block", centre: Point, size: number }} Part
 * @typedef {Token | Part} Thing
 */
/** @typedef {{ things: Token[], to_throw: string[][], parts: Part[] | null }} SimulatedTokens */
/** A thing as it is taken. @typedef {Thing & Handle} ShownThing */

/** Tokens in a row of the picture this high are reached from left to right. */
const ROW = 0.06;

export class TokenHands extends TableHands {
  /** @type {Handles<ShownThing>} */
  handles = new Handles(this.picture, {
    put: (thing, to) => this.#move(thing, to),
    step: (thing, to) => this.#move(thing, to),
    tap: (thing) => this.#choose(thing),
    dropped: () => this.draw(),
    keys: {
      ...{ " ": (thing) => this.#choose(thing), enter: (thing) => this.#choose(thing) },
      ...{ delete: (thing) => this.#takeAway(thing), backspace: (thing) => this.#takeAway(thing) },
    },
  });

  /** @param {Simulated} table */
  suits({ tokens }) {
    return Boolean(tokens);
  }

  /** @returns {Thing[]} */
  #things = () => {
    const { things = [], parts = [] } = this.table.tokens ?? {};
    return [...things, ...(parts ?? [])];
  };

  /** What is chosen of these kinds. @type {(...kinds: string[]) => number[]} */
  #idsOf = (...kinds) => {
    return this.#chosen()
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ id }) => id);
  };

  #chosen = () => this.#things().filter((thing) => this.handles.chosen.includes(keyOf(thing)));

  // What is drawn: a handle on every token, and the buttons.

  draw() {
    if (!this.table.tokens || this.picture.hold) return;
    const shown = this.#things().map((thing) => ({
      ...thing,
      key: keyOf(thing),
      name: this.#nameOf(thing),
    }));
    // A sheet's handle lies below those of the pieces on it.
    const inOrder = inRows(shown, ROW).sort(
      (one, other) => Number(isSheet(other)) - Number(isSheet(one)),
    );
    this.handles.draw(inOrder);
    this.#drawButtons();
  }

  /** @param {Thing} thing */
  #nameOf = (thing) => {
    if (isPart(thing)) return t(`hands.${thing.kind}`, { number: thing.id });
    const { kind, label, row, cell, owner } = thing;
    const game = this.state?.game;
    const named =
      kind === "gem" ? nameOf(`${game}.colour.${label}`, label) : faceName(label.replace(/ /g, "_"));
    const name = kind === "pawn" ? t("hands.pawn") : named;
    const seat = owner === null ? null : this.state?.seats?.[owner - 1];
    if (seat) return t("hands.token_of", { token: name, seat });
    const at = row ?? cell?.[1] ?? null;
    return at === null ? name : t("hands.token_in_row", { token: name, row: at + 1 });
  };

  #drawButtons = () => {
    const { tokens, can_throw: canThrow = true, busy = false } = this.table;
    const stones = tokens?.to_throw ?? [];
    const hasGems = this.#things().some(({ kind }) => kind === "gem");
    const seats = hasGems ? (this.state?.seats ?? []) : [];
    const awaits = this.#awaits();
    const parts = tokens?.parts;
    this.drawTools({
      rows: [
        h("div.buttons", this.#throwButtons(stones.length, hasGems, canThrow, busy, awaits)),
        h("div.buttons", this.#chosenButtons(seats)),
        parts && h("div.buttons", this.#puzzleButtons(parts)),
      ],
      hint: t("hands.tokens_help"),
      more: (hand) => [press("clear", t("hands.as_game"), () => this.do("clear")), hand],
      keys: t("hands.tokens_keys"),
    });
  };

  /** What is still to come of the stones that lie there, in words: thrown again before, they would not count. */
  #awaits = () => {
    const { watch, proposal } = this.state ?? {};
    if (!this.#things().some(({ kind }) => kind === "stone")) return null;
    if (proposal?.kind === "question") return t("hands.asked");
    return proposal?.kind === "move" || watch?.phase === "still" ? t("wait.reading") : null;
  };

  /** @type {(stones: number, hasGems: boolean, canThrow: boolean, busy: boolean, awaits: string | null) => Child[]} */
  #throwButtons = (stones, hasGems, canThrow, busy, awaits) => {
    const strong = { class: "strong big" };
    if (hasGems)
      return [press("roll", t("hands.roll"), () => this.#roll(), { ...strong, off: busy || !canThrow })];
    const label = awaits ?? t("hands.throw_stones", { count: stones });
    const off = busy || !stones || awaits !== null;
    return [press("stones", label, () => this.do("throw-stones"), { ...strong, off })];
  };

  /** @type {(seats: string[]) => Child[]} */
  #chosenButtons = (seats) => {
    const gems = () => this.#idsOf("gem");
    const tokens = () => this.#idsOf("gem", "stone", "pawn");
    return [
      ...seats.map((seat, number) =>
        press(`give-${number + 1}`, t("hands.give", { seat }), () => this.#take(gems(), number + 1), {
          off: !gems().length,
        }),
      ),
      press("remove", "✕", () => this.#take(tokens(), null), {
        off: !tokens().length,
        name: t("hands.remove"),
      }),
    ];
  };

  /** @type {(parts: Part[]) => Child[]} */
  #puzzleButtons = (parts) => {
    const lay = (/** @type {boolean} */ filled) => () => this.do("lay-puzzle", { filled });
    if (!parts.length)
      return [
        press("puzzle", t("hands.puzzle"), lay(false)),
        press("filled-puzzle", t("hands.filled_puzzle"), lay(true)),
      ];
    const chosen = this.#chosen().filter(isPart);
    const off = chosen.length !== 1;
    const move = (/** @type {object} */ how) => () => this.#movePart(chosen[0], chosen[0].centre, how);
    return [
      press("turn", t("hands.turn"), move({ turns: 1 }), { off, each: true }),
      press("flip", t("hands.flip"), move({ flip: true }), { off: off || isSheet(chosen[0]) }),
      press("no-puzzle", t("hands.no_puzzle"), () => this.do("put-puzzle-away")),
    ];
  };

  // What the hands do.

  /** @type {(tokens: number[], seat: number | null) => Promise<unknown>} */
  #take = (tokens, seat) => {
    this.handles.choose([]);
    return this.do("take-tokens", { tokens, seat });
  };

  /** A token alone is taken off the table. @param {Thing} thing */
  #takeAway = (thing) => isPart(thing) || this.#take([thing.id], null);

  /** Take up the die that lies there, and roll it. */
  #roll = () => {
    const dice = this.table.dice.map(({ id }) => id);
    const roll = async () => {
      if (dice.length && !(await this.do("remove", { dice }))) return null;
      return this.do("throw", { count: 1 });
    };
    return this.once("roll", roll);
  };

  /** @param {Thing} thing */
  #choose = (thing) => {
    const { chosen } = this.handles;
    const key = keyOf(thing);
    this.handles.choose(chosen.includes(key) ? without(chosen, [key]) : [...chosen, key]);
    this.#drawButtons();
  };

  /** @type {(thing: Thing, to: Point) => void} */
  #move = (thing, to) => {
    const [x, y] = to.map(within);
    if (isPart(thing)) this.#movePart(thing, to);
    else this.do("move-token", { token: thing.id, x, y });
  };

  /** @type {(part: Part, to: Point, turned?: { turns?: number, flip?: boolean }) => Promise<unknown>} */
  #movePart = ({ id }, to, turned = {}) => {
    const [x, y] = to.map(within);
    return this.doEach("move-part", { part: id, x, y, ...turned });
  };
}

/** @param {Thing} thing */
const keyOf = (thing) => `${isPart(thing) ? "part" : "token"}-${thing.id}`;

/** @type {(thing: Thing) => thing is Part} */
const isPart = (thing) => thing.kind === "sheet" || thing.kind === "block";

/** @param {Thing} thing */
const isSheet = ({ kind }) => kind === "sheet";
