// The simulated table's hands: throw, and move dice on the live picture.

import { choiceKey, h, show } from "../base/dom.js";
import { tickBox } from "../base/form.js";
import { faceName, t } from "../base/texts.js";
import { gameOf } from "../games/registry.js";
import { between, sideOf, topLeftOf, unitsOf, within } from "../base/plane.js";
import { Carrying } from "./carrying.js";
import { Handles, inRows } from "./handles.js";
import { HandsThrow, ThrownAgain, canBeMarked } from "./handsthrow.js";
import { NOT_SIMULATED, TableHands, press } from "./tablehands.js";

/** @import { Carry } from "./carrying.js" */
/** @import { Handle } from "./handles.js" */
/** @import { Simulated } from "./tablehands.js" */

/** A die as it is taken. @typedef {LyingDie & Handle} ShownDie */

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
/** Dice in a row of the picture this high, as a share of its height, are reached from left to right. */
const ROW = 0.12;
/** While dice are on their way, the table is asked as often; and while a throw is not accepted yet. */
const UNDER_WAY_MS = 250;
const WAITING_MS = 1000;
/** Room left around the dice when coming closer, as a share of the picture: enough to build in. */
const ROOM = 0.09;

export class Hands extends TableHands {
  #squared = true;
  #whole = false;
  /** Whether the picture has come closer to the dice since they were thrown. */
  #isClose = false;
  #throw = new HandsThrow();
  #again = new ThrownAgain();

  /** Called with what the hands are about to do, each time it is drawn. @type {(plan: HandsPlan) => void} */
  onplan = () => {};

  carrying = new Carrying((die, { to: [x, y], turn_deg, snap }) =>
    this.doEach("drag", { die, x, y, turn_deg, snap }),
  );
  /** @type {Handles<ShownDie>} */
  handles = new Handles(this.picture, {
    put: (die, to) => this.#carry(die, { to, snap: this.#squared }, true),
    step: (die, to) => this.#carry(die, { to }),
    focus: (die) => {
      if (this.#selected()?.id !== die.id) this.handles.choose([keyOf(die)]);
      this.#drawButtons();
    },
    dropped: () => this.draw(),
    keys: {
      r: (die, isBack) => this.#turn(die, isBack ? -1 : 1),
      enter: (die) => this.#carry(die, { snap: true }, true),
      " ": (die) => this.#mark(die),
      delete: (die) => this.#remove(die),
      backspace: (die) => this.#remove(die),
    },
  });

  start() {
    this.#offerWhole();
    this.#drawButtons();
    this.refresh();
  }

  /** @param {Simulated} table */
  suits({ board, tokens }) {
    return !board && !tokens;
  }

  leave() {
    super.leave();
    this.picture.more.last = null;
  }

  /** A button that shows the whole table. */
  #offerWhole = () => {
    const look = () => {
      this.#whole = !this.#whole;
      this.#offerWhole();
      this.#zoom();
    };
    this.picture.more.last = choiceKey(null, t("hands.whole"), this.#whole, look, "whole");
    this.picture.draw();
  };

  /** @param {Simulated | null} table */
  pause(table) {
    const awaits = this.#throw.awaits(this.state);
    if (table?.busy || awaits === "rolling" || this.carrying.isUnderWay) return UNDER_WAY_MS;
    // A table that says nothing is not waited for without end.
    return awaits && WAITING_MS;
  }

  /** @param {Simulated} table @param {number} askedAt */
  take(table, askedAt) {
    this.table = table;
    this.carrying.arrive(table.dice, askedAt);
    if (!table.busy && this.#throw.rest(askedAt)) this.#isClose = false;
    if (!table.busy && !this.picture.hold && !(this.#isClose && this.#allShown())) this.#zoom();
    this.draw();
  }

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

  #dice = () => this.carrying.meant(this.table.dice);

  #selected = () => this.#dice().find((die) => keyOf(die) === this.handles.chosen[0]);

  /** How the game throws on; null: all that it wants is thrown, or nothing. */
  #throwingOn = () => {
    const state = this.state;
    return state && this.table.dice.length > 0 ? gameOf(state).throwingOn(state) : null;
  };

  /** What becomes of a die when the others are thrown. @type {(die: LyingDie) => Fate} */
  #fate = (die) => {
    const throwing = this.table.can_throw === false ? null : this.#throwingOn();
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
    const units = unitsOf(this.picture.height);
    const reach = sides * sideOf({ corners: die.corners.map(units) });
    return this.#dice().filter(
      ({ id, centre }) => id !== die.id && between(units(die.centre), units(centre)) < reach,
    );
  };

  // What is drawn: the dice's handles over the picture, and the buttons.

  draw() {
    if (this.picture.hold) return;
    if (!this.#throwingOn()) this.#again.forget();
    const units = unitsOf(this.picture.height);
    const shown = this.#dice().map((die) => {
      const again = this.#fate(die) === "again";
      const name = t(again ? "hands.die_again" : "hands.die", { face: faceName(die.face) });
      const mark = again && arrow(topLeftOf(die.corners.map(units)));
      return { ...die, key: keyOf(die), name, mark };
    });
    this.handles.draw(inRows(shown, ROW));
    this.#drawButtons();
  }

  #drawButtons = () => {
    if (this.table === NOT_SIMULATED) {
      show(this.place, [h("h2.title", t("hands.title")), h("p", t("hands.none"))]);
      return;
    }
    const { can_throw: canThrow = true } = this.table;
    const throwing = this.#throwingOn();
    const again = throwing && canThrow ? this.#diceThat("again").length : null;
    const awaits = this.#awaits();
    this.onplan({ again, awaits });
    const die = this.#selected();
    const fate = die && this.#fate(die);
    this.drawTools({
      rows: [
        h("div.buttons", this.#tableKeys({ again, awaits, canThrow })),
        h("div.buttons", this.#dieKeys(fate)),
      ],
      hint: !canThrow
        ? t("hands.no_throw")
        : again === 0
          ? t("hands.none_again")
          : (throwing?.hint ?? t("hands.help")),
      more: (hand) => [hand, this.#squareKey()],
      keys: t("hands.keys"),
    });
  };

  /** @type {(plan: HandsPlan & { canThrow: boolean }) => Child[]} */
  #tableKeys = ({ again, awaits, canThrow }) => {
    const label = again ? t("hands.again", { count: again }) : t("hands.throw");
    const off = awaits !== null || !canThrow || again === 0;
    const clear = this.#throwingOn()?.clear ?? t("hands.clear");
    return [
      press("throw", awaits ? awaitedText(awaits) : label, (pressed) => this.#throwDice(pressed), {
        class: "strong big",
        off,
      }),
      press("clear", clear, (pressed) => this.#clear(pressed)),
    ];
  };

  /** What can be done with the selected die. @type {(fate: Fate | undefined) => Child[]} */
  #dieKeys = (fate) => {
    const off = fate === undefined;
    const selected = (/** @type {(die: LyingDie) => unknown} */ act) => () => {
      const die = this.#selected();
      return die && act(die);
    };
    const turn = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {number} */ way) => {
      const act = selected((die) => this.#turn(die, way));
      return press(key, sign, act, { off, each: true, name: t(`hands.turn_${key}`) });
    };
    const mark = fate === "again" ? t("hands.keep") : ["↻ ", t("hands.mark")];
    return [
      turn("left", "⟲", -1),
      turn("right", "⟳", 1),
      press("remove", "✕", selected(this.#remove), { off, name: t("hands.remove") }),
      this.#throwingOn() &&
        press("mark", mark, selected(this.#mark), { off: !canBeMarked(fate), each: true }),
    ];
  };

  /** Whether a die is laid straight against a neighbour. */
  #squareKey = () =>
    tickBox("snap", t("hands.snap"), this.#squared, (checked) => (this.#squared = checked));

  // What the hands do.

  /** What must come before the next throw: of the last one, or an answer. */
  #awaits = () => {
    const asks = ["question", "correction"].includes(this.state?.proposal?.kind ?? "");
    return this.#throw.awaits(this.state) ?? (asks ? "asked" : null);
  };

  /** @param {Element} pressed */
  #throwDice = async (pressed) => {
    if (this.#awaits() || this.picture.hold) return;
    const again = this.#throwingOn() ? this.#diceThat("again") : null;
    const lifted = [...(again ?? []), ...this.#diceThat("leaves")];
    this.#throw.begin(this.state);
    this.#drawButtons();
    await this.carrying.send();
    const thrown = await this.#throwThese(lifted, again && again.length, pressed);
    this.#throw.isDone(thrown !== null);
    this.refresh();
  };

  /** @type {(lifted: number[], count: number | null, pressed: Element) => Promise<unknown>} */
  #throwThese = async (lifted, count, pressed) => {
    const dice = lifted.sort((one, other) => one - other);
    if (dice.length && !(await this.do("remove", { dice }, pressed))) return null;
    this.#again.forget();
    return this.do("throw", count === null ? {} : { count }, pressed);
  };

  /** @param {Element} pressed */
  #clear = async (pressed) => {
    await this.carrying.send();
    if (await this.do("clear", {}, pressed)) this.#throw.forget();
  };

  /** @param {LyingDie} die */
  #mark = (die) => {
    this.#again.mark(die.id, this.#fate(die));
    this.draw();
  };

  /** @type {(die: LyingDie, direction: number) => void} */
  #turn = (die, direction) => {
    const snap = this.carrying.snaps(die.id);
    const beside = this.#near(die, snap ? IN_REACH : IN_THE_WAY).length > 0;
    this.#carry(die, { turn_deg: direction * (beside ? QUARTER_DEG : TURN_DEG), snap });
  };

  /** @type {(die: LyingDie, carry: Partial<Carry>, atOnce?: boolean) => void} */
  #carry = (die, { to = die.centre, turn_deg = 0, snap = false }, atOnce = false) => {
    const place = /** @type {Point} */ (to.map(within));
    this.carrying.mean(die, { to: place, turn_deg, snap }, this.picture.height);
    if (atOnce) this.carrying.send();
    this.draw();
  };

  /** @param {LyingDie} die */
  #remove = async ({ id }) => {
    await this.carrying.send();
    return this.do("remove", { dice: [id] });
  };
}

/** @param {LyingDie} die */
const keyOf = ({ id }) => `die-${id}`;

/** Marks a die that is thrown again. @param {Point} at */
const arrow = ([x, y]) =>
  h("g.again", { transform: `translate(${x} ${y})`, "aria-hidden": "true" }, [
    h("circle", { r: 13 }),
    h("path", { d: "M6 -4A7 7 0 1 0 7 2M8 -9V-3H2" }),
  ]);

/** What is waited for before the next throw. @param {NonNullable<HandsPlan["awaits"]>} awaits */
const awaitedText = (awaits) => t(awaits === "moment" ? "wait.moment" : `hands.${awaits}`);
