// What is to be set aside, before it is sent: dice placed on the cells beside what stands, and knights.

import { cellBeside, SIDES } from "./city.js";

/** @import { Move } from "../../types.js" */
/** @import { BuiltDie, Cell, Side, View } from "./types.js" */

const KNIGHT = "knight";
const QUARTERS = 4;

export class Plan {
  knights = 0;
  /** @type {BuiltDie[]} */
  placed = [];

  /** @param {View} view */
  constructor(view) {
    this.faces = view.faces;
    this.standing = view.city;
    this.loose = view.loose.filter((face) => face !== KNIGHT);
    this.looseKnights = view.loose.length - this.loose.length;
    /** The face that the next tap places. @type {string | null} */
    this.held = this.loose[0] ?? null;
  }

  /** The dice that are not placed yet. */
  get left() {
    const left = [...this.loose];
    for (const { face } of this.placed) left.splice(left.indexOf(face), 1);
    return left;
  }

  get city() {
    return [...this.standing, ...this.placed];
  }

  /** @param {Cell} cell */
  at(cell) {
    return this.city.find((die) => String(die.cell) === String(cell));
  }

  /** Place the held die on an empty cell, or turn the die that was placed there. @param {Cell} cell */
  tap(cell) {
    const there = this.at(cell);
    if (there && this.placed.includes(there)) {
      there.turns = (there.turns + 1) % QUARTERS;
    } else if (!there && this.held) {
      this.placed.push({ face: this.held, cell, turns: this.#matchingTurns(this.held, cell) });
      if (!this.left.includes(this.held)) this.held = this.left[0] ?? null;
    }
  }

  takeBack() {
    this.held = this.placed.pop()?.face ?? this.held;
  }

  /** @returns {Move} */
  move() {
    return { move: "set_aside", knights: this.knights, city: this.placed };
  }

  /**
   * The first way to turn the die that matches every neighbour; unturned if there is none.
   * @type {(face: string, cell: Cell) => number}
   */
  #matchingTurns(face, cell) {
    const matching = [...Array(QUARTERS).keys()].find((turns) =>
      SIDES.every((side) => {
        const other = this.at(cellBeside(cell, side));
        return (
          !other ||
          this.#isCity(face, turns, side) === this.#isCity(other.face, other.turns, turned(side, 2))
        );
      }),
    );
    return matching ?? 0;
  }

  /**
   * Whether the edge of a die is city, on this side of its cell.
   * @type {(face: string, turns: number, side: Side) => boolean}
   */
  #isCity(face, turns, side) {
    return (this.faces[face] ?? []).flat().includes(turned(side, QUARTERS - turns));
  }
}

/** @type {(side: Side, quarters: number) => Side} */
const turned = (side, quarters) => SIDES[(SIDES.indexOf(side) + quarters) % QUARTERS];
