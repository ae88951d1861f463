// Entering by tap, for when there is no camera or it saw nothing: a throw, a city, the end of a turn.

import { move } from "./api.js";
import { button, h, show } from "./dom.js";
import { CARCASSONNE_FACES, die } from "./faces.js";
import { gameOf } from "./games/all.js";
import { asideEntry } from "./aside.js";
import { attempt } from "./toast.js";
import { t } from "./words.js";

/** What has been chosen, but not yet sent; forgotten when the position changes. */
let chosen = [];
let position = "";
let opened = null;

export function drawEnter(place, state, { host = false } = {}) {
  const { sitting, may, view, history } = state;
  const key = JSON.stringify([sitting, view]);
  if (key !== position) chosen = [];
  position = key;
  const redraw = () => show(place, [key, may, history.length, chosen, state.building?.points_now, state.building?.may_take], draw);
  const draw = () => {
    if (!sitting) return [];
    const parts = [
      may.includes("throw") && throwEntry(state, redraw),
      may.includes("set_aside") && asideEntry(state, place),
      may.includes("stop") && stopEntry(state),
    ].filter(Boolean);
    if (!parts.length && !host) return [];
    return [
      h(
        "details",
        { open: opened ?? state.camera.health !== "running", ontoggle: (event) => (opened = event.target.open) },
        h("summary", {}, h("h3", {}, t("enter.title"))),
        parts,
      ),
      host && undo(history),
    ];
  };
  redraw();
}

export const play = (words, busy) => attempt(() => move(words), busy);

function throwEntry(state, redraw) {
  const faces = gameOf(state).throwFaces?.(state) ?? CARCASSONNE_FACES;
  const needed = state.view.dice_to_throw ?? null;
  const add = (face) => {
    chosen = [...chosen, face];
    redraw();
  };
  const remove = (place) => {
    chosen = chosen.filter((_, i) => i !== place);
    redraw();
  };
  const full = needed !== null && chosen.length >= needed;
  const ready = needed === null ? chosen.length > 0 : chosen.length === needed;
  return h(
    "fieldset",
    { class: "entry" },
    h("legend", {}, t("enter.throw")),
    h(
      "div",
      { class: "face-keys" },
      faces.map((face) =>
        button(die(face), () => add(face), {
          class: "face-key",
          "aria-label": t("enter.add_face", { face }),
          "data-key": `add-${face}`,
          disabled: full,
        }),
      ),
    ),
    h(
      "div",
      { class: "chosen", "aria-live": "polite" },
      chosen.map((face, place) =>
        button(die(face), () => remove(place), {
          class: "face-key small",
          "aria-label": t("enter.remove_face", { face }),
          "data-key": `chosen-${place}`,
        }),
      ),
      needed !== null && h("span", { class: "hint" }, t("enter.chosen", { chosen: chosen.length, dice: needed })),
    ),
    button(t("enter.throw_go"), (event) => play({ move: "throw", faces: chosen }, event.currentTarget), {
      class: "strong",
      "data-key": "throw",
      disabled: !ready,
    }),
  );
}

function stopEntry({ view, building }) {
  // Stopping takes what lies on the table: what is being built counts.
  const now = building ?? view;
  const takes = now.may_take ?? ["city"];
  const label = { city: t("enter.stop_city", { points: now.points_now ?? 0 }), knight: t("enter.stop_knight") };
  return h(
    "fieldset",
    { class: "entry" },
    h("legend", {}, t("enter.stop")),
    h(
      "div",
      { class: "buttons" },
      takes.map((take) =>
        button(label[take], (event) => play({ move: "stop", take }, event.currentTarget), { "data-key": `stop-${take}` }),
      ),
    ),
  );
}

function undo(history) {
  if (!history.some((line) => !line.undone)) return null;
  return h(
    "div",
    { class: "buttons last" },
    button(t("enter.undo"), (event) => play({ move: "undo" }, event.currentTarget), { class: "quiet", "data-key": "undo" }),
    h("a", { class: "as-button quiet", href: "/api/v1/record?as=host", download: "record.jsonl" }, t("enter.record")),
  );
}

