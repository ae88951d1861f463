// Teaching by tap: the lesson as the table keeps it, and what this page has chosen in it.

import { get, post, postFile } from "../base/api.js";
import { byId } from "../base/dom.js";
import { usePrints } from "../picture/faces.js";
import { loadGame, printsOf } from "../games/registry.js";
import { WIDTH, within } from "../base/plane.js";
import { t } from "../base/texts.js";
import { asks, attempt, tell } from "../base/toast.js";
import { drawBegin, drawSets } from "./begin.js";
import { NOTHING, keep, kept } from "./chosen.js";
import { CORNERS } from "./corners.js";
import { squareAt, squaresOn, squareUnder } from "../picture/homography.js";
import { drawPanel } from "./panel.js";
import { StillPicture } from "./still.js";
import { asJpeg } from "./files.js";

/** @import { Begun } from "./begin.js" */
/** @import { Chosen } from "./chosen.js" */
/** @import { Invitation } from "../host/invitation.js" */
/** @import { Placing } from "./corners.js" */
/** @import { LessonTop, TaughtState } from "./shapes.js" */

/** A picture is taken to be tapped, or to test with. @typedef {"take" | "test"} How */
/** Corners of no board in particular, clockwise from the top left. @type {Point[]} */
// prettier-ignore
const ANYWHERE = [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]];

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
  still = new StillPicture(this);
  #listens = false;
  #moves = false;
  /** Whether the table is at work on what was asked last: until then it is asked nothing else. */
  #busy = false;
  /** @type {Promise<unknown>} */
  #nudged = Promise.resolve();
  /** So many times as large shall the rings be made. */
  #larger = 1;

  constructor() {
    this.#begin();
  }

  #begin = async () => {
    await loadGame(null); // any game's dice may be taught: their drawings are wanted
    usePrints(printsOf(null));
    const recall = kept();
    await this.#take(() => get("teaching"));
    const before = recall(this.lesson);
    // Go on where this tab was, or with the first piece that has no name.
    if (before) this.say({ ...before, placing: this.asksCorners ? before.placing : null });
    else this.pass({});
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
    if (this.lesson?.picture?.number !== number) this.pass({});
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

  /** The same, and ask about the next piece. @type {(path: string, body: object, pressed?: Element | null) => Promise<void>} */
  async next(path, body, pressed) {
    if (await this.do(path, body, pressed)) this.pass({});
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
    if (!waits) await this.next(how, {}, pressed);
  }

  /** Whether something moves on the table, a hand too. @param {boolean} moves */
  see(moves) {
    this.#moves = moves;
    if (this.lesson?.picture) byId("picture").hidden = true;
    if (this.waiting && !moves && !this.#busy) this.picture(this.waiting);
  }

  /** Let a phone take the pictures that this lesson wants. @param {Element} pressed */
  async invitePhone(pressed) {
    this.invitation = await asks("teaching/codes")(pressed);
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
    if (jpeg && (await this.#take(() => postFile("teaching/photograph", jpeg), pressed))) this.pass({});
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
    const hasEdge = !this.state?.families.some(({ without_top }) => without_top.includes(face));
    if (this.lesson?.asks_top && isNew && !this.chosen.noEdges && hasEdge)
      this.say({ edge: face, typing: false });
    else this.pass({});
  }

  /** Its own top edge is this one. @param {Point} edge @param {Element} [pressed] */
  async nameEdge(edge, pressed) {
    const { top, chosen, lesson } = this;
    if (!top || chosen.edge === null) return;
    const picture = lesson?.picture?.number;
    const body = { at: place(top.centre), face: chosen.edge, top: place(edge), picture };
    await this.next("tap", body, pressed);
  }

  /** Ask no more about this die. */
  leaveOut() {
    const { top, left } = this.chosen;
    this.pass({ left: top === null ? left : [...left, top] });
  }

  // The board: its corners, and how its pieces lie.

  /** The grid fits. @param {Element} pressed */
  async placeBoard(pressed) {
    const { columns, rows, corners } = /** @type {Placing} */ (this.chosen.placing);
    await this.next("place", { columns, rows, corners: corners.map(place) }, pressed);
  }

  /** The board lies otherwise. @param {Partial<Placing>} change */
  place(change) {
    const { placing } = this.chosen;
    if (placing) this.say({ placing: { ...placing, ...change } });
  }

  /** Corners not set yet are set anywhere, to be moved by the arrow keys from there. */
  fillCorners() {
    const { corners } = /** @type {Placing} */ (this.chosen.placing);
    const active = corners.length;
    this.place({ corners: [...corners, ...ANYWHERE.slice(active)], active });
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-key=corner-${active}]`))?.focus();
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

  /** @param {number} corner @param {Point} to */
  moveCorner(corner, to) {
    const corners = this.chosen.placing?.corners.map((at, number) => (number === corner ? to : at));
    this.place({ corners, active: corner });
  }

  /** The picture was tapped where nothing is known. @param {Point} at */
  tapAt(at) {
    const { placing } = this.chosen;
    const grid = this.lesson?.grid;
    if (placing && placing.corners.length < CORNERS)
      this.place({ corners: [...placing.corners, at], active: placing.corners.length });
    else if (this.asksSize) this.do("size", { at: place(at), radius: null }, byId("still"));
    else if (this.lesson?.kind === "tokens") this.#tapToken(at, this.lesson.radius ?? 0);
    else if (grid?.corners) this.#tapSquare(at, grid.corners, grid.columns, grid.rows);
    else if (!grid) tell(t("teach.no_die_here"));
  }

  /** A piece lies there that was not seen. @type {(free: Partial<LessonTop> & Pick<LessonTop, "centre" | "corners">) => void} */
  #tapFree = (free) =>
    this.say({ top: null, free: { ...UNSEEN, ...free }, edge: null, typing: false, on: null });

  /** @type {(at: Point, corners: readonly (readonly number[])[], columns: number, rows: number) => void} */
  #tapSquare = (at, corners, columns, rows) => {
    const board = squaresOn(corners, columns, rows);
    const cell = squareUnder(board, columns, rows, at);
    if (!cell) return tell(t("error.teaching.no_square"));
    const [column, row] = cell;
    const centre = board.at(column + 0.5, row + 0.5);
    const { turns } = this.chosen;
    return this.#tapFree({ centre, corners: squareAt(board.at, column, row), cell, turns });
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

  /** A token was tapped that was not seen. @param {Point} at @param {number} radius */
  #tapToken = (at, radius) => {
    const high = (radius * WIDTH) / this.still.height;
    const corner = (/** @type {number} */ right, /** @type {number} */ down) =>
      /** @type {Point} */ ([at[0] + right * radius, at[1] + down * high]);
    this.#tapFree({ centre: at, corners: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] });
  };

  // What this page chooses.

  /** @param {Partial<Chosen>} change */
  say(change) {
    this.chosen = { ...this.chosen, ...change };
    this.draw();
  }

  /** @param {number | null} top */
  choose(top) {
    const found = top === null ? null : this.tops[top];
    const { turns, on } = found?.face || found?.read ? found : { turns: this.chosen.turns, on: null };
    this.say({ top, free: null, edge: null, typing: false, turns, on });
  }

  typeName() {
    this.say({ typing: true });
    /** @type {HTMLElement | null} */ (document.querySelector("[data-key=face-name]"))?.focus();
  }

  /** @param {string} name */
  askDelete(name) {
    this.deleting = name;
    this.draw();
  }

  /** What was taught is forgotten when that is said twice. @param {Element} pressed */
  giveUp(pressed) {
    const { lesson, chosen } = this;
    const isTaught = Boolean(lesson?.faces.length || lesson?.grid?.fixed);
    if (isTaught && !chosen.ending) this.say({ ending: true });
    else this.do("give_up", {}, pressed);
  }

  /**
   * Ask about the next piece that has no name; in a test only about those that are tapped, and of a board
   * only about squares that are not read surely already.
   * @param {Partial<Chosen>} change
   */
  pass(change) {
    this.chosen = { ...this.chosen, ...change };
    const { lesson, tops } = this;
    const isTest = lesson?.picture?.source === "test" || this.asksPrinted;
    const isKnown = (/** @type {LessonTop} */ { sure }) =>
      lesson?.kind !== "dice" && (sure || this.#knowsAll());
    const unnamed = inRows(tops).find(
      (top) => tops[top].face === null && !this.chosen.left.includes(top) && !isKnown(tops[top]),
    );
    this.choose(isTest ? null : (unnamed ?? null));
  }

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
      const { noEdges, turns, unprinted } = this.chosen; // for the whole lesson
      this.chosen = { ...NOTHING, noEdges, turns, unprinted };
      this.invitation = null;
    }
    this.state = state;
    this.deleting = null;
    const placing = this.asksCorners ? (this.chosen.placing ?? this.#unplaced()) : null;
    this.say({ placing, ending: false });
  };

  /** @returns {Placing} */
  #unplaced = () => {
    const { columns, rows, set } = this.lesson?.grid ?? { columns: 8, rows: 8, set: null };
    return { corners: (set ?? []).map(([x, y]) => [x, y]), active: 0, columns, rows };
  };

  draw() {
    if (!this.state) return;
    byId("picture").hidden = Boolean(this.lesson?.picture);
    this.still.draw();
    drawPanel(byId("lesson"), this);
    drawBegin(byId("begin"), this);
    drawSets(byId("sets"), this);
    keep(this.lesson, this.chosen);
  }
}

/** @type {(point: readonly number[]) => { x: number, y: number }} */
const place = ([x, y]) => ({ x: within(x), y: within(y) });

/** Rows of dice this high, as a share of the picture, are gone through from left to right. */
const ROW = 0.12;

/** @param {LessonTop[]} tops */
function inRows(tops) {
  const at = (/** @type {number} */ top) =>
    Math.floor(tops[top].centre[1] / ROW) * 10 + tops[top].centre[0];
  return tops.map((_, top) => top).sort((one, other) => at(one) - at(other));
}
