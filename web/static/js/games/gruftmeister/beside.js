// The fight table: hearts and arms of four masters, and one fight after another, beside whatever is being played.

import { asOther, button, choiceKey, each, h, show, heldFor } from "../../base/dom.js";
import { without } from "../../base/lists.js";
import { say } from "../../picture/faces.js";
import { percent, t } from "../../base/texts.js";
import { blowShown, chances, hearts } from "./fight.js";
import { pawnPicture } from "./players.js";
import { HEARTS, colourName } from "./state.js";
import { facesUp, named, picture, sides } from "./things.js";

/** @import { Text } from "../../types.js" */
/** @import { Beside } from "../generic.js" */
/** @import { Blow, Odds } from "./types.js" */

/** What one master has; `win`: the chance to win the next fight. @typedef {{ colour: string, hearts: number, carries: string[], win: number | null }} Master */
/** @typedef {{ colour: string, on: boolean, stones: string[], throws: number, blow: Blow | null, ended: string | null, odds: Odds | null }} Fight */
/** @typedef {{ text: Text, choices: { id: string, text: Text, moves: { faces: string[] }[] }[] }} Question */
/** @typedef {{ masters: Master[], things: Record<string, string>, fight: Fight | null, question: Question | null, notice: Text | null }} Told */
/** @typedef {Parameters<Beside>[2]} How */

/** What was tapped of a throw, but not sent; emptied by the next. */
const tapped = heldFor(() => ({ up: /** @type {import("./things.js").Up} */ ({}) }));

/** @type {Beside} */
export function drawBeside(place, anything, how) {
  const told = /** @type {Told} */ (anything);
  const { fight } = told;
  tapped.during([fight?.colour, fight?.throws, fight?.on]);
  // Another fight is begun far below where it is fought, on a phone.
  asOther(place, fight?.on && fight.colour, () => fight?.on && window.scrollTo(0, 0));
  show(place, [
    h("h1", t("gruftmeister.beside")),
    !how.act && h("p.note", h("a", { href: "/host" }, t("gruftmeister.beside.look"))),
    fight ? fightPart(fight, told, how) : h("p", t("gruftmeister.beside.how")),
    each("ul.masters", told.masters, (master) => masterPart(master, told, how)),
    how.act && afresh(how),
  ]);
}

/** @type {(fight: Fight, told: Told, how: How) => Child} */
function fightPart(fight, told, how) {
  const left = told.masters.find(({ colour }) => colour === fight.colour)?.hearts ?? 0;
  return h("section", { class: `fight ${fight.on ? "on" : "over"}`, "aria-live": "polite" }, [
    h("h2.who-fights", [
      pawnPicture(fight.colour),
      t("gruftmeister.beside.fight", { colour: colourName(fight.colour) }),
    ]),
    fight.blow && blowShown(fight.blow),
    fight.ended && fight.ended !== "dead" && h("p.note", t(`gruftmeister.beside.${fight.ended}`)),
    h("div.fight-facts", hearts(left)),
    fight.odds && chances(fight.odds),
    told.notice && h("p.note", { role: "status" }, say(told.notice)),
    fight.on && how.act && (told.question ? asked(told.question, how.act) : byTap(fight, how)),
    how.act &&
      h("div.buttons", [
        fight.on &&
          button("break-off", t("gruftmeister.choice.break_off"), () =>
            how.act?.({ move: "break_off" }),
          ),
        (fight.throws > 0 || fight.ended) &&
          button("undo", t("gruftmeister.beside.undo"), () => how.act?.({ move: "undo" })),
      ]),
  ]);
}

/** What the camera is not sure of. @type {(question: Question, act: NonNullable<How["act"]>) => Child} */
const asked = ({ text, choices }, act) => [
  h("h3", say(text)),
  each("div.answers", choices, ({ id, text: words, moves }) => {
    const shown = moves.length ? moves[0].faces.map((face) => named(face)) : say(words);
    return button(id, shown, () => act({ move: "answer", choice: id }), "answer");
  }),
];

/** @type {(fight: Fight, how: How) => Child} */
function byTap({ stones }, { act, reads }) {
  const throws = () => act?.({ move: "throw", faces: facesUp(stones, tapped.now.up) });
  return [
    h("p.hint", t(reads ? "gruftmeister.throw.how" : "gruftmeister.beside.by_tap")),
    sides(stones, tapped.now.up, (up) => Object.assign(tapped.now, { up })),
    button("throw", t("gruftmeister.throw.go"), throws, "strong big"),
  ];
}

/** One master: hearts and arms, each a tap, and the next fight. @type {(master: Master, told: Told, how: How) => Child} */
function masterPart({ colour, hearts: left, carries, win }, { things, fight }, { act }) {
  const fights = fight?.on && fight.colour === colour;
  const chance = percent(win ?? 0);
  const words =
    win === null ? t("gruftmeister.beside.unarmed") : t("gruftmeister.beside.go", { chance });
  return h("li", { class: fights ? "mine" : "", "data-colour": colour }, [
    h("div.master-head", [
      pawnPicture(colour),
      h("b", colourName(colour)),
      act ? heartKeys(colour, left, act) : hearts(left),
    ]),
    each("div.answers", Object.keys(things), (thing) => arm(colour, thing, carries, act)),
    act
      ? button(`fight-${colour}`, words, () => act({ move: "fight", colour }), {
          class: "strong",
          disabled: win === null || fights,
        })
      : win !== null && h("p", t("gruftmeister.beside.win", { chance })),
  ]);
}

/** @type {(colour: string, thing: string, carries: string[], act: How["act"]) => Child} */
function arm(colour, thing, carries, act) {
  const has = carries.includes(thing);
  if (!act) return has && named(thing);
  const carried = has ? without(carries, [thing]) : [...carries, thing];
  const set = () => act({ move: "set", colour, carries: carried });
  return choiceKey(`arm-${colour}-${thing}`, named(thing), has, set, "answer");
}

/** As many hearts as the one that is tapped. @type {(colour: string, left: number, act: NonNullable<How["act"]>) => Child} */
const heartKeys = (colour, left, act) =>
  h("span.hearts", { role: "group", "aria-label": t("gruftmeister.hearts", { hearts: left }) }, [
    Array.from({ length: HEARTS }, (_, before) => {
      const count = before + 1;
      const words = t("gruftmeister.hearts", { hearts: count });
      const set = () => act({ move: "set", colour, hearts: count });
      const look = { class: "quiet heart-key", "aria-label": words };
      const drawn = picture("heart", before < left ? "full" : "lost");
      return button(`heart-${colour}-${count}`, drawn, set, look);
    }),
  ]);

/** @type {(how: How) => Child} */
const afresh = ({ act }) =>
  h("details", [
    h("summary", { "data-key": "afresh-fold" }, t("gruftmeister.beside.afresh")),
    h("p", t("gruftmeister.beside.afresh_how")),
    button("afresh", t("gruftmeister.beside.afresh"), () => act?.({ move: "afresh" })),
  ]);
