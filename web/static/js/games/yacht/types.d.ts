// What this game's rule book (its `view` and `odds`) tells the page. Lists by seat begin with seat 1.

export type View = {
  sheet: string;
  extra_bonus: boolean;
  boxes: string[];
  /** Those among the boxes that count for the bonus: of ones, twos … */
  upper_boxes: string[];
  /** Points that the upper boxes gain once they hold `bonus_from` together; 0: this sheet has none. */
  bonus: number;
  bonus_from: number;
  /** Points by box; null where it is empty. */
  rows: Record<string, number | null>[];
  upper_sums: number[];
  bonuses: number[];
  extra: number[];
  totals: number[];
  /** Whose turn it is, or was when the game ended. */
  seat: number;
  throw: number;
  throws: number;
  faces: string[];
  /** Those among the faces that were not thrown by the last throw. */
  kept: string[];
  /** Boxes that may be filled now, and the points each would get. */
  options: Record<string, number>;
  extra_now: number;
  /** Moves that the seat to move may make now. */
  may: string[];
  joker: boolean;
};

/** The total to be expected at the end of the game, for each way to go on; the best ways first. */
export type Odds = {
  expected: number;
  best: { box: string } | { kept: string[] };
  boxes: Filling[];
  keeps: Keeping[];
};

export type Filling = { box: string; points: number; expected: number };

export type Keeping = { kept: string[]; expected: number };
