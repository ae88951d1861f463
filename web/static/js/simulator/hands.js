// The simulated table's hands: throw, and move dice on the live picture.

import { ThrownAgain } from "./thrownagain.js";
import { get, post, Refused } from "../base/api.js";
import { Carrying } from "./carrying.js";
import { Doing } from "./doing.js";
import { button, h, show } from "../base/dom.js";
import { gameOf } from "../games/registry.js";
import { Handles } from "./handles.js";
import { WIDTH } from "../picture/reading.js";
import { t } from "../base/texts.js";
import { HandsThrow } from "./handsthrow.js";
import { attempt } from "../base/toast.js";
import { drawToolbar } from "./toolbar.js";

/** @import { Carry } from "./carrying.js" */
/** @import { HandsPlan, LyingDie, Point, State } from "../types.js" */
/** @import { SimulatedBoard } from "./boardhands.js" */
/** @import { SimulatedTokens } from "./tokenhands.js" */
/** @import { PictureView } from "../picture/picture.js" */
/** @import { Fate } from "../games/generic.js" */
/** @import { Presses } from "./toolbar.js" */
/**
 * What lies on the simulated table, and how it is covered; busy while the hands are at work.
 * @typedef {object} Simulated
 * @property {LyingDie[]} dice
 * @property {string} [surface]
 * @property {string[]} [surfaces]
 * @property {boolean} [can_throw]
 * @property {boolean} [busy]
 * @property {SimulatedBoard | null} [board] a board is played on: its pieces have hands of their own
 * @property {SimulatedTokens | null} [tokens] tokens are played with: they have hands of their own, too
 */

/** A die that lies free turns by so much; one beside another by quarters, so that it stays there. */
const TURN_DEG = 15;
const QUARTER_DEG = 90;
/**
 * How far apart the centres of two dice are, in sides: of dice that touch, that would touch if one were
 * turned, and that lie side by side once one has been laid straight against the other.
 */
const TOUCHING = 1.12;
const IN_THE_WAY = 1.42;
const IN_REACH = 1.75;
/** While the hands are at work, the table is asked as often. */
const BUSY_MS = 250;
/** So often, while a throw is not accepted yet. */
const WAITING_MS = 1000;
/** Room left around the dice when coming closer, as a share of the picture: enough to build in. */
const ROOM = 0.09;
/** What is found where no table is simulated. @type {Simulated} */
const NOT_SIMULATED = { dice: [] };

export class Hands {
  /** @type {State | null} */
  #state = null;
  /** @type {Simulated} */
  #table = { dice: [] };
  #asking = false;
  #askAgain = false;
  #timer = 0;
  #look = { squared: true, handOver: false };
  #whole = false;
  /** Whether the picture has come closer to the dice since they were thrown. */
  #isClose = false;
  #hasLeft = false;
  #throw = new HandsThrow();
  #again = new ThrownAgain();
  #doing = new Doing();

  /** Called with what the hands are about to do, each time it is drawn. @type {(plan: HandsPlan) => void} */
  onplan = () => {};

  /**
   * @param {HTMLElement} place
   * @param {PictureView} picture
   * @param {() => void} onboard called when a board is played on
   * @param {() => void} ontokens called when tokens are played with
   */
  constructor(place, picture, onboard = () => {}, ontokens = () => {}) {
    this.place = place;
    this.picture = picture;
    this.onboard = onboard;
    this.ontokens = ontokens;
    this.carrying = new Carrying((die, { to: [x, y], turn_deg, snap }) =>
      this.#drag({ die, x, y, turn_deg, snap }),
    );
    this.handles = new Handles(picture, {
      put: (die, to) => this.#carry(die, { to, snap: this.#look.squared }, true),
      step: (die, to) => this.#carry(die, { to }),
      square: (die) => this.#carry(die, { snap: true }, true),
      turn: (die, direction) => this.#turn(die, direction),
      mark: (die) => this.#mark(die),
      remove: (die) => this.#remove(die),
      select: () => this.#drawButtons(),
      dropped: () => this.#draw(),
    });
    this.whole = button(t("hands.whole"), () => this.#lookAtAll(), { class: "whole" });
    picture.caption.after(this.whole);
    this.#drawButtons();
    this.refresh();
  }

  /** @param {State} state */
  update(state) {
    if (state.version !== this.#state?.version) this.refresh();
    this.#state = state;
    if (!this.#throwingOn()) this.#again.forget();
    this.#draw();
  }

  /** Ask where the dice really lie; while the hands are at work, again and again. */
  async refresh() {
    this.#askAgain = this.#asking;
    if (this.#asking) return;
    clearTimeout(this.#timer);
    this.#asking = true;
    const askedAt = performance.now();
    const table = await get("simulator/table").catch((error) =>
      error instanceof Refused && error.status === 404 ? NOT_SIMULATED : null,
    );
    this.#asking = false;
    if (table) this.#take(table, askedAt);
    if (this.#hasLeft) return;
    if (this.#askAgain) this.refresh();
    else if (table?.busy || this.#throw.awaits(this.#state) === "rolling" || this.carrying.isUnderWay)
      this.#timer = setTimeout(() => this.refresh(), BUSY_MS);
    // A table that says nothing is not waited for without end.
    else if (this.#throw.awaits(this.#state)) this.#timer = setTimeout(() => this.refresh(), WAITING_MS);
  }

  /** Others take over: nothing is asked or drawn any more. */
  leave() {
    this.#hasLeft = true;
    clearTimeout(this.#timer);
    this.whole.remove();
  }

  /** @type {(table: Simulated, askedAt: number) => void} */
  #take = (table, askedAt) => {
    if (table.board) this.onboard();
    else if (table.tokens) this.ontokens();
    if (this.#hasLeft) return;
    this.#table = table;
    this.carrying.arrive(table.dice, askedAt);
    if (!table.busy && this.#throw.rest(askedAt)) this.#isClose = false;
    if (!table.busy && !this.picture.hold && !(this.#isClose && this.#allShown())) this.#zoom();
    this.#draw();
  };

  /** @type {(body: object) => Promise<unknown>} */
  #drag = async (body) => {
    const done = await attempt(() => post("simulator/drag", body));
    this.refresh();
    return done;
  };

  /** What is done once, however often it is pressed meanwhile. @type {(path: string, body?: object, pressed?: Element | null) => Promise<unknown>} */
  #do = (path, body = {}, pressed = null) => {
    const act = () => attempt(() => post(`simulator/${path}`, body), pressed);
    return this.#doing.once([path, body], act, () => this.refresh());
  };

  // What is shown of the table: it changes when a throw has come to rest, or when asked to.

  #zoom = () => {
    this.picture.zoomTo(this.#whole ? [] : this.#dice(), { margin: ROOM });
    this.#isClose = true;
  };

  #allShown = () => {
    const { x, y, size } = this.picture.part;
    const inside = (/** @type {number} */ value, /** @type {number} */ low) =>
      value >= low && value <= low + size;
    return this.#dice().every(({ centre }) => inside(centre[0], x) && inside(centre[1], y));
  };

  // The dice, and which of them are thrown again.

  #dice = () => {
    return this.carrying.meant(this.#table.dice);
  };

  #selected = () => {
    return this.#dice().find(({ id }) => id === this.handles.selected);
  };

  /** @type {<Done>(act: (die: LyingDie) => Done) => Done | undefined} */
  #withSelected = (act) => {
    const die = this.#selected();
    return die && act(die);
  };

  /** How the game throws on; null: all that it wants is thrown, or nothing. */
  #throwingOn = () => {
    const state = this.#state;
    return state && this.#table.dice.length > 0 ? gameOf(state).throwingOn(state) : null;
  };

  /** What becomes of a die when the others are thrown. @type {(die: LyingDie) => Fate} */
  #fate = (die) => {
    const throwing = this.#table.can_throw === false ? null : this.#throwingOn();
    return throwing ? this.#again.fate(die, throwing, this.#isBeside(die)) : "fixed";
  };

  /** @type {(fate: Fate) => number[]} */
  #diceThat = (fate) =>
    this.#dice()
      .filter((die) => this.#fate(die) === fate)
      .map(({ id }) => id);

  /** Whether it touches another die, and did not merely fall so. @param {LyingDie} die */
  #isBeside = (die) => {
    const isLaid = (/** @type {LyingDie} */ one) => one.laid || one.stayed;
    return this.#near(die, TOUCHING).some((other) => isLaid(die) || isLaid(other));
  };

  /** The other dice whose centres are within so many sides. @type {(die: LyingDie, sides: number) => LyingDie[]} */
  #near = (die, sides) => {
    const far = (/** @type {Point} */ [x1, y1], /** @type {Point} */ [x2, y2]) =>
      Math.hypot((x2 - x1) * WIDTH, (y2 - y1) * this.picture.height);
    const reach = sides * far(die.corners[0], die.corners[1]);
    return this.#dice().filter(({ id, centre }) => id !== die.id && far(die.centre, centre) < reach);
  };

  // What is drawn: the dice's handles over the picture, and the buttons.

  #draw = () => {
    if (this.picture.hold) return;
    this.handles.draw(this.#dice().map((die) => ({ ...die, again: this.#fate(die) === "again" })));
    this.#drawButtons();
  };

  #drawButtons = () => {
    if (this.#table === NOT_SIMULATED) {
      show(this.place, "none", () => [
        h("h2", { class: "title" }, t("hands.title")),
        h("p", {}, t("hands.none")),
      ]);
      return;
    }
    const { surface, surfaces = [], can_throw: canThrow = true } = this.#table;
    const throwing = this.#throwingOn();
    const again = throwing && canThrow ? this.#diceThat("again").length : null;
    const awaits = this.#awaits();
    this.onplan({ again, awaits });
    const selected = this.#selected();
    const die = selected ? { die: selected.id, fate: this.#fate(selected) } : { die: null };
    const table = {
      throwing,
      again,
      awaits,
      canThrow,
      surface,
      surfaces,
    };
    drawToolbar(this.place, { ...table, ...die, ...this.#look }, this.#presses);
  };

  /** @type {Presses} */
  #presses = {
    throw: (pressed) => this.#throwDice(pressed),
    clear: (pressed) => this.#clear(pressed),
    hand: () => this.#moveHand(),
    turn: (direction) => this.#withSelected((die) => this.#turn(die, direction)),
    mark: () => this.#withSelected(this.#mark),
    remove: () => this.#withSelected(this.#remove),
    square: (squared) => (this.#look.squared = squared),
    dress: (surface) => this.#do("dress", { surface }),
  };

  // What the hands do.

  /** What must come before the next throw: of the last one, or an answer. */
  #awaits = () => {
    const asks = ["question", "correction"].includes(this.#state?.proposal?.kind ?? "");
    return this.#throw.awaits(this.#state) ?? (asks ? "asked" : null);
  };

  /** @param {Element} pressed */
  #throwDice = async (pressed) => {
    if (this.#awaits() || this.picture.hold) return;
    const again = this.#throwingOn() ? this.#diceThat("again") : null;
    const lifted = [...(again ?? []), ...this.#diceThat("leaves")];
    this.#throw.begin(this.#state);
    this.#drawButtons();
    await this.carrying.send();
    const thrown = await this.#throwThese(lifted, again && again.length, pressed);
    this.#throw.isDone(thrown !== null);
    this.refresh();
  };

  /** @type {(lifted: number[], count: number | null, pressed: Element) => Promise<unknown>} */
  #throwThese = async (lifted, count, pressed) => {
    const dice = lifted.sort((one, other) => one - other);
    if (dice.length && !(await this.#do("remove", { dice }, pressed))) return null;
    this.#again.forget();
    return this.#do("throw", count === null ? {} : { count }, pressed);
  };

  /** @param {Element} pressed */
  #clear = async (pressed) => {
    await this.carrying.send();
    if (await this.#do("clear", {}, pressed)) this.#throw.forget();
  };

  #moveHand = () => {
    this.#look.handOver = !this.#look.handOver;
    this.#drawButtons();
    return this.#do("hand", { over_table: this.#look.handOver });
  };

  #lookAtAll = () => {
    this.#whole = !this.#whole;
    this.whole.setAttribute("aria-pressed", String(this.#whole));
    this.#zoom();
  };

  /** @param {LyingDie} die */
  #mark = (die) => {
    this.#again.mark(die.id, this.#fate(die));
    this.#draw();
  };

  /** @type {(die: LyingDie, direction: number) => void} */
  #turn = (die, direction) => {
    const snap = this.carrying.snaps(die.id);
    const beside = this.#near(die, snap ? IN_REACH : IN_THE_WAY).length > 0;
    this.#carry(die, { turn_deg: direction * (beside ? QUARTER_DEG : TURN_DEG), snap });
  };

  /** @type {(die: LyingDie, carry: Partial<Carry>, atOnce?: boolean) => void} */
  #carry = (die, { to = die.centre, turn_deg = 0, snap = false }, atOnce = false) => {
    const inside = (/** @type {number} */ value) => Math.min(1, Math.max(0, value));
    const place = /** @type {Point} */ (to.map(inside));
    this.carrying.mean(die, { to: place, turn_deg, snap }, this.picture.height);
    if (atOnce) this.carrying.send();
    this.#draw();
  };

  /** @param {LyingDie} die */
  #remove = async ({ id }) => {
    await this.carrying.send();
    return this.#do("remove", { dice: [id] });
  };
}
