// A fight as a small show: what fell, what it did, hearts, odds; and play that has come to a stand.

import { button, each, h, onceButton } from "../../base/dom.js";
import { percent, t } from "../../base/texts.js";
import { HEARTS, cryptOf, moverOf, oddsOf, viewOf } from "./state.js";
import { named, picture } from "./things.js";
import { lastStanding, role } from "../../base/api.js";
import { play } from "../../base/sending.js";
import { ask } from "../../evening/sure.js";

/** @import { Blow, Odds, View } from "./types.js" */

/** The fight that is on, or the last throw of the one just over. @type {(state: State) => Child} */
export function fight(state) {
  const view = viewOf(state);
  const { waiting, blow } = view;
  const odds = oddsOf(state);
  const on = waiting?.for === "throw";
  const fresh = isFresh(state, view);
  if (!on && !fresh) return null;
  return h("section", { class: `fight ${on ? "on" : "over"}`, "aria-live": "polite" }, [
    h("h3", t(on ? "gruftmeister.fight.title" : "gruftmeister.fight.over", { seat: fighter(state) })),
    blow && fresh
      ? blowShown(blow)
      : on && h("p", t("gruftmeister.fight.first", { stones: stonesOf(view) })),
    h("div.fight-facts", hearts(heartsNow(state))),
    on && odds && chances(odds),
  ]);
}

/** Whether the last throw belongs to what is going on now: it was the last thing that was done. @type {(state: State, view: View) => boolean} */
function isFresh({ history }, { blow, waiting }) {
  if (!blow) return false;
  if (waiting?.for === "throw") return waiting.throws > 0;
  return lastStanding({ history })?.move.move === "throw";
}

/** @param {State} state */
const fighter = (state) => state.to_move ?? state.seats[(viewOf(state).blow?.seat ?? 1) - 1];

/** @param {View} view */
const stonesOf = ({ waiting }) => (waiting?.for === "throw" ? waiting.stones.length + 1 : 0);

/** @param {State} state */
function heartsNow(state) {
  const view = viewOf(state);
  return view.waiting?.for === "throw" ? moverOf(view).hearts : (view.blow?.hearts ?? 0);
}

/** What fell, and what it did: wounds first. @param {Blow} blow */
export const blowShown = (blow) => [
  each("ul.fallen", blow.faces, (face) => h("li", { class: lookOf(face, blow) }, named(face, "large"))),
  each("ol.what-happened", deeds(blow), (text) => h("li", text)),
];

/** @type {(face: string, blow: Blow) => string} */
function lookOf(face, blow) {
  if (face === "back" || face === "logo") return "idle";
  if (face === "monster") return blow.wounds ? "wounds" : "held";
  return "up";
}

/** @param {Blow} blow */
function deeds(blow) {
  const strikes = blow.faces.includes("monster");
  const first = blow.wounds ? "wound" : blow.blocked ? "blocked" : strikes ? "wound" : "logo";
  const then = blow.dead ? "dead" : blow.killed ? "killed" : "lives";
  const follows = blow.dead ? [t("gruftmeister.fight.death_follows")] : [];
  return [t(`gruftmeister.fight.${first}`), t(`gruftmeister.fight.${then}`), ...follows];
}

/** The hearts of the kit, full and lost. @param {number} left */
export const hearts = (left) =>
  h("span.hearts", { role: "img", "aria-label": t("gruftmeister.hearts", { hearts: left }) }, [
    Array.from({ length: HEARTS }, (_, heart) => picture("heart", heart < left ? "full" : "lost")),
  ]);

/** @param {Odds} odds */
export function chances(odds) {
  const row = (/** @type {string} */ code, /** @type {number} */ chance) =>
    h("div", h("dt", t(code)), h("dd", percent(chance)));
  return h("dl.chances", [
    row("gruftmeister.odds.kill", odds.kill),
    row("gruftmeister.odds.wound", odds.wound),
    row("gruftmeister.odds.win", odds.win),
  ]);
}

/** What is said while the game goes on, where it hardly can. @type {(state: State) => Child} */
export function stand(state) {
  const view = viewOf(state);
  const crypt = cryptOf(view);
  if (!crypt) return null;
  if (state.outcome) return view.may_play_on && role === "host" ? playOn() : null;
  if (crypt.seems_at_a_stand)
    return h("div.note.stand", { role: "status" }, [
      h("p", t(role === "host" ? "gruftmeister.stand.host" : "gruftmeister.stand.others")),
      role === "host" &&
        button("end-game", t("gruftmeister.stand.end"), askFirst, { "aria-haspopup": "dialog" }),
    ]);
  return crypt.can_fight ? null : h("p.note", { role: "status" }, t("gruftmeister.no_weapon"));
}

/** Others play on, where somebody has won and two are left. */
const playOn = () =>
  h("div.note", [
    h("p", t("gruftmeister.play_on.how")),
    onceButton(
      "play-on",
      t("gruftmeister.play_on.go"),
      (pressed) => play({ move: "play_on" }, pressed),
      "strong",
    ),
  ]);

/** The game ends only once that is said in a second place. */
const askFirst = () =>
  ask(
    t("gruftmeister.stand.sure"),
    h("p", t("gruftmeister.stand.counted")),
    t("gruftmeister.stand.go"),
    (pressed) => play({ move: "end_game" }, pressed),
    t("gruftmeister.stand.stay"),
  );
