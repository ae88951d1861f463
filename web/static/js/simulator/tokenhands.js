// The simulated table's hands where tokens are played with: they take gems, move pawns, throw stones.
//
// Tokens are chosen by tap or key, one or several, and dragged, or laid before a player by a button.
// A puzzle's sheet and pieces are moved likewise, and turned and flipped.

import { post } from "../base/api.js";
import { Doing } from "./doing.js";
import { letDrag, stepsOf } from "./dragging.js";
import { h, show, svg } from "../base/dom.js";
import { WIDTH } from "../picture/reading.js";
import { faceName, nameOf, t } from "../base/texts.js";
import { TableWatch } from "./tablewatch.js";
import { attempt } from "../base/toast.js";
import { press, surfaceChoice } from "./toolbar.js";

/** @import { LyingDie, Point, State } from "../types.js" */
/** @import { PictureView } from "../picture/picture.js" */
/**
 * @typedef {{ id: number, kind: "gem" | "stone" | "pawn", label: string, cell: Point | null,
 *   row: number | null, owner: number | null, centre: Point, size: number, at_rest: boolean }} Token
 * @typedef {{ id: number, kind: "sheet" | "block", centre: Point, size: number }} Part
 * @typedef {Token | Part} Thing
 */
/** @typedef {{ things: Token[], to_throw: string[][], parts: Part[] | null }} SimulatedTokens */
/**
 * @typedef {{ tokens: SimulatedTokens | null, dice: LyingDie[], can_throw?: boolean, surface?: string,
 *   surfaces?: string[], busy?: boolean }} Table
 */

/** A step by key, as a share of the picture's width. */
const STEP = 0.01;

export class TokenHands {
  /** @type {State | null} */
  #state = null;
  /** @type {Table} */
  #table = { tokens: null, dice: [] };
  /** What is chosen, by its key, in the order of choice. @type {string[]} */
  #chosen = [];
  #handOver = false;
  #doing = new Doing();

  /**
   * @param {HTMLElement} place
   * @param {PictureView} picture
   * @param {() => void} ondice called when no tokens are played with any more
   */
  constructor(place, picture, ondice) {
    this.place = place;
    this.picture = picture;
    this.ondice = ondice;
    /** @type {TableWatch<Table>} */
    this.watch = new TableWatch((table) => this.#know(table));
    picture.extra.classList.add("hands-layer");
    picture.zoomTo([]);
    this.refresh();
  }

  /** @param {State} state */
  update(state) {
    if (state.version !== this.#state?.version) this.refresh();
    this.#state = state;
    this.#draw();
  }

  /** Others take over: nothing is asked or drawn any more. */
  leave() {
    this.watch.leave();
  }

  /** Ask what lies there; while the hands are at work, again and again. Resolves when it is known. */
  refresh() {
    return this.watch.refresh();
  }

  /** @param {Table} table */
  #know = (table) => {
    if (!table.tokens) {
      this.ondice();
      return;
    }
    this.#table = table;
    const there = this.#things().map(keyOf);
    this.#chosen = this.#chosen.filter((key) => there.includes(key));
    this.#draw();
  };

  /** What is done once, however often it is pressed meanwhile. @type {(path: string, body?: object) => Promise<unknown>} */
  #do = (path, body = {}) => {
    const act = () => attempt(() => post(`simulator/${path}`, body), null);
    return this.#doing.once([path, body], act, () => this.refresh());
  };

  /** @returns {Thing[]} */
  #things = () => {
    const { things = [], parts = [] } = this.#table.tokens ?? {};
    return [...things, ...(parts ?? [])];
  };

  /** What is chosen of these kinds. @type {(...kinds: string[]) => number[]} */
  #idsOf = (...kinds) => {
    const chosen = this.#things().filter((thing) => this.#chosen.includes(keyOf(thing)));
    return chosen.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  };

  // What is drawn: a handle on every token, and the buttons.

  #draw = () => {
    if (!this.#table.tokens || this.watch.hasLeft || this.picture.hold) return;
    const { extra, height } = this.picture;
    // A sheet's handle lies below those of the pieces on it.
    const shown = [...this.#things()].sort(
      (one, other) => Number(isSheet(other)) - Number(isSheet(one)) || placeOf(one) - placeOf(other),
    );
    const at = [...extra.children].findIndex((handle) => handle === document.activeElement);
    show(extra, [shown, this.#chosen, height], () => shown.map((thing) => this.#handle(thing)));
    const handles = extra.children;
    if (at >= 0 && !extra.contains(document.activeElement))
      /** @type {SVGElement | undefined} */ (handles[Math.min(at, handles.length - 1)])?.focus();
    this.#drawButtons();
  };

  /** @param {Thing} thing */
  #handle = (thing) => {
    const { centre, size } = thing;
    const isChosen = this.#chosen.includes(keyOf(thing));
    /** @type {SVGGElement} */
    const handle = svg(
      "g",
      {
        class: isChosen ? "handle selected" : "handle",
        tabindex: 0,
        role: "button",
        "aria-pressed": String(isChosen),
        "aria-label": this.#nameOf(thing),
        "data-key": keyOf(thing),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#press(event, thing),
      },
      svg("circle", {
        cx: centre[0] * WIDTH,
        cy: centre[1] * this.picture.height,
        r: (size * WIDTH) / 2,
      }),
    );
    letDrag(handle, this.picture, {
      put: ([right, down]) => this.#move(thing, [centre[0] + right, centre[1] + down]),
      tap: () => this.#choose(thing),
      dropped: () => this.#draw(),
    });
    return handle;
  };

  /** @param {Thing} thing */
  #nameOf = (thing) => {
    if (isPart(thing)) return t(`hands.${thing.kind}`, { number: thing.id });
    const { kind, label, row, cell, owner } = thing;
    const game = this.#state?.game;
    const named =
      kind === "gem" ? nameOf(`${game}.colour.${label}`, label) : faceName(label.replace(/ /g, "_"));
    const name = kind === "pawn" ? t("hands.pawn") : named;
    const seat = owner === null ? null : this.#state?.seats?.[owner - 1];
    if (seat) return t("hands.token_of", { token: name, seat });
    const at = row ?? cell?.[1] ?? null;
    return at === null ? name : t("hands.token_in_row", { token: name, row: at + 1 });
  };

  #drawButtons = () => {
    const { surface, surfaces = [], tokens, can_throw: canThrow = true, busy = false } = this.#table;
    const stones = tokens?.to_throw ?? [];
    const hasGems = this.#things().some(({ kind }) => kind === "gem");
    const seats = hasGems ? (this.#state?.seats ?? []) : [];
    const awaits = this.#awaits();
    const look = [
      stones,
      awaits,
      hasGems,
      seats,
      this.#chosen,
      tokens?.parts?.length,
      canThrow,
      busy,
      surface,
      surfaces,
      this.#handOver,
    ];
    show(this.place, look, () => [
      h("h2", { class: "unseen" }, t("hands.title")),
      h("div", { class: "buttons" }, this.#throwButtons(stones.length, hasGems, canThrow, busy, awaits)),
      h("div", { class: "buttons" }, this.#chosenButtons(seats)),
      tokens?.parts && h("div", { class: "buttons" }, this.#puzzleButtons(tokens.parts)),
      h("p", { class: "hint" }, t("hands.tokens_help")),
      h(
        "details",
        {},
        h("summary", { "data-key": "more" }, t("hands.more")),
        press("clear", t("hands.as_game"), () => this.#do("clear")),
        press("hand", t(this.#handOver ? "hands.hand_out" : "hands.hand_in"), () => this.#moveHand(), {
          "aria-pressed": String(this.#handOver),
        }),
        h(
          "label",
          { class: "check" },
          t("hands.surface"),
          surfaceChoice(surface, surfaces, { dress: (kind) => this.#do("dress", { surface: kind }) }),
        ),
        h("p", { class: "hint" }, t("hands.tokens_keys")),
      ),
    ]);
  };

  /** What is still to come of the stones that lie there, in words: thrown again before, they would not count. */
  #awaits = () => {
    const { watch, proposal } = this.#state ?? {};
    if (!this.#things().some(({ kind }) => kind === "stone")) return null;
    if (proposal?.kind === "question") return t("hands.asked");
    return proposal?.kind === "move" || watch?.phase === "still" ? t("wait.reading") : null;
  };

  /** @type {(stones: number, hasGems: boolean, canThrow: boolean, busy: boolean, awaits: string | null) => HTMLElement[]} */
  #throwButtons = (stones, hasGems, canThrow, busy, awaits) => {
    const strong = { class: "strong big" };
    if (!hasGems)
      return [
        press(
          "stones",
          awaits ?? t("hands.throw_stones", { count: stones }),
          () => this.#do("throw-stones"),
          {
            ...strong,
            off: busy || !stones || awaits !== null,
          },
        ),
      ];
    return [press("roll", t("hands.roll"), () => this.#roll(), { ...strong, off: busy || !canThrow })];
  };

  /** @type {(seats: string[]) => HTMLElement[]} */
  #chosenButtons = (seats) => {
    const gems = this.#idsOf("gem");
    const tokens = this.#idsOf("gem", "stone", "pawn");
    return [
      ...seats.map((seat, number) =>
        press(`give-${number + 1}`, t("hands.give", { seat }), () => this.#take(gems, number + 1), {
          off: !gems.length,
        }),
      ),
      press("remove", "✕", () => this.#take(tokens, null), {
        off: !tokens.length,
        name: t("hands.remove"),
      }),
    ];
  };

  /** @type {(parts: Part[]) => HTMLElement[]} */
  #puzzleButtons = (parts) => {
    const lay = (/** @type {boolean} */ filled) => () => this.#do("lay-puzzle", { filled });
    if (!parts.length)
      return [
        press("puzzle", t("hands.puzzle"), lay(false)),
        press("filled-puzzle", t("hands.filled_puzzle"), lay(true)),
      ];
    const chosen = parts.filter((part) => this.#chosen.includes(keyOf(part)));
    const off = chosen.length !== 1;
    return [
      press("turn", t("hands.turn"), () => this.#movePart(chosen[0], chosen[0].centre, { turns: 1 }), {
        off,
        each: true,
      }),
      press("flip", t("hands.flip"), () => this.#movePart(chosen[0], chosen[0].centre, { flip: true }), {
        off: off || isSheet(chosen[0]),
      }),
      press("no-puzzle", t("hands.no_puzzle"), () => this.#do("put-puzzle-away")),
    ];
  };

  // What the hands do.

  /** @type {(tokens: number[], seat: number | null) => Promise<unknown>} */
  #take = (tokens, seat) => {
    this.#chosen = [];
    return this.#do("take-tokens", { tokens, seat });
  };

  /** Take up the die that lies there, and roll it. */
  #roll = () => {
    const dice = this.#table.dice.map(({ id }) => id);
    const roll = async () => {
      if (dice.length && !(await this.#do("remove", { dice }))) return null;
      return this.#do("throw", { count: 1 });
    };
    return this.#doing.once("roll", roll, () => this.refresh());
  };

  #moveHand = () => {
    this.#handOver = !this.#handOver;
    this.#draw();
    return this.#do("hand", { over_table: this.#handOver });
  };

  /** @param {Thing} thing */
  #choose = (thing) => {
    const key = keyOf(thing);
    const isChosen = this.#chosen.includes(key);
    this.#chosen = isChosen ? this.#chosen.filter((each) => each !== key) : [...this.#chosen, key];
    this.#draw();
  };

  /** @type {(thing: Thing, to: Point) => void} */
  #move = (thing, to) => {
    const [x, y] = to.map(within);
    if (isPart(thing)) this.#movePart(thing, to);
    else this.#do("move-token", { token: thing.id, x, y });
  };

  /** @type {(part: Part, to: Point, turned?: { turns?: number, flip?: boolean }) => Promise<unknown>} */
  #movePart = async ({ id }, to, turned = {}) => {
    const [x, y] = to.map(within);
    // Who presses twice turns it twice.
    await attempt(() => post("simulator/move-part", { part: id, x, y, ...turned }));
    return this.refresh();
  };

  /** @type {(event: KeyboardEvent, thing: Thing) => void} */
  #press = (event, thing) => {
    if (this.picture.hold || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = stepsOf(event);
    if (steps) {
      const [right, down] = steps.map((count) => count * STEP);
      const [x, y] = thing.centre;
      this.#move(thing, [x + right, y + (down * WIDTH) / this.picture.height]);
    } else if (event.key === " " || event.key === "Enter") this.#choose(thing);
    else if (isPart(thing)) return;
    else if (event.key === "Delete" || event.key === "Backspace") this.#take([thing.id], null);
    else return;
    event.preventDefault();
  };
}

/** @param {Thing} thing */
const keyOf = (thing) => `${isPart(thing) ? "part" : "token"}-${thing.id}`;

/** @type {(thing: Thing) => thing is Part} */
const isPart = (thing) => thing.kind === "sheet" || thing.kind === "block";

/** @param {Thing} thing */
const isSheet = ({ kind }) => kind === "sheet";

/** @param {number} share */
const within = (share) => Math.min(1, Math.max(0, share));

/** Tokens in a row of the picture this high are reached from left to right. */
const ROW = 0.06;

/** Where a token comes when they are gone through row by row. @param {Thing} thing */
const placeOf = ({ centre: [x, y] }) => Math.floor(y / ROW) + x;
