// What this game's rule book (its `view` and `odds`) tells the page. Lists by seat begin with seat 1.

/** Column from the left and row from the top, both counted from 0. */
export type Cell = [number, number];
export type Figure = "master" | "servant";
export type Kind = "chest" | "coffin" | "door" | "lock";

export type Player = {
  colour: string;
  start: Cell;
  master: Cell;
  servant: Cell;
  hearts: number;
  carries: Record<Figure, string[]>;
  /** Treasures that are home. */
  home: number;
};

export type Turn = {
  seat: number;
  /** The figure that walks; null before the first step. */
  walker: Figure | null;
  left: Record<Figure, number>;
  /** Doors that a key has opened until the turn ends. */
  unlocked: Cell[];
  /** Coffins whose monster was beaten in this turn. */
  beaten: Cell[];
};

export type Odds = {
  weapons: number;
  armour: number;
  hearts: number;
  kill: number;
  wound: number;
  win: number;
};

/** `shows`: what lies there, where the table dealt the stones and this page may know it. */
export type Waiting =
  | { for: "found"; at: Cell; shows?: string; may_take?: boolean }
  | { for: "see"; at: Cell; shows?: string }
  | { for: "show"; doors: Cell[]; remove: Cell; shows?: Record<string, string> }
  | { for: "throw"; at: Cell; stones: string[]; throws: number; odds: Odds };

export type Blow = {
  seat: number;
  at: Cell;
  faces: string[];
  wounds: number;
  blocked: number;
  hearts: number;
  killed: boolean;
  dead: boolean;
};

/** A move that is open, as a record has it, without its seat. */
export type Words = { move: string; [key: string]: any };

/** A field that a figure can get to, and the moves that do it: steps, and at their end perhaps a deed there. */
export type Goal = { at: Cell; moves: Words[] };

export type Crypt = {
  crypt: string;
  note: string;
  dealt: boolean;
  /** Rows of characters: fields at odd places, ways and walls between them. */
  board: string[];
  legend: Record<string, string>;
  /** Of what kind each thing is. */
  things: Record<string, string>;
  /** Tool and key that open each kind of locked door. */
  needs: Record<string, [string, string]>;
  closed: Partial<Record<Kind, Cell[]>>;
  /** Things that lie face up, by `column,row`. */
  lying: Record<string, string[]>;
  buried: Record<string, string[]>;
  /** Faces of doors that this page may know, by `column,row`. */
  doors: Record<string, string>;
  /** Seat, column and row of every look under a door that is still there. */
  peeked: [number, number, number][];
  can_fight: boolean;
  /** Nobody has done anything but walk for some rounds, and nobody can win without closed stones. */
  seems_at_a_stand: boolean;
  /** How many of each face nobody has seen yet. */
  left: Record<"chest" | "coffin" | "door", Record<string, number>>;
};

export type View = {
  fight_only: boolean;
  players: Player[];
  turn: Turn;
  waiting: Waiting | null;
  blow: Blow | null;
  places: number[];
  ended: string | null;
  /** Whether the host may let the others play on for the next place. */
  may_play_on: boolean;
  moves?: Words[];
  goals?: Record<Figure, Goal[]>;
} & Partial<Crypt>;

/** What the rule book says of itself. */
export type Book = {
  steps: number;
  hearts: number;
  home: number;
  carry: Record<Figure, number>;
  armed: [number, number][];
  /** The chance to win by weapons and armour, with 3, 2 and 1 hearts. */
  win: [number, number, number][];
};
