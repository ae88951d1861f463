// The turn by tap: which figure walks, what can be done beside it, what both carry, and the end of the turn.

import { asOther, byId, choiceKey, each, h, show, heldFor } from "../../base/dom.js";
import { without } from "../../base/lists.js";
import { sending, sendingText } from "../../base/sending.js";
import { t } from "../../base/texts.js";
import { answers, doorsKnown } from "./answers.js";
import { moveKey } from "./sending.js";
import {
  CARRIES,
  cryptOf,
  faceOf,
  FIGURES,
  figureName,
  mayAct,
  moverOf,
  movesOf,
  ownOf,
  same,
  stepIn,
  viewOf,
} from "./state.js";
import { named, picture } from "./things.js";
import { deedsOf, deedText, keepPlan, plan, walkerOf } from "./walking.js";

/** @import { Figure, Player, View } from "./types.js" */

/** Things that were tapped in the bags, by figure: places in the bag. */
const held = heldFor(() => /** @type {Record<Figure, number[]>} */ ({ master: [], servant: [] }));

/** @type {(place: HTMLElement, state: State) => void} */
export function drawOwn(place, state) {
  keepPlan(state);
  const own = ownOf(state);
  held.during([state.sitting, own]);
  show(place, own && !state.outcome ? parts(state, own.player) : []);
  // Who tapped the crypt far below sees what is asked now.
  const asked = mayAct(state) && viewOf(state).waiting;
  asOther(
    place,
    [asked, state.sitting],
    () => asked && byId("turn").scrollIntoView({ block: "nearest" }),
  );
}

/** @type {(state: State, player: Player) => Child} */
function parts(state, player) {
  const view = viewOf(state);
  const acts = mayAct(state);
  const crypt = cryptOf(view);
  if (acts && view.waiting)
    return [h("div.waited-for", answers(state, view.waiting)), sending.busy && sendingText()];
  return [
    acts && [figureChoice(view), deeds(state)],
    acts && lying(state),
    crypt && carried(state, player, acts),
    acts && turnEnd(state),
    crypt && secrets(crypt),
    sending.busy && sendingText(),
  ];
}

/** Master or servant, each with its steps. @type {(view: View) => Child} */
function figureChoice(view) {
  const now = walkerOf(view);
  return h("div.figures", { role: "group", "aria-label": t("gruftmeister.who_walks") }, [
    FIGURES.map((figure) => {
      const left = view.turn.left[figure];
      const words = [h("b", figureName(figure)), steps(left)];
      const choose = () => (plan.figure = figure);
      const look = { class: "figure-key", disabled: left === 0 };
      return choiceKey(`figure-${figure}`, words, now === figure && left > 0, choose, look);
    }),
  ]);
}

/** Steps that are left, as feet to count and in words. @param {number} left */
export const steps = (left) =>
  h("span.steps", [
    Array.from({ length: 5 }, (_, step) =>
      h("svg", { viewBox: "0 0 12 20", class: step < left ? "left" : "gone", "aria-hidden": "true" }, [
        h("ellipse", { cx: 6, cy: 6, rx: 5, ry: 6 }),
        h("ellipse", { cx: 6, cy: 16, rx: 4, ry: 3.5 }),
      ]),
    ),
    h("span.unseen", t("gruftmeister.steps_left", { steps: left })),
  ]);

/** What the master can do at the fields beside him; where one was tapped, only that. @type {(state: State) => Child} */
function deeds(state) {
  const view = viewOf(state);
  const all = deedsOf(view);
  const keys = all.has(plan.cell) ? [plan.cell] : [...all.keys()];
  const moves = keys.flatMap((key) => all.get(key) ?? []);
  const heal = movesOf(view, "heal");
  const won = state.proposal ? undefined : stepIn(view);
  const home = broughtHome(state);
  if (!moves.length && !heal.length && !won && !home.length) return null;
  const treasures = t("gruftmeister.do.all_home", { treasures: home.length });
  /** @type {(key: string, label: Child, deed: Move[], look?: string) => Child} */
  const key = (name, label, deed, look = "strong") =>
    moveKey(state, name, label, deed, { class: look, disabled: sending.busy });
  return h("div.deeds.buttons", [
    home.length > 0 && key("all-home", [picture("treasure"), treasures], home, "strong big"),
    won && key("step-in", t("gruftmeister.choice.step_in"), [won]),
    moves.map((words) =>
      key(JSON.stringify(words), deedText({ ...words, face: words.face && faceOf(words.face) }), [
        words,
      ]),
    ),
    heal.map((words) => moveKey(state, "heal", [picture("heart"), t("gruftmeister.do.heal")], [words])),
  ]);
}

/** Every treasure that is carried on the own start field: it counts as soon as it is dropped. @param {State} state */
function broughtHome(state) {
  const view = viewOf(state);
  const player = moverOf(view);
  return FIGURES.filter((figure) => same(player[figure], player.start)).flatMap((figure) =>
    player.carries[figure]
      .filter((thing) => view.things?.[thing] === "treasure")
      .map((thing) => ({ move: "drop", figure, thing })),
  );
}

/** What lies where the master stands. @param {State} state */
function lying(state) {
  const takes = movesOf(viewOf(state), "take");
  if (!takes.length) return null;
  return h("fieldset.lying-here", [
    h("legend", t("gruftmeister.lies_here")),
    takes.map((words) => {
      const label = [named(words.thing), t("gruftmeister.do.take")];
      return moveKey(state, `take-${words.thing}`, label, [words], "answer");
    }),
  ]);
}

/** The bags of both figures; what is tapped can be dropped or handed over. @type {(state: State, player: Player, acts: boolean) => Child} */
function carried(state, player, acts) {
  const carrying = FIGURES.filter((figure) => player.carries[figure].length > 0);
  if (!carrying.length) return null;
  const together = same(player.master, player.servant);
  const toggle = (/** @type {Figure} */ figure, /** @type {number} */ place) => {
    const had = held.now[figure];
    held.now[figure] = had.includes(place) ? without(had, [place]) : [...had, place];
  };
  return [
    each("div.bags", carrying, (figure) => bag(player, figure, acts, (place) => toggle(figure, place))),
    acts && h("div.buttons", dropKey(state, player), together && swapKey(state, player)),
  ];
}

/** @type {(player: Player, figure: Figure, acts: boolean, tap: (place: number) => void) => Child} */
function bag(player, figure, acts, tap) {
  const things = player.carries[figure];
  const room = Array.from({ length: Math.max(0, CARRIES[figure] - things.length) }, () =>
    h("span.thing.none", { "aria-hidden": "true" }),
  );
  const [name, most] = [figureName(figure), CARRIES[figure]];
  const key = (/** @type {string} */ thing, /** @type {number} */ place) => {
    const isHeld = held.now[figure].includes(place);
    return choiceKey(`bag-${figure}-${place}`, named(thing), isHeld, () => tap(place), "answer");
  };
  return h("fieldset.bag", [
    h("legend", t("gruftmeister.carries", { name, things: things.length, most })),
    things.map((thing, place) => (acts ? key(thing, place) : named(thing))),
    room,
  ]);
}

/** @type {(player: Player, figure: Figure) => string[]} */
const chosenOf = (player, figure) => held.now[figure].map((place) => player.carries[figure][place]);

/** Drops all that was tapped: a treasure at home is safe there. @type {(state: State, player: Player) => Child} */
function dropKey(state, player) {
  const moves = FIGURES.flatMap((figure) =>
    chosenOf(player, figure).map((thing) => ({ move: "drop", figure, thing })),
  );
  const home = moves.some(
    ({ figure, thing }) =>
      same(player[figure], player.start) && viewOf(state).things?.[thing] === "treasure",
  );
  return moveKey(state, "drop", t(home ? "gruftmeister.do.home" : "gruftmeister.do.drop"), moves, {
    disabled: !moves.length || sending.busy,
  });
}

/** @type {(state: State, player: Player) => Child} */
function swapKey(state, player) {
  const down = chosenOf(player, "master");
  const up = chosenOf(player, "servant");
  const fits =
    player.carries.master.length - down.length + up.length <= CARRIES.master &&
    player.carries.servant.length - up.length + down.length <= CARRIES.servant;
  const move = {
    move: "swap",
    ...(down.length && { to_servant: down }),
    ...(up.length && { to_master: up }),
  };
  return moveKey(state, "swap", t("gruftmeister.do.swap"), [move], {
    disabled: !fits || down.length + up.length === 0 || sending.busy,
  });
}

/** @param {State} state */
const turnEnd = (state) =>
  h("div.buttons.last", [
    moveKey(state, "end-turn", t("gruftmeister.do.end_turn"), [{ move: "end_turn" }], {
      class: "big",
      disabled: sending.busy,
    }),
  ]);

/** What this seat alone has seen; folded, since a phone lies on the table. @param {View & import("./types.js").Crypt} crypt */
function secrets(crypt) {
  const doors = doorsKnown(crypt);
  if (!doors.length) return null;
  return h("details.secrets", [
    h("summary", { "data-key": "own-doors" }, t("gruftmeister.own_doors", { doors: doors.length })),
    h("ul", doors),
  ]);
}
