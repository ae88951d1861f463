// What is to be set aside, before it is sent: dice placed on the cells beside what stands, and knights.
// Only what the rules allow can be planned.

import { lastOf, without } from "../../base/lists.js";
import { cellBeside, SIDES } from "./city.js";

/** @import { BuiltDie, Cell, Side, View } from "./types.js" */

const KNIGHT = "knight";
const CATAPULT = "catapult";
const QUARTERS = 4;

export class Plan {
  knights = 0;
  /** @type {BuiltDie[]} */
  placed = [];

  /** @param {Pick<View, "faces" | "city" | "loose">} lying what stands, and what lies loose */
  constructor({ faces, city, loose }) {
    this.faces = faces;
    this.standing = city;
    /** What was thrown and is not set aside by earlier moves. */
    this.thrown = loose;
    /** The face that the next tap places. @type {string | null} */
    this.held = this.left[0] ?? null;
    /** The die that was placed or turned last. @type {BuiltDie | null} */
    this.current = null;
  }

  get looseKnights() {
    return this.thrown.filter((face) => face === KNIGHT).length;
  }

  /** The city dice that are not placed yet. */
  get left() {
    const city = this.thrown.filter((face) => face !== KNIGHT && face !== CATAPULT);
    return without(
      city,
      this.placed.map(({ face }) => face),
    );
  }

  get city() {
    return [...this.standing, ...this.placed];
  }

  /** How many dice are set aside. */
  get count() {
    return this.placed.length + this.knights;
  }

  /** @param {Cell} cell */
  at(cell) {
    return this.city.find((die) => String(die.cell) === String(cell));
  }

  /** Whether a tap on a cell does something: the held die fits there, or a placed one is there. @param {Cell} cell */
  mayTap(cell) {
    const there = this.at(cell);
    if (there) return this.placed.includes(there);
    return this.held !== null && this.turnsFor(this.held, cell).length > 0;
  }

  /** Place the held die on an empty cell, or turn the die that was placed there. @param {Cell} cell */
  tap(cell) {
    const there = this.at(cell);
    if (there && this.placed.includes(there)) {
      const ways = this.turnsFor(there.face, cell);
      there.turns = ways.find((turns) => turns > there.turns) ?? ways[0] ?? there.turns;
      this.current = there;
    } else if (!there && this.held) {
      const [turns] = this.turnsFor(this.held, cell);
      if (turns === undefined) return;
      this.current = { face: this.held, cell, turns };
      this.placed.push(this.current);
      if (!this.left.includes(this.held)) this.held = this.left[0] ?? null;
    }
  }

  /** Take the current die off again. */
  takeOff() {
    if (!this.current) return;
    this.placed = this.placed.filter((die) => die !== this.current);
    this.held = this.current.face;
    this.current = lastOf(this.placed) ?? null;
  }

  /**
   * A die that was thrown shows another face than was read: so does the one that was placed, if it fits so.
   * @type {(wrong: string, right: string) => void}
   */
  swap(wrong, right) {
    const place = this.thrown.indexOf(wrong);
    this.thrown = this.thrown.map((face, i) => (i === place ? right : face));
    this.knights = Math.min(this.knights, this.looseKnights);
    const named = this.placed.filter(({ face }) => face === wrong);
    if (named.length <= this.thrown.filter((face) => face === wrong).length) return;
    if (!this.current || !named.includes(this.current)) this.current = lastOf(named) ?? null;
    const cell = this.current?.cell;
    this.takeOff();
    this.held = this.left.includes(right) ? right : (this.left[0] ?? null);
    if (cell && this.held === right) this.tap(cell);
  }

  /** @returns {Move} */
  move() {
    return { move: "set_aside", knights: this.knights, city: this.placed };
  }

  /** The ways to turn a die on a cell so that it matches every neighbour. @type {(face: string, cell: Cell) => number[]} */
  turnsFor(face, cell) {
    return [...Array(QUARTERS).keys()].filter((turns) =>
      SIDES.every((side) => {
        const other = this.at(cellBeside(cell, side));
        return (
          !other ||
          this.#isCity(face, turns, side) === this.#isCity(other.face, other.turns, turned(side, 2))
        );
      }),
    );
  }

  /** The sides of a die that stands which are city. @param {BuiltDie} die */
  citySides({ face, turns }) {
    return SIDES.filter((side) => this.#isCity(face, turns, side));
  }

  /** Whether the edge of a die is city, on this side of its cell. @type {(face: string, turns: number, side: Side) => boolean} */
  #isCity = (face, turns, side) =>
    (this.faces[face] ?? []).flat().includes(turned(side, QUARTERS - turns));
}

/** @type {(side: Side, quarters: number) => Side} */
const turned = (side, quarters) => SIDES[(SIDES.indexOf(side) + quarters) % QUARTERS];
