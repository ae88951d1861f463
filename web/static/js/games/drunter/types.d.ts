// What this game's rule book (its `view`) tells the page.

export type Kind = "street" | "river" | "wall";
export type Towards = "north" | "east" | "south" | "west";
export type Side = "yes" | "no";

/** Column from the left and row from the top, both counted from 0. */
export type Square = [number, number];

/** What is printed on the board, as its file has it: by `column,row`. */
export type Board = { edition: string; grid: [number, number]; cells: Record<string, string> };

/** A building printed on the board. */
export type Building = { square: Square; type: string; value: number };

export type Gang = { kind: Kind; square: Square };
export type Laid = { kind: Kind; squares: Square[] };
/** Where a line goes on; how long the tiles are that may be laid there now, and from which length on they ask. */
export type Way = {
  kind: Kind;
  gang: Square;
  towards: Towards;
  squares: Square[];
  lengths: number[];
  asks_from: number | null;
};
/** Votes for and against. */
export type Sums = { yes: number; no: number };

/** Lengths of tiles by kind. */
export type Hand = Record<Kind, number[]>;

/** A lay as a record has it. */
export type LayWords = {
  seat: string;
  move: "lay";
  kind: Kind;
  length: number;
  gang: Square;
  towards: Towards;
};

/** A lay that the rules allow now, with the squares that the tile covers, its start field first. */
export type Lay = Omit<LayWords, "seat" | "move"> & { squares: Square[]; asks: boolean };

export type Vote = {
  lay: LayWords & { squares: Square[]; outhouses: Square[] };
  /** Cards by player, from the proposer clockwise, as far as they are turned up; null before all have voted. */
  revealed: Record<string, string[]> | null;
  declared: Record<string, Side>;
  /** Up to each player, clockwise from the proposer. */
  sums: Record<string, Sums>;
};

export type CountedVote = {
  lay: LayWords;
  /** Null where only the sums were told. */
  revealed: Record<string, string[]> | null;
  declared: Record<string, Side>;
  sums: Record<string, Sums>;
  yes: number;
  no: number;
  passed: boolean;
};

export type Own = {
  /** Building cards, once chosen the one that counts first. */
  cards: string[];
  counts: string | null;
  votes: string[];
  /** Vote cards that lie face down. */
  laid: string[] | null;
};

export type View = {
  variant: "basic" | "expert";
  phase: "lay" | "vote" | "count" | "reveal" | "declare" | "choose" | "show" | "ended";
  to_move: string | null;
  board: Board;
  town: { gangs: Gang[]; tiles: Laid[]; ways: Way[]; standing: Record<string, number[]> };
  /** Of each tile of the town, which way it was laid from its gang. */
  runs: Towards[];
  /** The lines that nobody can extend: no free square, no tile of its kind, or none that fits. */
  ended_lines: { kind: Kind; square: Square; why: "space" | "tiles" | "fit" }[];
  lines: {
    kind: Kind;
    square: Square;
    ways: number;
    longest: number;
    why: "space" | "tiles" | "fit" | null;
  }[];
  /** What each card scores now, and the buildings that it tells of: type, value, whether it stands. */
  worth: Record<string, { points: number; of: [string, number, boolean][] }>;
  /** By player; null where nobody told who has which, then `supply` is what all and the box hold together. */
  tiles: Record<string, Hand> | null;
  supply: Hand | null;
  nobody_can_lay: boolean;
  vote: Vote | null;
  finished: string[];
  last_vote: CountedVote | null;
  cards: Record<string, string[]> | null;
  votes: Record<string, string[]> | null;
  /** Votes left in the players' own hands, once told in a tie, and who is tied and asked for them. */
  left: Record<string, number> | null;
  tied: string[];
  /** What breaks a tie, by player, where it can be told. */
  more: Record<string, number>;
  /** On a seat's own page alone. */
  own?: Own;
};

/** What lies on a cell of the board in the picture; `corners` clockwise from its own top left, in fractions. */
export type SeenCell = {
  cell: Square;
  label: string;
  turns: number;
  on: string | null;
  sure: boolean;
  corners: [number, number][];
};

export type SeenBoard = { cells: SeenCell[]; hidden: { corners: [number, number][] }[] };
