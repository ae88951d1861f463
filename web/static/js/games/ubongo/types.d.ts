// What this game's rule book (its `view` and `book`) tells the page.

export type Colour = "red" | "green" | "blue" | "yellow" | "brown" | "violet";
export type Symbol = "shield" | "hand" | "antelope" | "snake" | "elephant" | "mask";

export type Player = {
  /** The row at whose head the pawn stands, from 0. */
  pawn: number;
  gems: Record<Colour, number>;
  seconds: number;
  out_of_time: boolean;
  taken: boolean;
  /** How far the pawn may go for the take that is due; null: none is. */
  reach: number | null;
  /** Where it may go. */
  rows: number[];
  may: ("call" | "false_call" | "take" | "move_pawn")[];
  /** The six counts, from high to low; the colours of which there are most. */
  strength: number[];
  leading: Colour[];
};

export type View = {
  round: number;
  rounds: number;
  phase: "laying_out" | "to_roll" | "running" | "to_turn" | "taking" | "ended";
  starter: string;
  symbol: Symbol | null;
  /** The glass runs for the second time. */
  turned: boolean;
  pieces: number;
  late_takes: boolean;
  cards_back: number;
  /** What is left in each row, the gem nearest to the red field first; while it is laid out null where not known. */
  gems: Colour[][];
  /** Who called, in order; several in one place are a dead heat that is not decided. */
  calls: string[][];
  players: Record<string, Player>;
  /** From first to last; those fully equal share a place. */
  ranking: string[][];
  /** Up to which count, from the largest, the first two have to be compared. */
  decided_at: number;
};

export type Book = {
  reach: number[];
  rows: number;
  holes: number;
  gems_of_a_colour: number;
  gems_of_a_take: number;
  colours: Colour[];
  symbols: Symbol[];
  pieces: Record<string, [number, number][]>;
  example: { won: Partial<Record<Colour, number>>[]; winner: number };
};
