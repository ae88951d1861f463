// What a player does on the own phone, and the host for anybody: roll, call, take.

import { IS_HOST, lastStanding, ownName } from "../../base/api.js";
import { callButton } from "../../play/calling.js";
import { choiceKey, each, h, show } from "../../base/dom.js";
import { player } from "../../base/seats.js";
import { isSending, sending, sendingText } from "../../base/sending.js";
import { number, t } from "../../base/texts.js";
import { symbolKey } from "./gems.js";
import { moveKey, send } from "./sending.js";
import { calledIn, may, SYMBOLS, takers, viewOf } from "./state.js";
import { followReading, layOut } from "./layout.js";
import { takeRows } from "./takes.js";

/** For whom the host takes; null: for the first who may. @type {string | null} */
let chosenTaker = null;

/** For whom this page takes now. @type {(state: State) => string | null} */
export function takerHere(state) {
  const all = takers(state);
  if (!IS_HOST) return all.find((name) => name === ownName(state)) ?? null;
  return all.find((name) => name === chosenTaker) ?? all[0] ?? null;
}

/** @type {(place: HTMLElement, state: State) => void} */
export function drawOwn(place, state) {
  const view = viewOf(state);
  if (view.phase === "laying_out") followReading(state);
  place.classList.toggle("lays-out", view.phase === "laying_out");
  show(place, state.outcome ? [] : parts(state));
}

/** @param {State} state @returns {Child} */
function parts(state) {
  const { phase } = viewOf(state);
  if (phase === "laying_out") return layOut(state);
  if (phase === "to_roll") return [state.may.includes("start") && roll(state), inTime(state)];
  if (phase === "to_turn") return inTime(state);
  if (IS_HOST) return hostParts(state);
  const own = ownName(state);
  return own === null
    ? null
    : [seatParts(state, own), rolledLater(state), sending.late && sendingText()];
}

/** @param {string} text */
const title = (text) => h("h3", text);

// Rolling.

/** @type {(state: State, move: "start" | "symbol") => Child} */
const symbols = (state, move) =>
  each("div.symbols", SYMBOLS, (symbol) =>
    symbolKey(symbol, () => send(state, move, { move, symbol }), isSending(move)),
  );

/** @param {State} state */
const roll = (state) => [
  title(t("ubongo.roll.title")),
  h("p.hint", t("ubongo.roll.how")),
  symbols(state, "start"),
  sending.late && sendingText(),
];

/** What was rolled, where a key turned the glass: the key does not know it. @param {State} state */
function rolledLater(state) {
  if (viewOf(state).symbol || !state.may.includes("symbol")) return null;
  return [title(t("ubongo.roll.later")), symbols(state, "symbol")];
}

/** A take that was made in time, but not entered: the sand's end is taken back for it. @param {State} state */
function inTime(state) {
  if (!IS_HOST || lastStanding(state)?.move.move !== "time_up") return null;
  return h("details", [
    h("summary", t("ubongo.host.in_time")),
    h("p.hint", t("ubongo.host.in_time_how")),
    moveKey(state, "in-time", t("ubongo.host.back"), { move: "undo" }),
  ]);
}

// A player's phone.

/** @type {(state: State, own: string) => Child} */
function seatParts(state, own) {
  const view = viewOf(state);
  if (may(state, "call", own)) return callOf(state, own, t("ubongo.call"), "ubongo-button");
  if (may(state, "take", own))
    return [
      title(t("ubongo.take.title", { fields: view.players[own].reach ?? 0 })),
      takeRows(state, own),
    ];
  const { taken, out_of_time, reach } = view.players[own];
  if (taken) return h("p.done", t("ubongo.own.taken"));
  if (view.phase === "running" && out_of_time) return h("p.done", t("ubongo.own.out"));
  if (calledIn(view).includes(own)) return h("p.done", t("ubongo.own.later", { fields: reach ?? 0 }));
  return null;
}

/** @type {(state: State, name: string, label: Child, look: string) => Child} */
const callOf = (state, name, label, look) =>
  callButton(`call-${name}`, label, () => send(state, `call-${name}`, { move: "call", seat: name }), {
    class: look,
    "aria-busy": isSending(`call-${name}`) && "true",
  });

// The host, for anybody.

/** @param {State} state @returns {Child} */
function hostParts(state) {
  const view = viewOf(state);
  const callers = state.seats.filter((name) => may(state, "call", name));
  const all = takers(state);
  const taker = takerHere(state);
  return [
    callers.length > 0 && [
      title(t("ubongo.host.calls")),
      each("div.buttons", callers, (name) =>
        callOf(state, name, player(state.seats, name), "host-call"),
      ),
    ],
    taker !== null && [
      title(t("ubongo.host.takes", { seat: taker, fields: view.players[taker].reach ?? 0 })),
      all.length > 1 && takerChoice(state, all, taker),
      takeRows(state, taker),
    ],
    rolledLater(state),
    state.may.includes("time_up") && view.phase === "running" && endButton(state),
    sending.late && sendingText(),
  ];
}

/** @type {(state: State, all: string[], taker: string) => Child} */
const takerChoice = (state, all, taker) =>
  each("div.buttons", all, (name, place) => {
    const words = [`${number(place + 1)}. `, player(state.seats, name)];
    return choiceKey(`taker-${name}`, words, name === taker, () => (chosenTaker = name));
  });

/** @param {State} state */
function endButton(state) {
  const view = viewOf(state);
  const all = state.seats.every((name) => view.players[name].taken);
  const words = t(all ? "ubongo.host.all_done" : "ubongo.host.time_up");
  return moveKey(state, "time-up", words, { move: "time_up" }, all ? "strong" : "quiet");
}
