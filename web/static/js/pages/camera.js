import { get } from "../base/api.js";
import { whyUnjudged } from "../play/blind.js";
import { drawCameraSet } from "../picture/cameraset.js";
import { CameraCard } from "../host/cameraphone.js";
import { cellAt, isInView, learnLabels, middleOf, seenCells } from "../picture/cellright.js";
import { button, byId, h, show } from "../base/dom.js";
import { learnTokens, seenTokens } from "../picture/tokenright.js";
import { die } from "../picture/faces.js";
import { gameOf } from "../games/registry.js";
import { KeyPointer } from "../picture/keypointer.js";
import { pointAt } from "../picture/marks.js";
import { missedPiece } from "../picture/missed.js";
import { showPage } from "../page.js";
import { readingText } from "../picture/reading.js";
import { choices, sayRight } from "../picture/sayright.js";
import { EMPTY } from "../teach/pieces.js";
import { faceName, percent, t } from "../base/texts.js";
import { placesOf, under, wordsAt } from "../picture/places.js";
import { tell } from "../base/toast.js";

/** @import { ChosenCell } from "../picture/cellright.js" */
/** @import { ChosenPlace } from "../picture/missed.js" */
/** @import { ChosenToken } from "../picture/tokenright.js" */
/** @import { Child, Point, SeenBoard, SeenDie, State } from "../types.js" */

/** Who puts right what was read: the host, or who sits at the table; null: this page only shows. @type {string | null} */
let speaks = null;
/** The die that is put right, and whether it is kept as a sample. */
let chosen = { die: -1, frame: -1, keep: false };
/** The cell of a board that is put right. @type {ChosenCell} */
let chosenCell = { cell: null, frame: -1, turns: 0, keep: false };
/** The token that is put right. @type {ChosenToken} */
let chosenToken = { token: -1, frame: -1, keep: false };
/** The place at which something lies that was not seen. @type {ChosenPlace} */
let chosenPlace = { at: null, frame: -1, keep: false };
/** @type {State | null} */
let now = null;
/** The keyboard's way to what the picture shows; null: this page only shows. @type {KeyPointer | null} */
let keys = null;

const phoneCard = new CameraCard(byId("camera-phone"));

/** @param {State} state */
function drawReading(state) {
  now = state;
  drawCameraSet(byId("camera-set"), state, speaks === "host");
  if (speaks === "host") phoneCard.update(state);
  const { phase, seen, hand } = state.watch;
  const blind = whyUnjudged(state.watch);
  const covered = hand.length > 0;
  const acts = speaks === null ? null : { who: speaks, pick: pickCell };
  const tokenActs = speaks === null ? null : { who: speaks, pick: pickToken };
  const placeActs = speaks === null ? null : { who: speaks, pick: pickPlace };
  const picked = [chosen, chosenCell, chosenToken, chosenPlace];
  show(byId("reading"), [phase, blind, seen, covered, state.game, speaks, picked], () => [
    h("h2", { class: "title" }, t("reading.title")),
    h("p", {}, blind ?? t(`phase.${phase}`)),
    covered && h("p", {}, t("reading.covered")),
    seen && h("p", {}, readingText(seen)),
    speaks && seen && seen.dice.length > 0 && h("p", { class: "hint" }, t("reading.tap")),
    speaks === null && h("p", {}, h("a", { class: "as-button", href: "/host" }, t("reading.log_in"))),
    seen && missedPiece(seen, chosenPlace, gameOf(state).faces(state), placeActs),
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
    choices(),
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
      button(
        t("reading.no_die"),
        ({ currentTarget }) => putRight(seen, place, frame, EMPTY, currentTarget),
        { "data-key": `right-${EMPTY}` },
      ),
    ),
    speaks === "host" && h("label", { class: "check" }, keep, t("reading.keep")),
  );
}

/** @type {(seen: SeenDie, place: number, frame: number, face: string, pressed: Element) => Promise<void>} */
async function putRight({ centre: [x, y] }, place, frame, face, pressed) {
  const who = speaks ?? "everyone";
  const sample = { at: { x, y }, face, name: t("reading.own_set") };
  const kept = chosen.keep && face !== EMPTY ? sample : null;
  if (await sayRight({ frame, die: place, face }, kept, who, pressed)) pick({ ...chosen, die: -1 });
}

/** @param {typeof chosen} what */
function pick(what) {
  chosen = what;
  pointAt(/** @type {Point} */ (now?.watch.seen?.dice[what.die]?.centre ?? null));
  redraw();
}

/** Draw what was chosen; who chose by key goes on by key. */
function redraw() {
  if (now) drawReading(now);
  keys?.takeFocusBack();
}

/** @param {ChosenCell} what */
function pickCell(what) {
  chosenCell = what;
  const seen = now?.watch.seen;
  const cell = what.frame === seen?.frame && what.cell && seen?.board && cellAt(seen.board, what.cell);
  pointAt(cell ? middleOf(cell) : null);
  redraw();
}

/** @param {ChosenPlace} what */
function pickPlace(what) {
  chosenPlace = what;
  pointAt(what.at);
  redraw();
}

/** @param {ChosenToken} what */
function pickToken(what) {
  chosenToken = what;
  const { tokens = [], frame } = now?.watch.seen ?? {};
  pointAt((what.frame === frame && tokens[what.token]?.centre) || null);
  redraw();
}

/** Find out who this browser speaks for: the host before players. */
async function findOut() {
  const seats = [...document.querySelectorAll("nav a[href^='/seat/']")];
  const roles = ["host", ...seats.map((link) => `seat-${link.getAttribute("href")?.split("/")[2]}`)];
  for (const role of roles) {
    const heard = await get("state", role).catch(() => null);
    if (heard) {
      speaks = role;
      if (picture) keys = new KeyPointer(picture.frame, keyActs(picture.frame));
      await Promise.all([learnLabels(role), learnTokens(role)]);
      break;
    }
  }
  if (now) drawReading(now);
}

/** @type {(event: MouseEvent, layer: SVGSVGElement) => void} */
function tap(event, layer) {
  const box = layer.getBoundingClientRect();
  keys?.forget();
  chooseAt(
    [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height],
    box.height / box.width,
  );
}

/** What the keyboard does on the picture. @type {(frame: HTMLElement) => import("../picture/keypointer.js").Acts} */
function keyActs(frame) {
  const shape = () => frame.clientHeight / frame.clientWidth;
  const open = (/** @type {Point} */ at) => {
    chooseAt(at, shape());
    /** @type {HTMLElement | null} */ (document.querySelector("#reading .which-face"))?.focus();
  };
  const seen = () => now?.watch.seen ?? null;
  return {
    targets: () => placesOf(seen()),
    words: (at) => wordsAt(seen(), at, shape()),
    open,
    shape,
  };
}

/** A piece is chosen on the picture, or a place at which one was not seen. `shape`: the picture's height by its width. @type {(at: Point, shape: number) => void} */
function chooseAt([x, y], shape) {
  const seen = now?.watch.seen;
  if (!speaks || !seen) return;
  const { token, place, cell } = under(seen, [x, y], shape);
  chosenPlace = { ...chosenPlace, at: null };
  if (token >= 0) pickToken({ ...chosenToken, token, frame: seen.frame });
  else if (place >= 0) pick({ ...chosen, die: place, frame: seen.frame });
  else if (cell && seen.board) tapCell(seen.board, cell, seen.frame);
  else if (seen.dice.length || seen.tokens.length)
    pickPlace({ ...chosenPlace, at: [x, y], frame: seen.frame });
  document
    .querySelector("#reading [aria-pressed=true], #reading [data-key=missed]")
    ?.scrollIntoView({ block: "nearest" });
}

/** @type {(board: SeenBoard, cell: ReturnType<typeof cellAt>, frame: number) => void} */
function tapCell(board, cell, frame) {
  if (isInView(board, cell)) pickCell({ ...chosenCell, cell: cell.cell, frame, turns: cell.turns });
  else tell(t("reading.not_in_view"));
}

const { live, picture } = showPage({ draw: drawReading });
picture?.frame.addEventListener("click", (event) => tap(event, picture.overlay));
live.start();
findOut();
