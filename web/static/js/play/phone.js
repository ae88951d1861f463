// A player's phone: its own turn, one task at a time, and the scores and the picture a swipe away.

import { ownName } from "../base/api.js";
import { button, byId, h, icon, show } from "../base/dom.js";
import { gameOf } from "../games/registry.js";
import { placesMeant } from "../picture/marks.js";
import { mark } from "../base/seats.js";
import { number, t } from "../base/texts.js";
import { areAll, isKeptWaiting, toldBelow, waiting, winners, winnersOf } from "./turn.js";

/** Two short pulls, felt in a pocket, in milliseconds. */
const YOUR_TURN = [120, 80, 120];

/** The panes, and what their tabs show. */
const PANES = {
  play: "M4 4h12v12H4ZM8 8v.1M12 12v.1M10 10v.1",
  scores: "M4 17V9h3v8ZM9 17V3h3v14ZM14 17v-6h3v6Z",
  table: "M2 6h4l2-3h4l2 3h4v10H2ZM10 14a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
};

/** Whether it is this seat's turn; undefined: not known yet. @type {boolean | undefined} */
let wasMine;

/** @type {(place: HTMLElement, state: State) => void} */
export function drawOwnTurn(place, state) {
  const { outcome, camera } = state;
  const mine = state.mine && !outcome;
  show(place, [
    headline(state, mine),
    h("p", { class: isKeptWaiting(state) ? "wait notice" : "wait" }, waiting(state)),
    toldBelow(state),
  ]);
  place.classList.toggle("over", Boolean(outcome));
  const { classList } = byId("inside");
  classList.toggle("my-turn", mine);
  classList.toggle("by-tap", camera.health !== "running");
  document.title = [mine && `● ${t("phone.your_turn")}`, ownName(state)].filter(Boolean).join(" · ");
  // A phone that lies on the table tells by itself that the game waits for it.
  // browser-floor: where a phone's page cannot, it says so on the screen alone.
  if (mine && wasMine === false) navigator.vibrate?.(YOUR_TURN);
  wasMine = mine;
}

/** @type {(state: State, mine: boolean) => Child} */
function headline(state, mine) {
  const { sitting, seats, to_move, outcome } = state;
  const own = ownName(state);
  if (!sitting) return h("h2", t("turn.nobody"));
  if (outcome && winnersOf(outcome).includes(own ?? ""))
    return h("h2", h("span.crown", { "aria-hidden": "true" }, "★"), t("phone.you_won"));
  if (outcome) return winners(seats, winnersOf(outcome));
  if (mine) return h("h2", mark(seats, own ?? ""), t("phone.your_turn"));
  if (!to_move || areAll(state)) return h("h2", t("turn.all"));
  return h("h2", mark(seats, to_move), h("span", t("phone.turn_of", { name: to_move })));
}

/** The tabs of the panes; the scores' one says how many points the own player has. @param {State} state */
export function drawTabs(state) {
  const points = state.scores?.[ownName(state) ?? ""];
  const blind = state.camera.health === "off";
  byId("pane-table").hidden = blind;
  const panes = Object.entries(PANES).filter(([name]) => !blind || name !== "table");
  show(
    byId("tabs"),
    panes.map(([name, drawing]) =>
      button(
        `tab-${name}`,
        [
          icon("sign", 20, drawing),
          h("span", t(`phone.${name}`)),
          name === "scores" && points !== undefined && h("b", number(points)),
        ],
        () => byId(`pane-${name}`).scrollIntoView({ inline: "start", block: "nearest" }),
      ),
    ),
  );
  markTab();
}

/** Say which pane is in sight. */
function markTab() {
  const panes = byId("inside");
  const shown = Math.round(panes.scrollLeft / Math.max(1, panes.clientWidth));
  for (const [place, tab] of [...byId("tabs").children].entries())
    tab.setAttribute("aria-current", String(place === shown));
}
byId("inside").addEventListener("scroll", markTab, { passive: true });

/** Put the picture where it is looked at: beside a question about it, else on its own pane. @param {State} state */
export function placeParts(state) {
  const { proposal } = state;
  const asks = proposal !== null && proposal.kind !== "move";
  move("picture", asks || placesMeant(state).length > 0 ? "about" : "pane-table");
  move("odds", gameOf(state).advises ? "about" : "pane-scores");
}

/** @type {(part: string, pane: string) => void} */
function move(part, pane) {
  if (byId(part).parentElement?.id !== pane) byId(pane).append(byId(part));
}

/** Who plays here, always in sight. @param {State} state */
export function drawOwnName(state) {
  const own = ownName(state);
  show(byId("own-name"), own ? [mark(state.seats, own), h("span", own)] : []);
}

/** That this phone has just joined: the table gives it nothing secret yet, all else is played on it. @param {State} state */
export function drawCovered({ covered }) {
  show(byId("covered"), covered && t("own.covered"));
}
