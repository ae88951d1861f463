// Who called, in which order, how far each may move, and who took what; dead heats, which the table decides.

import { IS_HOST, MAY_ACT, ownName } from "../../base/api.js";
import { button, each, h } from "../../base/dom.js";
import { player } from "../../base/seats.js";
import { isSending } from "../../base/sending.js";
import { number, t } from "../../base/texts.js";
import { moveKey, send } from "./sending.js";
import { calledIn, lastTakes, may, viewOf } from "./state.js";

/** @import { View } from "./types.js" */

/** Whom a person has named first, second … of a dead heat, so far. @type {string[]} */
let named = [];

/** @type {(state: State) => Child} */
export function callsList(state) {
  const view = viewOf(state);
  if (view.phase === "to_roll") return takenList(state);
  if (!["running", "taking"].includes(view.phase)) return null;
  const called = calledIn(view);
  const waiting = state.seats.filter((name) => !called.includes(name));
  return h("div.calls-part", [
    h("h4", t("ubongo.calls.title")),
    called.length
      ? each("ol.calls", view.calls, (place) => placeOf(state, view, place))
      : h("p.hint", t("ubongo.calls.none")),
    waiting.length > 0 &&
      called.length > 0 &&
      view.phase === "running" &&
      stillSolving(state, view, waiting),
  ]);
}

/** Who took from which row in the round that is over. @type {(state: State) => Child} */
function takenList(state) {
  const taken = lastTakes(state);
  const what = (/** @type {number | null} */ row) =>
    row === null ? t("ubongo.last.nothing") : t("ubongo.last.row", { row: row + 1 });
  const line = (/** @type {{ seat: string, row: number | null }} */ { seat, row }) =>
    h("li", h("div.caller", player(state.seats, seat), h("span.may-move", what(row))));
  return (
    taken.some(({ row }) => row !== null) &&
    h("div.calls-part", h("h4", t("ubongo.last.title")), h("ol.calls", taken.map(line)))
  );
}

/** @type {(state: State, view: View, place: string[]) => Child} */
function placeOf(state, view, place) {
  const from = calledIn(view).indexOf(place[0]) + 1;
  const ranks = place.length > 1 ? `${number(from)}–${number(from + place.length - 1)}` : number(from);
  return h("li", { class: place.length > 1 && "heat" }, [
    h("b.rank", ranks),
    h("div.called", [
      place.map((name) => caller(state, view, name)),
      place.length > 1 && deadHeat(state, place),
    ]),
  ]);
}

/** @type {(state: State, view: View, name: string) => Child} */
function caller(state, view, name) {
  const mine = IS_HOST || ownName(state) === name;
  const words = [t("ubongo.calls.back"), h("span.unseen", name)];
  return h("div.caller", [
    player(state.seats, name),
    h("span.may-move", standing(view, name)),
    mine &&
      may(state, "false_call", name) &&
      moveKey(state, `false-${name}`, words, { move: "false_call", seat: name }, "quiet small"),
  ]);
}

/** How far somebody may move, or that it is done. @type {(view: View, name: string) => string} */
function standing(view, name) {
  const { taken, reach, out_of_time } = view.players[name];
  if (taken) return t("ubongo.calls.taken");
  if (out_of_time && !view.late_takes) return t("ubongo.calls.out");
  return reach === null ? "" : t("ubongo.calls.reach", { fields: reach });
}

/** @type {(state: State, view: View, names: string[]) => Child} */
const stillSolving = (state, view, names) =>
  h("p.hint.solving", [
    t("ubongo.calls.solving"),
    " ",
    names.map((name) =>
      h("span", { class: view.players[name].out_of_time && "out" }, [
        player(state.seats, name),
        view.players[name].out_of_time && ` (${t("ubongo.calls.out")})`,
      ]),
    ),
  ]);

/** Called at the same moment: whoever decides it names them in their order. @type {(state: State, place: string[]) => Child} */
function deadHeat(state, place) {
  const so_far = named.filter((name) => place.includes(name));
  const left = place.filter((name) => !so_far.includes(name));
  const name = (/** @type {string} */ chosen) => {
    const order = [...so_far, chosen];
    const rest = left.filter((one) => one !== chosen);
    named = rest.length > 1 ? order : [];
    if (rest.length === 1) send(state, "call-order", { move: "call_order", order: [...order, ...rest] });
  };
  return h("div.dead-heat", [
    h("p", t("ubongo.calls.heat")),
    MAY_ACT && [
      h("p.hint", t("ubongo.calls.decide", { place: so_far.length + 1 })),
      each("div.buttons", left, (one) =>
        button(`first-${one}`, player(state.seats, one), () => name(one), {
          disabled: isSending("call-order"),
        }),
      ),
    ],
  ]);
}
