// What the scripts pass around. The shapes that leave the table are made from the API's own description
// (`make lint` writes build/openapi.d.ts); only the developers' tools read this file, no browser does.

import type { VNode } from "preact";
import type { components } from "../../../build/openapi";

type Schemas = components["schemas"];

/** `hands`: what the simulated table's hands are about to do, on their own page: the banner says the same. */
export type State = Schemas["StateShape"] & { hands?: HandsPlan };
/** So many dice are thrown again (null: as many as the game wants); what is still to come of the last throw. */
export type HandsPlan = {
  again: number | null;
  awaits: "rolling" | "reading" | "moment" | "asked" | null;
};
export type Watch = Schemas["WatchShape"];
export type Seen = Schemas["SeenShape"];
export type SeenDie = Schemas["SeenDie"];
export type SeenBoard = Schemas["SeenBoard"];
export type Proposal = Schemas["ProposalShape"];
export type Choice = Schemas["ChoiceShape"];
export type HistoryLine = Schemas["HistoryLine"];
export type Timer = Schemas["TimerShape"];
export type Box = Schemas["BoxShape"];
export type Panel = Schemas["Panel"];
export type Fault = Schemas["FaultShape"];
export type Text = Schemas["Text"];
export type Encryption = Schemas["Encryption"];
export type Memory = Schemas["MemoryShape"];
export type Machine = Schemas["MachineShape"];
export type Parts = Schemas["PartsShape"];
export type Joining = Schemas["Joining"];
export type JoiningSeat = Schemas["JoiningSeat"];
type ErrorWords = Schemas["Error"]["error"];
export type TableError = Omit<ErrorWords, "reason"> & Partial<Pick<ErrorWords, "reason">>;

/** A move as a record has it: `move` names its kind, the rest is the game's own. */
export type Move = { move: string; [key: string]: any };

/** A place: across and down; of the picture in fractions 0…1, of the drawing over it in its own units. */
export type Point = [number, number];

/** What an element may hold; null, undefined and false hold nothing. */
export type Child = VNode<any> | string | number | null | undefined | false | readonly Child[];

/** An event at the element that it was listened for at. */
type At<Kind extends Event, Place = HTMLElement> = Kind & { currentTarget: Place; target: any };

/** Attributes of an element; those that begin with "on" are what happens then. */
export type Attributes = {
  [name: string]:
    | (string | number | boolean | null | undefined)
    | ((event: any) => unknown)
    | readonly (string | false | null | undefined)[]; // classes: those that are given
  /** What is given the element when it is made, and null when it is gone. */
  ref?: any;
  onclick?: (event: At<MouseEvent>) => unknown;
  onchange?: (event: At<Event>) => unknown;
  onsubmit?: (event: At<SubmitEvent>) => unknown;
  ontoggle?: (event: At<Event>) => unknown;
};

/** A die of the reading, in units of the drawing over the picture instead of fractions. */
export type DrawnDie = Omit<SeenDie, "centre" | "corners"> & { centre: Point; corners: Point[] };

/** What the simulator says of a die that lies on its table; places are fractions of the picture. */
export type LyingDie = {
  id: number;
  face: string;
  centre: Point;
  corners: Point[];
  angle: number;
  at_rest: boolean;
  /** A hand has laid it there since it was thrown. */
  laid: boolean;
  /** It was left lying when others were thrown. */
  stayed: boolean;
};

/** What nearly every script speaks of needs no import. */
declare global {
  type State = import("./types").State;
  type HistoryLine = import("./types").HistoryLine;
  type Move = import("./types").Move;
  type Point = import("./types").Point;
  type Child = import("./types").Child;
  type Attributes = import("./types").Attributes;
  type Seen = import("./types").Seen;
  type SeenDie = import("./types").SeenDie;
  type SeenBoard = import("./types").SeenBoard;
  type Watch = import("./types").Watch;
  type Proposal = import("./types").Proposal;
  type Choice = import("./types").Choice;
  type LyingDie = import("./types").LyingDie;
  type DrawnDie = import("./types").DrawnDie;
  type HandsPlan = import("./types").HandsPlan;
  type Joining = import("./types").Joining;
  type Machine = import("./types").Machine;
  type GamePage = import("./games/generic.js").GamePage;
  type Section = import("./games/generic.js").Section;
  type Rules = import("./games/generic.js").Rules;
  type Setup = import("./games/generic.js").Setup;
  type Draft = import("./games/generic.js").Draft;
  type Editing = import("./games/generic.js").Editing;
  type Drawing = import("./games/generic.js").Drawing;
  type Taps = import("./games/generic.js").Taps;
  type ThrowingOn = import("./games/generic.js").ThrowingOn;
  type Fate = import("./games/generic.js").Fate;
  type Laid = import("./games/generic.js").Laid;
  type Prints = import("./picture/faces.js").Prints;
  type PictureView = import("./picture/picture.js").PictureView;
  type Live = import("./base/live.js").Live;
}
