// What this game's rule book (its `view` and `odds`) and its place at the table (`drawn`) tell the page.

import type { Point } from "../../types.js";

export type Side = "top" | "right" | "bottom" | "left";

/** Column and row, downwards; any integers. */
export type Cell = [number, number];

/** A die of the city; `turns`: quarter turns clockwise. */
export type BuiltDie = { face: string; cell: Cell; turns: number };

export type City = {
  cells: Cell[];
  size: number;
  closed: boolean;
  /** What it would bring now: nothing while it is open, or too small. */
  points: number;
  open_edges: { cell: Cell; side: Side }[];
};

export type View = {
  target: number;
  finish_round: boolean;
  kept_knights: boolean[];
  throw: number;
  throws: number;
  dice: number;
  dice_to_throw: number;
  doubled: boolean;
  loose: string[];
  catapults: number;
  knights: number;
  knights_to_keep_one: number;
  city: BuiltDie[];
  cities: City[];
  points_now: number;
  /** Moves that the seat to move may make now. */
  may: string[];
  may_take: ("city" | "knight")[];
  /** Of each face the parts of a city, of each part its edges. */
  faces: Record<string, Side[][]>;
};

export type Odds = {
  dice: number;
  exact: boolean;
  stop_points: number;
  throw_points: number;
  closes: number;
  three_knights: number;
  nine_catapults: number;
};

/** A city that was read: places of its dice in the reading; points are fractions of the picture. */
export type SeenCity = {
  dice: number[];
  closed: boolean;
  /** Whether it brings points. */
  scores: boolean;
  open_edges: [Point, Point][];
  mismatches: number;
};
