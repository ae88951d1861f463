// What is known of boards of parts, and what is sent to change it.

import { get, post, postFile } from "../base/api.js";
import { loadGame } from "../games/registry.js";
import { WIDTH } from "../base/plane.js";
import { attempt } from "../base/toast.js";
import { asJpeg } from "../teach/files.js";

/** @import { components } from "../../../../build/openapi" */

/** @typedef {components["schemas"]["MosaicsShape"]} Told */
/** @typedef {components["schemas"]["MosaicShape"]} Board */

export class MosaicLesson {
  /** @type {Told | null} */
  told = null;
  /** The drawing as it was tapped, and what the next tap makes of a field. */
  drawing = /** @type {string[]} */ ([]);
  mark = "";
  /** The corners as they were dragged, the one that was moved last, and how many fields a side has. */
  corners = /** @type {Point[]} */ ([]);
  active = 0;
  /** Of the photograph, in units of the drawing over it. */
  height = WIDTH * 0.75;
  fields = 0;
  /** The board that is deleted if that is said again. */
  deleting = "";
  #number = -1;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    attempt(() => get("mosaics").then((told) => this.take(told)));
  }

  /** The board that is taught; undefined: none is. @returns {Board | undefined} */
  get board() {
    return this.told?.boards.find(({ name }) => name === this.told?.open);
  }

  /** What its game says of it. */
  get terms() {
    return this.told && this.board ? this.told.games[this.board.game] : null;
  }

  /** @type {(path: string, body: object, pressed: Element | null) => Promise<unknown>} */
  do(path, body, pressed) {
    return attempt(() => post(`mosaics/${path}`, body).then((told) => this.take(told)), pressed);
  }

  /** @type {(path: string, file: Blob | null, pressed: Element) => Promise<unknown> | null} */
  #send = (path, file, pressed) =>
    file && attempt(() => postFile(`mosaics/${path}`, file).then((told) => this.take(told)), pressed);

  /** @param {File} file @param {Element} pressed */
  async photograph(file, pressed) {
    return this.#send("photograph", await asJpeg(file), pressed);
  }

  /** @param {File} file @param {Element} pressed */
  takeUp(file, pressed) {
    return this.#send("boards", new Blob([file], { type: "application/zip" }), pressed);
  }

  /** Change what is only on this page. @param {Partial<Pick<MosaicLesson, "drawing" | "mark" | "corners" | "active" | "height" | "fields" | "deleting">>} what */
  choose(what) {
    Object.assign(this, what);
    this.redraw();
  }

  /** @param {Told} told */
  async take(told) {
    this.told = told;
    this.deleting = "";
    const { picture } = told;
    const number = picture ? picture.number + (picture.drawing ? 0.5 : 0) : -1;
    if (picture && number !== this.#number) {
      this.drawing = picture.drawing ?? [];
      this.corners = picture.corners;
      this.active = 0;
      this.fields = this.board?.fields ?? 5;
    }
    this.#number = number;
    await Promise.all(Object.keys(told.games).map(loadGame));
    this.redraw();
  }
}
