// Teaching by tap: the lesson as the table keeps it, and what this page has chosen in it.

import { get, post, postFile } from "../base/api.js";
import { byId } from "../base/dom.js";
import { usePrints } from "../picture/faces.js";
import { loadGame, printsOf } from "../games/registry.js";
import { t } from "../base/texts.js";
import { attempt, tell } from "../base/toast.js";
import { drawBegin } from "./begin.js";
import { WIDTH } from "../picture/reading.js";
import { keep, kept, NOTHING } from "./chosen.js";
import { CORNERS } from "./corners.js";
import { nameForm } from "./files.js";
import { onPicture, squareAt, squareUnder } from "./homography.js";
import { drawPanel } from "./panel.js";
import { asJpeg } from "./photograph.js";
import { drawSets } from "./sets.js";
import { StillPicture } from "./still.js";

/** @import { Begun } from "./begin.js" */
/** @import { Chosen } from "./chosen.js" */
/** @import { Invitation } from "../host/invitation.js" */
/** @import { Placing } from "./corners.js" */
/** @import { LessonTop, TaughtState } from "./shapes.js" */
/** A picture is taken to be tapped, or to test with. @typedef {"take" | "test"} How */
/** Corners of no board in particular, clockwise from the top left. @type {Point[]} */
const ANYWHERE = [
  [0.2, 0.2],
  [0.8, 0.2],
  [0.8, 0.8],
  [0.2, 0.8],
];

/** A place of which nothing is known. @type {Omit<LessonTop, "centre" | "corners">} */
const UNSEEN = {
  face: null,
  upright: false,
  read: null,
  sure: false,
  likely: [],
  cell: null,
  turns: 0,
  on: null,
};

const SENT_EVERY_MS = 1500;

export class Teaching {
  /** @type {TaughtState | null} */
  state = null;
  chosen = NOTHING;
  /** The set that will be deleted if it is said once more. @type {string | null} */
  deleting = null;
  /** What for a picture is taken as soon as nothing moves. @type {How | null} */
  waiting = null;
  /** How a phone is led to where it sends photographs, until the first has come. @type {Invitation | null} */
  invitation = null;
  #listens = false;
  #moves = false;
  /** Whether the table is at work on what was asked last: until then it is asked nothing else. */
  #busy = false;
  /** @type {Promise<unknown>} */
  #nudged = Promise.resolve();
  /** So many times as large shall the rings be made. */
  #larger = 1;

  constructor() {
    this.still = new StillPicture(byId("still"), {
      choose: (top) => this.choose(top),
      tapAt: (at) => this.#tapAt(at),
      moveCorner: (corner, to) => this.#moveCorner(corner, to),
    });
    this.#begin();
  }

  #begin = async () => {
    await loadGame(null); // any game's dice may be taught: their drawings are wanted
    usePrints(printsOf(null));
    const recall = kept();
    await this.#take(() => get("teaching"));
    this.#goOn(recall(this.lesson));
    // Another tab, or another of the host's phones, may have gone on with the lesson meanwhile.
    document.addEventListener("visibilitychange", () => document.hidden || this.#lookAgain());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.#lookAgain());
  };

  /** See how the lesson stands now. */
  #lookAgain = async () => {
    const number = this.lesson?.picture?.number;
    const state = this.#busy ? null : await get("teaching").catch(() => null);
    if (!state || this.#busy) return;
    this.#show(state);
    if (this.lesson?.picture?.number !== number) this.#nextTop();
  };

  /** Go on where this tab was, or with the first piece that has no name. @param {Chosen | null} before */
  #goOn = (before) => {
    if (!before) this.#nextTop();
    else this.#choose({ ...before, placing: this.asksCorners ? before.placing : null });
  };

  get lesson() {
    return this.state?.lesson ?? null;
  }

  /** @returns {LessonTop[]} */
  get tops() {
    return this.lesson?.picture?.tops ?? [];
  }

  /** The die whose face is asked. @returns {LessonTop | null} */
  get top() {
    const { top, free } = this.chosen;
    return free ?? (top === null ? null : (this.tops[top] ?? null));
  }

  /** Whether the corners of a board must be set on this picture. */
  get asksCorners() {
    const { lesson } = this;
    return Boolean(lesson?.grid && lesson.picture && !lesson.grid.corners);
  }

  /** Whether it must be said what is printed on the squares of a board. */
  get asksPrinted() {
    const { lesson, chosen } = this;
    if (!lesson?.printed || lesson.printed.settled || chosen.unprinted) return false;
    return Boolean(lesson.grid?.fixed && lesson.grid.corners && lesson.picture?.source !== "test");
  }

  /** Whether it must be said how large a token is: while none was named. */
  get asksSize() {
    const { lesson, chosen } = this;
    const isFirst = lesson?.kind === "tokens" && lesson.faces.length === 0;
    return Boolean(isFirst && lesson.picture && !this.asksCorners && !chosen.fits);
  }

  // What the table is asked.

  /** @type {(path: string, body?: object, pressed?: Element | null) => Promise<boolean>} */
  do(path, body = {}, pressed = null) {
    this.waiting = null;
    return this.#take(() => post(`teaching/${path}`, body), pressed);
  }

  /** @param {Begun} begun @param {Element} pressed */
  begin(begun, pressed) {
    this.chosen = NOTHING;
    return this.do("begin", begun, pressed);
  }

  /**
   * Take the camera's picture, or test with it, as soon as nothing moves in it: at once where that is asked for
   * a second time. @type {(how: How, pressed?: Element | null) => Promise<void>}
   */
  async picture(how, pressed = null) {
    const waits = this.#moves && this.waiting !== how;
    this.waiting = waits ? how : null;
    this.draw();
    if (!waits && (await this.do(how, {}, pressed))) this.#nextTop();
  }

  /** Whether something moves on the table, a hand too. @param {boolean} moves */
  see(moves) {
    this.#moves = moves;
    if (this.waiting && !moves && !this.#busy) this.picture(this.waiting);
  }

  /** Let a phone take the pictures that this lesson wants. @param {Element} pressed */
  async invitePhone(pressed) {
    this.invitation = await attempt(() => post("teaching/codes"), pressed);
    this.draw();
    if (this.invitation && !this.#listens) this.#listen();
  }

  /** Look now and then whether a phone has sent a photograph: nobody tells of it. */
  #listen = async () => {
    this.#listens = true;
    while (this.lesson) {
      await new Promise((done) => setTimeout(done, SENT_EVERY_MS));
      if (!document.hidden) await this.#lookAgain();
    }
    this.#listens = false;
  };

  /** @param {File} file @param {Element} pressed */
  async photograph(file, pressed) {
    const jpeg = await asJpeg(file);
    if (!jpeg) tell(t("error.teaching.no_photograph"));
    else if (await this.#take(() => postFile("teaching/photograph", jpeg), pressed)) this.#nextTop();
  }

  /** @param {File} file @param {Element} pressed */
  takeUp(file, pressed) {
    const packed = new Blob([file], { type: "application/zip" });
    return this.#take(() => postFile("teaching/sets", packed), pressed);
  }

  /** The die that is asked about shows this face. @param {string} face @param {Element} [pressed] */
  async name(face, pressed) {
    const { top, lesson } = this;
    if (!top || !lesson) return;
    const isNew = !lesson.faces.some((one) => one.face === face);
    const { turns, on } = this.chosen;
    const piece = lesson.kind === "board" ? { turns, on } : {};
    const picture = lesson.picture?.number;
    if (!(await this.do("tap", { at: place(top.centre), face, picture, ...piece }, pressed))) return;
    const asksEdge = this.lesson?.asks_top && isNew && !this.chosen.noEdges && this.#hasEdge(face);
    if (asksEdge) this.#choose({ ...this.chosen, edge: face, typing: false });
    else this.#nextTop();
  }

  /** Its own top edge is this one. @param {Point} edge @param {Element} [pressed] */
  async nameEdge(edge, pressed) {
    const { top, chosen, lesson } = this;
    if (!top || chosen.edge === null) return;
    const picture = lesson?.picture?.number;
    const body = { at: place(top.centre), face: chosen.edge, top: place(edge), picture };
    if (await this.do("tap", body, pressed)) this.#nextTop();
  }

  /** How it lies does not matter, for this face or for all. @param {boolean} forAll */
  skipEdge(forAll) {
    this.chosen = { ...this.chosen, noEdges: this.chosen.noEdges || forAll };
    this.#nextTop();
  }

  /** Ask no more about this die. */
  leaveOut() {
    const { top, left } = this.chosen;
    this.chosen = { ...this.chosen, left: top === null ? left : [...left, top] };
    this.#nextTop();
  }

  /** @param {string} face */
  #hasEdge = (face) => {
    return !this.state?.families.some(({ without_top }) => without_top.includes(face));
  };

  // The board: its corners, and how its pieces lie.

  /** The grid fits. @param {Element} pressed */
  async placeBoard(pressed) {
    const { placing } = this.chosen;
    if (!placing) return;
    const { columns, rows, corners } = placing;
    if (await this.do("place", { columns, rows, corners: corners.map(place) }, pressed)) this.#nextTop();
  }

  /** On another grid: the next photograph is named again. @param {Element} pressed */
  async again(pressed) {
    if (await this.do("again", {}, pressed)) this.#nextTop();
  }

  /** @param {{ columns?: number, rows?: number }} change */
  resize(change) {
    const { placing } = this.chosen;
    if (placing) this.#choose({ ...this.chosen, placing: { ...placing, ...change } });
  }

  /** Corners not set yet are set anywhere, to be moved by the arrow keys from there. */
  fillCorners() {
    const { placing } = this.chosen;
    if (!placing) return;
    const active = placing.corners.length;
    const corners = [...placing.corners, ...ANYWHERE.slice(active)];
    this.#choose({ ...this.chosen, placing: { ...placing, corners, active } });
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-key=corner-${active}]`))?.focus();
  }

  dropCorners() {
    const { placing } = this.chosen;
    if (placing) this.#choose({ ...this.chosen, placing: { ...placing, corners: [], active: 0 } });
  }

  /** This is printed on the squares; `settled`: and it is right. @type {(cells: Record<string, string>, settled: boolean, pressed: Element) => Promise<void>} */
  async sayPrinted(cells, settled, pressed) {
    if (await this.do("printed", { cells, settled }, pressed)) this.#nextTop();
  }

  /**
   * Lay all that is printed a square further: one such request after the other, however fast they are pressed.
   * @param {number} right @param {number} down
   */
  nudge(right, down) {
    this.#nudged = this.#nudged.then(() => this.do("nudge", { right, down }));
  }

  /** Corners, columns and rows are set anew, from where they are. @param {Element} pressed */
  async changeGrid(pressed) {
    this.chosen = { ...this.chosen, top: null, free: null, unprinted: false };
    await this.do("unplace", {}, pressed);
  }

  dropPrinted() {
    this.chosen = { ...this.chosen, unprinted: true };
    this.#nextTop();
  }

  turn() {
    this.#choose({ ...this.chosen, turns: (this.chosen.turns + 1) % 4 });
  }

  /** Whether this pawn stands there. @param {string} pawn */
  stand(pawn) {
    this.#choose({ ...this.chosen, on: this.chosen.on === pawn ? null : pawn });
  }

  /** @param {number} corner @param {Point} to */
  #moveCorner = (corner, to) => {
    const { placing } = this.chosen;
    if (!placing) return;
    const corners = placing.corners.map((at, number) => (number === corner ? to : at));
    this.#choose({ ...this.chosen, placing: { ...placing, corners, active: corner } });
  };

  /** The picture was tapped where nothing is known. @param {Point} at */
  #tapAt = (at) => {
    const { placing } = this.chosen;
    const grid = this.lesson?.grid;
    if (placing && placing.corners.length < CORNERS) {
      const corners = [...placing.corners, at];
      this.#choose({ ...this.chosen, placing: { ...placing, corners, active: corners.length - 1 } });
    } else if (this.asksSize) this.do("size", { at: place(at), radius: null }, this.still.frame);
    else if (this.lesson?.kind === "tokens") this.#tapToken(at, this.lesson.radius ?? 0);
    else if (grid?.corners) this.#tapSquare(at, grid.corners, grid.columns, grid.rows);
    else if (!grid) tell(t("teach.no_die_here"));
  };

  /** @type {(at: Point, corners: readonly (readonly number[])[], columns: number, rows: number) => void} */
  #tapSquare = (at, corners, columns, rows) => {
    const there = onPicture(corners, columns, rows);
    const cell = squareUnder(there, columns, rows, at);
    if (!cell) {
      tell(t("error.teaching.no_square"));
      return;
    }
    const [column, row] = cell;
    const centre = there(column + 0.5, row + 0.5);
    const square = squareAt(there, column, row);
    const free = { ...UNSEEN, centre, corners: square, cell, turns: this.chosen.turns };
    this.#choose({ ...this.chosen, top: null, free, edge: null, typing: false, on: null });
  };

  // Tokens: how large they are.

  /** Make the rings so many times as large: all that was pressed meanwhile at once. @param {number} by */
  resizeToken(by) {
    this.#larger *= by;
    this.#nudged = this.#nudged.then(async () => {
      const radius = (this.lesson?.radius ?? 0) * this.#larger;
      const isLeft = this.#larger !== 1;
      this.#larger = 1;
      if (isLeft && radius) await this.do("size", { at: { x: 0.5, y: 0.5 }, radius });
    });
  }

  /** The rings are as large as the tokens. */
  fitsToken() {
    this.chosen = { ...this.chosen, fits: true };
    this.#nextTop();
  }

  /** A token was tapped that was not seen. @param {Point} at @param {number} radius */
  #tapToken = (at, radius) => {
    const high = (radius * WIDTH) / this.still.height;
    const corner = (/** @type {number} */ right, /** @type {number} */ down) =>
      /** @type {Point} */ ([at[0] + right * radius, at[1] + down * high]);
    const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    const free = { ...UNSEEN, centre: at, corners };
    this.#choose({ ...this.chosen, top: null, free, edge: null, typing: false, on: null });
  };

  // What this page chooses.

  /** @param {number | null} top */
  choose(top) {
    const found = top === null ? null : this.tops[top];
    const { turns, on } = found?.face || found?.read ? found : { turns: this.chosen.turns, on: null };
    this.#choose({ ...this.chosen, top, free: null, edge: null, typing: false, turns, on });
  }

  /** A form to type a name. */
  nameForm() {
    return nameForm((name, pressed) => this.name(name, pressed));
  }

  typeName() {
    this.#choose({ ...this.chosen, typing: true });
    /** @type {HTMLElement | null} */ (document.querySelector("[data-key=face-name]"))?.focus();
  }

  /** @param {string} name */
  askDelete(name) {
    this.deleting = name;
    this.draw();
  }

  /** Take back what was said last, and ask about it again. @param {Element} pressed */
  async undo(pressed) {
    if (await this.do("undo", {}, pressed)) this.#nextTop();
  }

  /** What was taught is forgotten when that is said twice. @param {Element} pressed */
  giveUp(pressed) {
    const { lesson, chosen } = this;
    const isTaught = Boolean(lesson?.faces.length || lesson?.grid?.fixed);
    if (isTaught && !chosen.ending) this.#choose({ ...chosen, ending: true });
    else this.do("give_up", {}, pressed);
  }

  /** @param {Chosen} chosen */
  #choose = (chosen) => {
    this.chosen = chosen;
    this.draw();
  };

  /**
   * Ask about the next piece that has no name; in a test only about those that are tapped, and of a board
   * only about squares that are not read surely already.
   */
  #nextTop = () => {
    const { lesson } = this;
    const isTest = lesson?.picture?.source === "test" || this.asksPrinted;
    const { left } = this.chosen;
    const ofDice = lesson?.kind === "dice";
    const isKnown = (/** @type {LessonTop} */ { sure }) => !ofDice && (sure || this.#knowsAll());
    const unnamed = inRows(this.tops).filter(
      (top) => this.tops[top].face === null && !left.includes(top) && !isKnown(this.tops[top]),
    );
    this.choose(isTest || !unnamed.length ? null : unnamed[0]);
  };

  /** Whether each token that is expected was shown often enough: no more are asked for. */
  #knowsAll = () => {
    const { lesson } = this;
    if (lesson?.kind !== "tokens" || !lesson.family.length) return false;
    const samples = new Map(lesson.faces.map((one) => [one.face, one.samples]));
    return lesson.family.every((face) => (samples.get(face) ?? 0) >= lesson.enough);
  };

  /**
   * Ask the table, one thing after the other: a second tap meanwhile would be on what is shown no more. What it
   * refuses may be so since the lesson went on elsewhere.
   * @type {(ask: () => Promise<TaughtState>, pressed?: Element | null) => Promise<boolean>}
   */
  #take = async (ask, pressed = null) => {
    if (this.#busy) return false;
    this.#busy = true;
    const state = await attempt(ask, pressed).finally(() => (this.#busy = false));
    if (state) this.#show(state);
    else if (this.state) this.#lookAgain();
    return Boolean(state);
  };

  /** @param {TaughtState} state */
  #show = (state) => {
    if (state.lesson?.picture?.number !== this.lesson?.picture?.number) {
      this.chosen = { ...NOTHING, ...this.#kept() };
      this.invitation = null;
    }
    this.state = state;
    const { placing } = this.chosen;
    this.chosen = {
      ...this.chosen,
      placing: this.asksCorners ? (placing ?? this.#unplaced()) : null,
      ending: false,
    };
    this.deleting = null;
    this.draw();
  };

  /** What was chosen for the whole lesson. */
  #kept = () => {
    const { noEdges, turns, unprinted } = this.chosen;
    return { noEdges, turns, unprinted };
  };

  /** @returns {Placing} */
  #unplaced = () => {
    const { columns, rows, set } = this.lesson?.grid ?? { columns: 8, rows: 8, set: null };
    return { corners: (set ?? []).map(([x, y]) => [x, y]), active: 0, columns, rows };
  };

  draw() {
    if (!this.state) return;
    const picture = this.lesson?.picture ?? null;
    byId("still").hidden = picture === null;
    byId("picture").hidden = picture !== null;
    const printed = (this.asksPrinted && this.lesson?.printed?.cells) || {};
    // While a token is measured a tap means the place, not what was taken for a token there.
    const marked = { ...this.chosen, measures: this.asksSize && !this.lesson?.grid };
    this.still.show(picture, marked, this.lesson ?? { kind: "dice", grid: null }, printed);
    drawPanel(byId("lesson"), this);
    drawBegin(byId("begin"), this);
    drawSets(byId("sets"), this);
    keep(this.lesson, this.chosen);
  }
}

/** @type {(point: readonly number[]) => { x: number, y: number }} */
const place = ([x, y]) => ({ x: within(x), y: within(y) });

/** @param {number} share */
const within = (share) => Math.min(1, Math.max(0, share));

/** Rows of dice this high, as a share of the picture, are gone through from left to right. */
const ROW = 0.12;

/** @param {LessonTop[]} tops */
function inRows(tops) {
  const at = (/** @type {number} */ top) =>
    Math.floor(tops[top].centre[1] / ROW) * 10 + tops[top].centre[0];
  return tops.map((_, top) => top).sort((one, other) => at(one) - at(other));
}
