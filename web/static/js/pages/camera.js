import { get, post } from "../api.js";
import { cellUnder, learnLabels, middleOf, seenCells } from "../cellright.js";
import { button, byId, h, show } from "../dom.js";
import { learnTokens, seenTokens, tokenUnder } from "../tokenright.js";
import { die } from "../faces.js";
import { gameOf } from "../games/registry.js";
import { pointAt } from "../marks.js";
import { showPage } from "../page.js";
import { readingText } from "../reading.js";
import { faceName, percent, t } from "../texts.js";
import { attempt } from "../toast.js";

/** @import { ChosenCell } from "../cellright.js" */
/** @import { ChosenToken } from "../tokenright.js" */
/** @import { Child, Point, SeenDie, State } from "../types.js" */

/** A tap as near as this to a die means it, in fractions of the picture. */
const REACH = 0.06;

/** Who puts right what was read: the host, or who sits at the table; null: this page only shows. @type {string | null} */
let speaks = null;
/** The die that is put right, and whether it is kept as a sample. */
let chosen = { die: -1, frame: -1, keep: false };
/** The cell of a board that is put right. @type {ChosenCell} */
let chosenCell = { cell: null, frame: -1, turns: 0, keep: false };
/** The token that is put right. @type {ChosenToken} */
let chosenToken = { token: -1, frame: -1, keep: false };
/** @type {State | null} */
let now = null;

/** @param {State} state */
function drawReading(state) {
  now = state;
  const { phase, seen, hand } = state.watch;
  const covered = hand.length > 0;
  const acts = speaks === null ? null : { who: speaks, pick: pickCell };
  const tokenActs = speaks === null ? null : { who: speaks, pick: pickToken };
  const picked = [chosen, chosenCell, chosenToken];
  show(byId("reading"), [phase, seen, covered, state.game, speaks, picked], () => [
    h("h2", { class: "title" }, t("reading.title")),
    h("p", {}, t(`phase.${phase}`)),
    covered && h("p", {}, t("reading.covered")),
    seen && h("p", {}, readingText(seen)),
    speaks && seen && seen.dice.length > 0 && h("p", { class: "hint" }, t("reading.tap")),
    seen && seenCells(seen, chosenCell, acts),
    seen && seenTokens(seen, chosenToken, tokenActs),
    seen &&
      h(
        "ol",
        { class: "seen-dice" },
        seen.dice.map((one, place) => seenDie(one, place, seen.frame, state)),
      ),
  ]);
}

/** @type {(seen: SeenDie, place: number, frame: number, state: State) => HTMLElement} */
function seenDie(seen, place, frame, state) {
  const { face, sure, confidence, cut_off } = seen;
  const words = [
    die(face),
    h("span", {}, sure ? faceName(face) : t("reading.perhaps", { face })),
    h("b", {}, percent(confidence)),
    cut_off && h("i", {}, t("reading.cut_off")),
  ];
  const isChosen = chosen.die === place && chosen.frame === frame;
  const choose = () => pick(isChosen ? { ...chosen, die: -1 } : { ...chosen, die: place, frame });
  return h(
    "li",
    { class: sure ? "" : "unsure" },
    speaks
      ? button(words, choose, {
          class: "seen-die quiet",
          "aria-pressed": String(isChosen),
          "data-key": `seen-${place}`,
        })
      : words,
    isChosen && faceChoice(seen, place, frame, state),
  );
}

/** The faces that it may show: likely ones first. @type {(seen: SeenDie, place: number, frame: number, state: State) => Child} */
function faceChoice(seen, place, frame, state) {
  const faces = [...new Set([...seen.likely, seen.face, ...gameOf(state).faces(state)])];
  const keep = h("input", {
    type: "checkbox",
    checked: chosen.keep,
    onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) =>
      (chosen = { ...chosen, keep: target.checked }),
    "data-key": "keep",
  });
  return h(
    "div",
    { class: "which-face" },
    h(
      "div",
      { class: "face-keys" },
      faces.map((face) =>
        button(die(face), ({ currentTarget }) => putRight(seen, place, frame, face, currentTarget), {
          class: "face-key",
          "aria-label": faceName(face),
          "aria-pressed": String(face === seen.face),
          "data-key": `right-${face}`,
        }),
      ),
    ),
    speaks === "host" && h("label", { class: "check" }, keep, t("reading.keep")),
  );
}

/** @type {(seen: SeenDie, place: number, frame: number, face: string, pressed: Element) => Promise<void>} */
async function putRight({ centre: [x, y] }, place, frame, face, pressed) {
  const who = speaks ?? "everyone";
  const done = await attempt(() => post("readings", { frame, die: place, face }, {}, who), pressed);
  if (done === null) return;
  const kept = { at: { x, y }, face, name: t("reading.own_set") };
  if (chosen.keep) await attempt(() => post("teaching/keep", kept, {}, who), pressed);
  pick({ ...chosen, die: -1 });
}

/** @param {typeof chosen} what */
function pick(what) {
  chosen = what;
  pointAt(/** @type {Point} */ (now?.watch.seen?.dice[what.die]?.centre ?? null));
  if (now) drawReading(now);
}

/** @param {ChosenCell} what */
function pickCell(what) {
  chosenCell = what;
  const board = now?.watch.seen?.board;
  const cell = board?.cells.find(({ cell: at }) => String(at) === String(what.cell));
  pointAt(cell ? middleOf(cell) : null);
  if (now) drawReading(now);
}

/** @param {ChosenToken} what */
function pickToken(what) {
  chosenToken = what;
  const { tokens = [], frame } = now?.watch.seen ?? {};
  pointAt((what.frame === frame && tokens[what.token]?.centre) || null);
  if (now) drawReading(now);
}

/** Find out who this browser speaks for: the host before players. */
async function findOut() {
  const seats = [...document.querySelectorAll("nav a[href^='/seat/']")];
  const roles = ["host", ...seats.map((link) => `seat-${link.getAttribute("href")?.split("/")[2]}`)];
  for (const role of roles) {
    const heard = await get("state", role).catch(() => null);
    if (heard) {
      speaks = role;
      await Promise.all([learnLabels(role), learnTokens(role)]);
      break;
    }
  }
  if (now) drawReading(now);
}

/** A piece is tapped on the picture: the nearest one is meant. @type {(event: MouseEvent, layer: SVGSVGElement) => void} */
function tap(event, layer) {
  const seen = now?.watch.seen;
  if (!speaks || !seen) return;
  const box = layer.getBoundingClientRect();
  const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  const cell = seen.board && cellUnder(seen.board, [x, y]);
  if (cell) {
    pickCell({ ...chosenCell, cell: cell.cell, frame: seen.frame, turns: cell.turns });
    const [column, row] = cell.cell;
    document.querySelector(`[data-key=cell-${column}-${row}]`)?.scrollIntoView({ block: "nearest" });
  }
  const token = tokenUnder(seen.tokens, [x, y], box.height / box.width);
  if (token >= 0) {
    pickToken({ ...chosenToken, token, frame: seen.frame });
    document.querySelector(`[data-key=token-${token}]`)?.scrollIntoView({ block: "nearest" });
    return;
  }
  if (!seen.dice.length) return;
  const away = seen.dice.map(({ centre }) => Math.hypot(centre[0] - x, centre[1] - y));
  const nearest = away.indexOf(Math.min(...away));
  if (away[nearest] > REACH) return;
  pick({ ...chosen, die: nearest, frame: seen.frame });
  document.querySelector(`[data-key=seen-${nearest}]`)?.scrollIntoView({ block: "nearest" });
}

const { live, picture } = showPage({ draw: drawReading });
picture?.frame.addEventListener("click", (event) => tap(event, picture.overlay));
live.start();
findOut();
