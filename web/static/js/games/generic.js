// What a page of a game is, and what is shown of a game that has none of its own: that it has none yet.
//
// A game's page is the folder `games/<game>/`, found by the game's name (as in `state.game`):
//   page.js    exports a `Partial<GamePage>` by default; further modules may lie beside it
//   style.css  how that looks (may be missing); it holds only while this game is played
// It draws with `h`, `svg` and `show` of ../base/dom.js, speaks with `t` of ../base/texts.js (texts in web/po), and may
// use ../picture/faces.js (dice), ../play/throws.js (a throw, entered and corrected), ../base/sending.js (a move).

import { h, show } from "../base/dom.js";
import { ORDINARY_FACES } from "../picture/faces.js";
import { gameName, t } from "../base/texts.js";

/** @import { Text } from "../types.js" */
/** @import { Player } from "../evening/rows.js" */

/**
 * How one game is shown and played on the pages. Whatever a game's page leaves out is as `generic` has it.
 * All that is given the `state` is asked only while the game is played and `state.view` is there.
 *
 * @typedef {object} GamePage
 *
 * @property {(place: HTMLElement, state: State) => void} drawGame
 *   Draws how the game stands into its card; `show` draws only what has changed, and hides what is empty.
 * @property {(place: HTMLElement, state: State) => void} drawOwn
 *   Draws what a seat alone knows and does, on its own page, and what the host does in its place. None: hidden.
 * @property {(place: HTMLElement, state: State) => void} drawOdds
 *   Draws what may come, the advice in `state.odds` for instance. None: the card is hidden.
 * @property {boolean} advises
 *   Whether that is advice for whoever is to move, and not how all stand.
 * @property {((place: HTMLElement, state: State) => void) | null} drawTimer
 *   Draws the time that runs in the game, and what belongs to it. Null: as a bar.
 * @property {(state: State) => Child} facts
 *   A few facts beside whose turn it is.
 * @property {(state: State) => boolean} [together]
 *   Whether all are awaited at once, whoever is to move under the rules; left out: they never are.
 * @property {(state: State) => string} ending
 *   Why the game is over, as a sentence.
 *
 * @property {(state: State) => number | null} target
 *   The points that win, where there is such a number: the end of the scores' bars.
 * @property {(state: State, seat: number) => Child} besideName
 *   What is drawn beside a player's name in the scores. Seats count from 1.
 *
 * @property {(state: State, draft: Draft) => Child[]} enter
 *   The moves that may be entered by tap now (`state.may`), a fieldset each. What has been chosen, but not
 *   sent, is kept in `draft`, which is emptied when the position changes; `redraw` of ../base/dom.js after each choice.
 * @property {(state: State, line: HistoryLine, editing: Editing) => Child} correct
 *   The ways in which a move of the history can be put right; null: it can only be taken back.
 *
 * @property {((told: any) => Setup) | null} setup
 *   What more is chosen before the game than its options, in the form that starts it; null: nothing.
 *
 * @property {((told: any, state: State) => Laid) | null} setUp
 *   How it is set up before its first move; `told`: what /api/v1/games tells of it. Null: all that is needed are dice.
 * @property {(state: State) => string[]} faces
 *   The faces that the game's dice can show.
 *
 * @property {(state: State) => Outside | null} outside
 *   What the box's keys outside of its door, and its column, are used for; null: for nothing.
 * @property {(state: State) => string | null} boxHint
 *   What must be known of the keys behind the door now, as a sentence; null: what is printed beside them says it.
 * @property {Prints} prints
 *   How the faces of the game's own dice are drawn. Ordinary dice need nothing.
 * @property {(drawn: any, dice: DrawnDie[], at: (point: Point) => Point, board: any) => Drawing} drawOver
 *   What is drawn over the camera's picture, from `seen.drawn`, which the game's place at the table fills.
 *   `dice` are the dice that were read, in units of the drawing; `at` makes units of fractions; `board` is
 *   `seen.board`, null where none was read.
 *
 * @property {(text: Text) => Text} onStage
 *   What a stage says of a move, where it is told otherwise there than in the history.
 *
 * @property {Beside | null} drawBeside
 *   Draws the game's side table, as its place at the table has it; null: it has none.
 *
 * @property {{ fields: import("../mosaic/part.js").Fields, face: (face: string) => Child } | null} mosaic
 *   How what is printed on a board of parts is named and drawn, and what is laid there; null: it has none.
 *
 * @property {(state: State) => boolean} isBare
 *   Whether the game has nothing to show yet but what lies under the camera: then a stage shows its picture.
 * @property {(state: State) => boolean} [stays]
 *   Whether the game's own scene stays large on a stage whatever is asked: people look at it while they play.
 * @property {(state: State, choice: Choice) => Child} choicePicture
 *   An answer to a question as a picture, for a stage; null: its words and their dice say it.
 * @property {(was: State, now: State) => string} happened
 *   What a stage shows of a change, as a class that `#game` has for a moment; "": nothing of this game's own.
 *
 * @property {(state: State) => ThrowingOn | null} throwingOn
 *   How the simulator's hands throw on when dice lie there from an earlier throw of the same turn. Null: there
 *   was none yet, and all that the table says is thrown.
 */

/**
 * Draws what is kept beside whatever is played. `act` does something there, null: this page only looks; `reads`:
 * whether the camera reads for it now.
 * @typedef {(place: HTMLElement, told: object, how: { act: ((words: object) => unknown) | null, reads: boolean }) => void} Beside
 */

/**
 * What more is chosen before a game. It is drawn without the game's style, beside any game that is played.
 * @typedef {object} Setup
 * @property {string[]} hides options that are chosen here, and not as the others are
 * @property {Child} [first] what is offered before it is said who plays
 * @property {(players: Player[]) => Child} draw
 * @property {(players: Player[]) => Record<string, any>} words
 *   What the first line has beside its game; `options` are added to those of the form, `seats` replace them.
 * @property {(state: State) => void} [follow] follows what the table tells; called before `draw`, too
 */

/** A few words, what OK does, and whose the call buttons are. @typedef {{ hint: string, ok: string, calls: string[] }} Outside */

/** What was chosen, but not yet sent. @typedef {Record<string, any>} Draft */

/**
 * Replace a move of the history with this one; `pressed` is the button; `also`: replacements that are valid
 * only together with it.
 * @typedef {(move: Move, pressed: Element, also?: { number: number, with: Move }[]) => unknown} PutRight
 */

/**
 * How a move of the history is put right; what has been chosen, but not sent, is kept in `draft`.
 * @typedef {{ put: PutRight, draft: Draft }} Editing
 */

/**
 * @typedef {object} Drawing
 * @property {Child[]} [lines] under the small copies of the faces
 * @property {Child[]} [labels] above everything
 * @property {number[]} [joined] dice (places in the list) that lie within `lines`: their own outline is thin
 */

/**
 * @typedef {object} Rules
 * @property {(told: any, state: State | null) => Section[]} sections
 *   The rules in short. `told`: what /api/v1/games tells of the game: its `book` of numbers, tables and examples,
 *   and its `options`; `state`: of the sitting in which it is played, for what was agreed there; else null.
 * @property {(state: State) => string[]} now
 *   What the seat to move may do now, a sentence each.
 */

/** How moves are entered by tap, and put right, where that comes in a script of its own. @typedef {Pick<GamePage, "enter" | "correct">} Taps */
/** What is laid where and taken by whom, a part after another; `first`: who begins, where the rules say more of it.
 *  @typedef {{ parts: Section[], first?: string }} Laid */

/** A part of the rules: a title, a drawing, a few sentences. @typedef {{ title: string, drawing?: Child, text: Child }} Section */

/**
 * @typedef {object} ThrowingOn
 * @property {(die: LyingDie, lying: { touches: boolean }) => Fate} fate
 *   What becomes of a die that lies there; whether it touches another, and a hand has laid one of the two.
 * @property {string} hint says in a sentence which dice are thrown again
 * @property {string} clear says on a button what clearing the table means now
 */

/**
 * Thrown again or left lying (a tap changes one into the other), left lying whatever is tapped, or taken off
 * the table without being thrown.
 * @typedef {"again" | "stays" | "fixed" | "leaves"} Fate
 */

/** A part of what is told: by the codes of its title and its text, with what that says, and what is drawn. @type {(title: string, text: string, params?: Record<string, unknown>, drawing?: Child) => Section} */
export const section = (title, text, params = {}, drawing = null) => ({
  ...{ title: t(title), drawing, text: t(text, params) },
});

/** Things with their names below them. @type {<Thing>(things: readonly Thing[], draw: (thing: Thing) => Child, words: (thing: Thing) => Child) => Child[]} */
export const figures = (things, draw, words) =>
  things.map((thing) => h("figure", draw(thing), h("figcaption", words(thing))));

/** @type {GamePage} */
export const generic = {
  drawGame(place, { game, sitting, view }) {
    if (!sitting) return show(place, []);
    if (!view) return show(place, h("p.hint", t("game.no_view")));
    return show(place, [h("h3", gameName(game ?? "")), h("p", t("game.not_yet"))]);
  },
  drawOwn: (place) => show(place, []),
  drawOdds: (place) => show(place, []),
  advises: false,
  drawTimer: null,
  facts: () => [],
  ending: () => "",
  target: () => null,
  besideName: () => null,
  enter: () => [],
  correct: () => null,
  setup: null,
  setUp: null,
  faces: () => ORDINARY_FACES,
  outside: () => null,
  boxHint: () => null,
  prints: {},
  drawOver: () => ({}),
  onStage: (text) => text,
  drawBeside: null,
  mosaic: null,
  isBare: () => false,
  choicePicture: () => null,
  happened: () => "",
  throwingOn: () => null,
};
