// Teaching by tap: the lesson as the table keeps it, and what this page has chosen in it.

import { get, post, postFile } from "../api.js";
import { byId } from "../dom.js";
import { usePrints } from "../faces.js";
import { loadGame, printsOf } from "../games/registry.js";
import { t } from "../texts.js";
import { attempt, tell } from "../toast.js";
import { drawBegin } from "./begin.js";
import { drawPanel } from "./panel.js";
import { asJpeg } from "./photograph.js";
import { drawSets } from "./sets.js";
import { StillPicture } from "./still.js";

/** @import { Begun } from "./begin.js" */
/** @import { Point } from "../types.js" */
/** @import { LessonTop, TaughtState } from "./shapes.js" */
/**
 * What this page has chosen. `top`: the die whose face is asked; `edge`: its face is known, its top edge is
 * asked; `noEdges`: how dice lie does not matter; `typing`: a face's name is being typed; `left`: what is
 * no die, or shall be left out.
 * @typedef {{ top: number | null, edge: string | null, noEdges: boolean, typing: boolean, left: number[] }} Chosen
 */

/** @type {Chosen} */
const NOTHING = { top: null, edge: null, noEdges: false, typing: false, left: [] };

export class Teaching {
  /** @type {TaughtState | null} */
  state = null;
  chosen = NOTHING;
  /** The set that will be deleted if it is said once more. @type {string | null} */
  deleting = null;

  constructor() {
    this.still = new StillPicture(byId("still"), {
      choose: (top) => this.choose(top),
      miss: () => tell(t("teach.no_die_here")),
    });
    this.#begin();
  }

  async #begin() {
    await loadGame(null); // any game's dice may be taught: their drawings are wanted
    usePrints(printsOf(null));
    await this.#take(get("teaching"));
  }

  get lesson() {
    return this.state?.lesson ?? null;
  }

  /** @returns {LessonTop[]} */
  get tops() {
    return this.lesson?.picture?.tops ?? [];
  }

  /** The die whose face is asked. @returns {LessonTop | null} */
  get top() {
    return this.chosen.top === null ? null : (this.tops[this.chosen.top] ?? null);
  }

  // What the table is asked.

  /** @type {(path: string, body?: object, pressed?: Element | null) => Promise<boolean>} */
  do(path, body = {}, pressed = null) {
    return this.#take(post(`teaching/${path}`, body), pressed);
  }

  /** @param {Begun} begun @param {Element} pressed */
  begin(begun, pressed) {
    this.chosen = NOTHING;
    return this.do("begin", begun, pressed);
  }

  /** Take the camera's picture, or test with it. @param {"take" | "test"} how @param {Element} pressed */
  async picture(how, pressed) {
    if (await this.do(how, {}, pressed)) this.#nextTop();
  }

  /** @param {File} file @param {Element} pressed */
  async photograph(file, pressed) {
    const jpeg = await asJpeg(file);
    if (!jpeg) tell(t("error.teaching.no_photograph"));
    else if (await this.#take(postFile("teaching/photograph", jpeg), pressed)) this.#nextTop();
  }

  /** @param {File} file @param {Element} pressed */
  takeUp(file, pressed) {
    const packed = new Blob([file], { type: "application/zip" });
    return this.#take(postFile("teaching/sets", packed), pressed);
  }

  /** The die that is asked about shows this face. @param {string} face @param {Element} [pressed] */
  async name(face, pressed) {
    const { top, lesson } = this;
    if (!top || !lesson) return;
    const isNew = !lesson.faces.some((one) => one.face === face);
    if (!(await this.do("tap", { at: place(top.centre), face }, pressed))) return;
    const asksEdge = this.lesson?.asks_top && isNew && !this.chosen.noEdges && this.#hasEdge(face);
    if (asksEdge) this.#choose({ ...this.chosen, edge: face, typing: false });
    else this.#nextTop();
  }

  /** Its own top edge is this one. @param {Point} edge @param {Element} [pressed] */
  async nameEdge(edge, pressed) {
    const { top, chosen } = this;
    if (!top || chosen.edge === null) return;
    const body = { at: place(top.centre), face: chosen.edge, top: place(edge) };
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
  #hasEdge(face) {
    return !this.state?.families.some(({ without_top }) => without_top.includes(face));
  }

  // What this page chooses.

  /** @param {number | null} top */
  choose(top) {
    this.#choose({ ...this.chosen, top, edge: null, typing: false });
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

  /** @param {Chosen} chosen */
  #choose(chosen) {
    this.chosen = chosen;
    this.draw();
  }

  /** Ask about the next die that has no name; in a test only about dice that are tapped. */
  #nextTop() {
    const isTest = this.lesson?.picture?.source === "test";
    const { left } = this.chosen;
    const unnamed = inRows(this.tops).filter(
      (top) => this.tops[top].face === null && !left.includes(top),
    );
    this.choose(isTest || !unnamed.length ? null : unnamed[0]);
  }

  /** @type {(asked: Promise<TaughtState>, pressed?: Element | null) => Promise<boolean>} */
  async #take(asked, pressed = null) {
    const state = await attempt(() => asked, pressed);
    if (!state) return false;
    if (state.lesson?.picture?.number !== this.lesson?.picture?.number)
      this.chosen = { ...NOTHING, noEdges: this.chosen.noEdges };
    this.state = state;
    this.deleting = null;
    this.draw();
    return true;
  }

  draw() {
    if (!this.state) return;
    const picture = this.lesson?.picture ?? null;
    byId("still").hidden = picture === null;
    byId("picture").hidden = picture !== null;
    this.still.show(picture, this.chosen);
    drawPanel(byId("lesson"), this);
    drawBegin(byId("begin"), this);
    drawSets(byId("sets"), this);
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
