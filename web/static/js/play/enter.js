// Entering by tap, for when there is no camera or it saw nothing; taking back the last move.

import { lastStanding } from "../base/api.js";
import { h, onceButton, show } from "../base/dom.js";
import { gameOf } from "../games/registry.js";
import { heldFor } from "../base/redraw.js";
import { player } from "../base/seats.js";
import { play } from "../base/sending.js";
import { t } from "../base/texts.js";

/** What has been chosen, but not yet sent; forgotten when the position changes. */
const drafts = heldFor(() => /** @type {Draft} */ ({}));
/** Whether the player opened or closed the part; null: neither yet. @type {boolean | null} */
let opened = null;

/**
 * The last move is taken back by who made it, and by the host, whose page says whose it is; `host`: the record
 * may be downloaded, too.
 * @type {(place: HTMLElement, state: State, options?: { host?: boolean }) => void}
 */
export function drawEnter(place, state, { host = false } = {}) {
  const { sitting, view } = state;
  const draft = drafts.during([sitting, view]);
  const entries = sitting ? gameOf(state).enter(state, draft) : [];
  show(place, sitting && [entries.length > 0 && inside(state, entries), undo(state, host)]);
}

/** @type {(state: State, entries: Child[]) => Child} */
const inside = ({ camera }, entries) =>
  h(
    "details",
    { open: opened ?? camera.health !== "running", ontoggle: (event) => (opened = event.target.open) },
    [h("summary", h("h3", t("enter.title"))), entries],
  );

/** @type {(state: State, host: boolean) => Child} */
function undo({ seats, history, may, for_good, holds_secrets }, host) {
  const last = lastStanding({ history });
  if (!last || !(host || may.includes("undo"))) return null;
  const whose = host && last.seat !== null && player(seats, last.seat);
  const takeBack = (/** @type {Element} */ pressed) => play({ move: "undo" }, pressed);
  return h("div.buttons.last", [
    !for_good && onceButton("undo", [t("enter.undo"), whose], takeBack, "quiet"),
    host &&
      !holds_secrets &&
      h("a.as-button.quiet", { href: "/api/v1/record?as=host", download: "record.jsonl" }, [
        t("enter.record"),
      ]),
  ]);
}
