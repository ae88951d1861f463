// Entering by tap, for when there is no camera or it saw nothing; taking back the last move.

import { button, h, once, show } from "./dom.js";
import { gameOf } from "./games/registry.js";
import { play } from "./sending.js";
import { t } from "./texts.js";

/** @import { State } from "./types.js" */
/** @import { Draft } from "./games/generic.js" */

/** What has been chosen, but not yet sent; forgotten when the position changes. @type {Draft} */
let draft = {};
let position = "";
let choices = 0;
/** Whether the player opened or closed the part; null: neither yet. @type {boolean | null} */
let opened = null;

/**
 * `host`: the moves may be taken back, and the record downloaded.
 * @type {(place: HTMLElement, state: State, options?: { host?: boolean }) => void}
 */
export function drawEnter(place, state, { host = false } = {}) {
  const { sitting, view, may, building, history, for_good, holds_secrets } = state;
  const now = JSON.stringify([sitting, view]);
  if (now !== position) draft = {};
  position = now;
  const read = state.watch.seen?.frame ?? null;
  const redraw = () =>
    show(place, [now, may, building, history.length, for_good, holds_secrets, choices, read], draw);
  const chosen = () => {
    choices += 1;
    redraw();
  };
  const draw = () => {
    if (!sitting) return [];
    const entries = gameOf(state).enter(state, draft, chosen);
    return [entries.length > 0 && inside(state, entries), host && undo(state)];
  };
  redraw();
}

/** @type {(state: State, entries: HTMLElement[]) => HTMLElement} */
function inside({ camera }, entries) {
  return h(
    "details",
    { open: opened ?? camera.health !== "running", ontoggle: (event) => (opened = event.target.open) },
    h("summary", {}, h("h3", {}, t("enter.title"))),
    entries,
  );
}

/** @param {State} state */
function undo({ history, for_good, holds_secrets }) {
  if (!history.some((line) => !line.undone)) return null;
  const takeBack = (/** @type {{ currentTarget: Element }} */ event) =>
    play({ move: "undo" }, event.currentTarget);
  return h(
    "div",
    { class: "buttons last" },
    !for_good && button(t("enter.undo"), once(takeBack), { class: "quiet", "data-key": "undo" }),
    !holds_secrets &&
      h(
        "a",
        { class: "as-button quiet", href: "/api/v1/record?as=host", download: "record.jsonl" },
        t("enter.record"),
      ),
  );
}
