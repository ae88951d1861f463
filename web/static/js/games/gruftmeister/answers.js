// What the table waits for: what a turned stone shows, what lies under a door, which sides of the thrown stones lie up.

import { IS_HOST } from "../../base/api.js";
import { button, choiceKey, each, h, heldFor } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { moveKey, send } from "./sending.js";
import { cellName, cellOf, faceOf, keyOf, viewOf } from "./state.js";
import { facesUp, named, sides } from "./things.js";

/** @import { Crypt, View, Waiting } from "./types.js" */

/** What was chosen, but not sent: what doors show, and which stones lie up. */
const chosen = heldFor(() => ({
  doors: /** @type {Record<string, string>} */ ({}),
  up: /** @type {import("./things.js").Up} */ ({}),
}));

/** The answers to what is waited for. @type {(state: State, waiting: Waiting) => Child} */
export function answers(state, waiting) {
  chosen.during([state.sitting, viewOf(state).turn.seat, waiting]);
  if (waiting.for === "found") return found(state, waiting);
  if (waiting.for === "see") return see(state, waiting);
  if (waiting.for === "show") return shown(state, waiting);
  return thrown(state, waiting);
}

/** @param {string} text */
const title = (text) => h("h3", text);

/** A thing that is tapped for an answer. @type {(state: State, thing: string, move: Move) => Child} */
const answer = (state, thing, move) => moveKey(state, `answer-${thing}`, named(thing), [move], "answer");

/** @type {(state: State, waiting: Extract<Waiting, { for: "found" }>) => Child} */
function found(state, { at, shows, may_take: takes }) {
  const view = /** @type {View & Crypt} */ (viewOf(state));
  const coffin = (view.closed.coffin ?? []).some((cell) => keyOf(cell) === keyOf(at));
  const left = view.left[coffin ? "coffin" : "chest"];
  const place = { place: cellName(at) };
  const [open, take] = ["found", "take"].map((move) => ({ move, thing: shows }));
  if (shows !== undefined)
    return [
      title(t("gruftmeister.found.title", place)),
      h("div.answers", named(shows, "large")),
      h("div.buttons", [
        takes && moveKey(state, "found-take", t("gruftmeister.found.take"), [open, take], "strong big"),
        moveKey(state, "found", t("gruftmeister.found.go"), [open], takes ? "" : "strong big"),
      ]),
    ];
  return [
    title(t("gruftmeister.found.title", place)),
    h("p.hint", t("gruftmeister.found.how")),
    each("div.answers", Object.keys(left), (thing) => answer(state, thing, { move: "found", thing })),
  ];
}

/** Only the seat itself says what it saw. @type {(state: State, waiting: Extract<Waiting, { for: "see" }>) => Child} */
function see(state, { at, shows }) {
  const place = { place: cellName(at) };
  const heading = title(t("gruftmeister.see.title", place));
  if (IS_HOST) return [heading, h("p.hint", t("gruftmeister.elsewhere", { seat: state.to_move }))];
  // What lies there is not shown on a phone that has just joined, nor taken from it; the page says so above.
  if (state.covered) return heading;
  if (shows !== undefined)
    return [
      heading,
      h("div.answers", named(shows, "large")),
      h("p", t(shows === "open" ? "gruftmeister.see.is_open" : "gruftmeister.see.is_locked")),
      moveKey(
        state,
        "see",
        t(shows === "open" ? "gruftmeister.see.go_in" : "gruftmeister.see.put_back"),
        [{ move: "see", seen: shows }],
        "strong big",
      ),
    ];
  const { needs } = /** @type {View & Crypt} */ (viewOf(state));
  return [
    heading,
    h("p.hint", t("gruftmeister.see.how")),
    h("div.answers", [
      ["open", ...Object.keys(needs)].map((face) => answer(state, face, { move: "see", seen: face })),
      moveKey(state, "answer-keep", t("gruftmeister.see.keep"), [{ move: "see", seen: null }], "answer"),
    ]),
  ];
}

/** @type {(state: State, waiting: Extract<Waiting, { for: "show" }>) => Child} */
function shown(state, { doors, remove, shows }) {
  const { needs } = /** @type {View & Crypt} */ (viewOf(state));
  const faces = { ...chosen.now.doors, ...shows };
  const ready = doors.every((door) => keyOf(door) in faces);
  const choose = (/** @type {string} */ door, /** @type {string} */ face) =>
    (chosen.now.doors[door] = face);
  return [
    title(t("gruftmeister.show.title", { place: cellName(remove) })),
    doors.map((door) =>
      h("fieldset.one-door", [
        h("legend", cellName(door)),
        shows
          ? named(shows[keyOf(door)])
          : Object.keys(needs).map((face) =>
              choiceKey(
                `show-${keyOf(door)}-${face}`,
                named(face),
                chosen.now.doors[keyOf(door)] === face,
                () => choose(keyOf(door), face),
                "answer",
              ),
            ),
      ]),
    ),
    moveKey(state, "show", t("gruftmeister.show.go"), [{ move: "show", doors: faces }], {
      class: "strong big",
      disabled: !ready,
    }),
  ];
}

/** Each stone is tapped until it lies as it fell. @type {(state: State, waiting: Extract<Waiting, { for: "throw" }>) => Child} */
function thrown(state, { stones, throws }) {
  const broken = [{ move: "break_off" }];
  const fall = (/** @type {string[]} */ faces) => send(state, [{ move: "throw", faces }]);
  return [
    title(t("gruftmeister.throw.title", { seat: state.to_move, stones: stones.length + 1 })),
    h("p.hint", t("gruftmeister.throw.how")),
    sides(stones, chosen.now.up, (up) => Object.assign(chosen.now, { up })),
    h("div.buttons", [
      button("throw", t("gruftmeister.throw.go"), () => fall(facesUp(stones, chosen.now.up)), "strong"),
      // Where no real stones lie there, the machine throws too.
      viewOf(state).dealt === true &&
        button("chance", t("gruftmeister.throw.chance"), () => fall(fallen(stones))),
      throws > 0 && moveKey(state, "break-off", t("gruftmeister.choice.break_off"), broken),
    ]),
  ];
}

/** How stones fall, every one as likely on either side. @param {string[]} stones */
function fallen(stones) {
  const bits = crypto.getRandomValues(new Uint8Array(stones.length + 1));
  const up = [...bits].map((bit) => bit % 2 === 1);
  return [up[0] ? "monster" : "logo", ...stones.map((thing, place) => (up[place + 1] ? thing : "back"))];
}

/** The doors that this page's seat has looked under. @param {View & Crypt} crypt */
export const doorsKnown = ({ doors, needs }) =>
  Object.entries(doors).map(([key, face]) =>
    h("li", [
      h("b", cellName(cellOf(key))),
      named(face),
      needs[face] &&
        h("span.hint", t("gruftmeister.opens", { faces: needs[face].map(faceOf).join(" ") })),
    ]),
  );
