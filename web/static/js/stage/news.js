// What has just happened, said, seen and heard: the last move, points that were won, a turn that was passed. Nothing is
// heard until somebody switches it on, and nothing but what all may know: this screen knows no secret.

import { lastStanding } from "../base/api.js";
import { byId, h, show, choiceKey } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { gameOf } from "../games/registry.js";
import { lastOf } from "../base/lists.js";
import { player } from "../base/seats.js";
import { gameName, number, t } from "../base/texts.js";
import { keepAs, recall } from "../base/kept.js";
import { tones, wake, wakeByPress } from "../base/tones.js";

/** @import { Tone } from "../base/tones.js" */

/** So long a place shows that something happened there; its style tells how. */
const SEEN_MS = 2400;

/** @type {State | null} */
let before = null;

/** @param {State} state */
export function drawNews(state) {
  const was = before?.sitting === state.sitting ? before : null;
  before = { ...state };
  const last = lastStanding(state);
  show(
    byId("news"),
    state.sitting !== null && [
      h("p", [
        last && [
          last.seat && player(state.seats, last.seat),
          " ",
          say(gameOf(state).onStage(last.text)),
        ],
      ]),
      h("span.game-name", gameName(state.game ?? "")),
    ],
  );
  if (was && was.version !== state.version) happened(was, state);
}

/** @type {(was: State, now: State) => void} */
function happened(was, now) {
  const lines = (/** @type {State} */ { history }) => lastOf(history)?.number ?? 0;
  const kinds = [];
  if (lines(now) > lines(was)) {
    kinds.push("move");
    mark(byId("news"), "fresh");
  }
  const own = gameOf(now).happened(was, now);
  if (own) mark(byId("game"), own);
  if (was.to_move !== now.to_move && now.to_move !== null) {
    kinds.push("turn");
    mark(byId("turn"), "passed");
  }
  const asked = (/** @type {State} */ { proposal }) =>
    proposal?.kind === "question" ? proposal.id : "";
  if (asked(now) && asked(now) !== asked(was)) kinds.push("question");
  if (!was.outcome && now.outcome) kinds.push("end");
  showGains(was, now);
  sound(own ? "special" : (lastOf(kinds) ?? ""));
}

/** Points that a move brought stand beside the sum for a moment. @type {(was: State, now: State) => void} */
function showGains({ scores: had }, { seats, scores }) {
  if (!had || !scores) return;
  const sums = byId("scores").querySelectorAll(".points");
  for (const [place, name] of seats.entries()) {
    const gained = (scores[name] ?? 0) - (had[name] ?? 0);
    if (!gained || !sums[place]) continue;
    const said = gained > 0 ? `+${number(gained)}` : number(gained);
    const gain = document.createElement("i");
    Object.assign(gain, { className: "gain", textContent: said });
    gain.setAttribute("aria-label", t("stage.gain", { points: gained }));
    sums[place].after(gain);
    setTimeout(() => gain.remove(), SEEN_MS);
  }
}

/** Let a place have a look for a moment: once more, where it has it still. @type {(place: HTMLElement, look: string) => void} */
function mark(place, look) {
  place.classList.remove(look);
  void place.offsetWidth; // what moves begins anew
  place.classList.add(look);
  setTimeout(() => place.classList.remove(look), SEEN_MS);
}

const KEPT = "stage-sound";
/** @type {import("../base/tones.js").Timbre} */
const SOFT = { type: "sine", loud: 0.18, fades: [0.5, 0.15] };
/** @type {Record<string, Tone[]>} */
const TONES = {
  move: [{ hz: 520, s: 0.12 }],
  turn: [
    { hz: 440, s: 0.14 },
    { hz: 660, from: 0.14, s: 0.2 },
  ],
  question: [
    { hz: 660, s: 0.16 },
    { hz: 550, from: 0.2, s: 0.24 },
  ],
  special: [
    { hz: 523, s: 0.14 },
    { hz: 659, from: 0.12, s: 0.14 },
    { hz: 784, from: 0.24, s: 0.3 },
  ],
  end: [
    { hz: 523, s: 0.2 },
    { hz: 659, from: 0.18, s: 0.2 },
    { hz: 784, from: 0.36, s: 0.2 },
    { hz: 1047, from: 0.54, s: 0.6 },
  ],
};

let isOn = recall(KEPT) === true;

/** Put a switch beside the menus. */
export function soundSwitch() {
  const place = document.createElement("span");
  byId("open-rules").after(place);
  wakeByPress(() => isOn);
  draw(place);
}

/** @param {HTMLElement} place */
function draw(place) {
  const press = () => {
    isOn = !isOn;
    if (isOn) wake();
    keepAs(KEPT, isOn);
    draw(place);
    sound("turn");
  };
  show(place, choiceKey("stage-sound", t("stage.sound"), isOn, press, "stage-sound"));
}

/** Let this be heard, if somebody wants to hear. @param {string} what */
export function sound(what) {
  if (isOn) tones(TONES[what] ?? [], SOFT);
}
