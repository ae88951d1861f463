// What is agreed before a game: where the gems come from, on which red field each begins, more time for a child,
// and one's own glass, measured by two taps.

import { post } from "../../base/api.js";
import { button, h, redraw } from "../../base/dom.js";
import { selectField } from "../../base/form.js";
import { number, t } from "../../base/texts.js";
import { attempt } from "../../base/toast.js";
import { ROWS, viewOf } from "./state.js";
import { section } from "../generic.js";
import { gemBoard } from "./board.js";
import { pieceDrawing } from "./gems.js";

/** @import { Player } from "../../evening/rows.js" */
/** @import { Book } from "./types.js" */

/** What was chosen; by the players' rows, since names are still being typed, and who begins is moved. */
const chosen = {
  /** Whether the gems are as they lie on a real board; null: as this table has a camera. */
  seen: /** @type {boolean | null} */ (null),
  rows: /** @type {WeakMap<object, number>} */ (new WeakMap()),
  /** Seconds more, as they were typed. */
  extra: /** @type {WeakMap<object, string>} */ (new WeakMap()),
};

/** What the table told last. @type {State | null} */
let told = null;

/** @returns {Setup} */
export const setup = () => ({
  hides: [],

  follow(state) {
    const seconds = state.glass?.measured_s ?? null;
    const before = told;
    told = state; // what is taken is drawn, and followed, at once
    if (before && seconds !== null && seconds !== before.glass?.measured_s) take(seconds);
  },

  draw: (players) => [
    gemsChoice(),
    h("fieldset", h("legend", t("ubongo.setup.fields")), players.map(fieldChoice)),
    h("details", h("summary", t("ubongo.setup.extra")), players.map(extraField)),
    measure(),
  ],

  words(players) {
    const extra = Object.fromEntries(
      players
        .map(({ name, row }) => [name, Math.max(0, Number(chosen.extra.get(row)) || 0)])
        .filter(([, seconds]) => seconds),
    );
    return {
      ...(isSeen() ? { gems: "seen" } : {}),
      pawns: Object.fromEntries(players.map((player, place) => [player.name, rowOf(player, place)])),
      options: { extra_seconds: extra },
    };
  },
});

/** Gems lie on a real board that is looked at, if not at the simulated table or by tap. */
const isSeen = () => chosen.seen ?? !["simulated", "off"].includes(told?.camera.backend ?? "");

/** @type {(player: Player, place: number) => number} */
const rowOf = ({ row }, place) => chosen.rows.get(row) ?? place % ROWS.length;

function gemsChoice() {
  const way = (/** @type {boolean} */ seen) => {
    const onchange = () => (chosen.seen = seen);
    const look = { type: "radio", name: "gems", checked: isSeen() === seen, onchange };
    return h("label.check", [
      h("input", { ...look, "data-key": seen ? "gems-seen" : "gems-strewn" }),
      t(seen ? "ubongo.setup.seen" : "ubongo.setup.strewn"),
    ]);
  };
  return h("fieldset", h("legend", t("ubongo.setup.gems")), way(true), way(false));
}

/** @type {(player: Player, place: number) => Child} */
function fieldChoice(player, place) {
  const words = (/** @type {string} */ row) => t("ubongo.setup.row", { row: Number(row) + 1 });
  const choose = (/** @type {string} */ row) => chosen.rows.set(player.row, Number(row));
  const now = String(rowOf(player, place));
  const field = selectField(`pawn-${place + 1}`, ROWS.map(String), words, now, choose);
  return h("label.check", player.name, field);
}

/** @param {Player} player */
const extraField = ({ name, row }) => {
  const oninput = (/** @type {{ target: HTMLInputElement }} */ { target }) => {
    chosen.extra.set(row, target.value);
    redraw();
  };
  const look = { type: "number", min: 0, max: 600, value: chosen.extra.get(row) ?? "0", oninput };
  return h("label.check", name, h("input", look));
};

/** What one's own glass took, where it was measured since this page was opened, in seconds. @type {number | null} */
let measured_s = null;

/** One's own glass: a tap, here or on the box, as it is turned, another as it has run through. @returns {Child} */
function measure() {
  const isMeasuring = Boolean(told?.glass?.measuring);
  const words = isMeasuring
    ? t("ubongo.setup.measuring")
    : measured_s === null
      ? t("ubongo.setup.measure_why")
      : t("ubongo.setup.measured", { seconds: measured_s });
  const press = (/** @type {Element} */ pressed) =>
    attempt(async () => {
      if (!isMeasuring) await post("glass/measure", { do: "arm" });
      await post("glass/measure", { do: "press" });
    }, pressed);
  const label = t(isMeasuring ? "ubongo.setup.measure_end" : "ubongo.setup.measure");
  return [button("measure", label, press, "quiet"), h("p.hint", { role: "status" }, words)];
}

/** What was measured is what the glass takes. @param {number} seconds */
function take(seconds) {
  measured_s = seconds;
  /** @type {HTMLInputElement | null} */
  const field = document.querySelector("[data-option=seconds]");
  if (!field) return;
  field.value = String(seconds);
  field.dispatchEvent(new Event("input"));
}

/** Cards in the box. */
const CARDS = 36;

/** @type {(told: { book: Book }, state: State) => Laid} */
export function setUp({ book }, state) {
  const view = viewOf(state);
  const { cards_back: count, pieces } = view;
  const cards = CARDS - count;
  const strewn = view.phase === "laying_out" ? "ubongo.set_up.strew" : "ubongo.set_up.strewn";
  const back = count ? "ubongo.set_up.back" : "ubongo.set_up.all";
  const title = t("ubongo.set_up.pieces", { pieces: Object.keys(book.pieces).length });
  const drawn = h("div.rules-pieces", Object.values(book.pieces).map(pieceDrawing));
  const board = gemBoard(state, { name: null, chosen: null, pick: null, fix: null });
  const parts = [
    section("ubongo.set_up.board", strewn, {}, board),
    { title, drawing: drawn, text: t("ubongo.set_up.pieces_text") },
    {
      title: t("ubongo.set_up.cards", { cards }),
      drawing: piles(cards, count),
      text: t(back, { count, pieces }),
    },
  ];
  return { parts, first: t("ubongo.set_up.first") };
}

/** The cards that are played with, and beside them those that go back. @type {(played: number, back: number) => Child} */
const piles = (played, back) => [
  pile(played, "card-pile"),
  back > 0 && [h("b", { "aria-hidden": "true" }, "→"), pile(back, "card-pile back")],
];

/** @type {(cards: number, look: string) => Child} */
const pile = (cards, look) =>
  h("svg", { viewBox: "0 0 60 70", class: look, "aria-hidden": "true" }, [
    [8, 4, 0].map((by) => h("rect", { x: 2 + by, y: 10 - by, width: 46, height: 56, rx: 5 })),
    h("text", { x: 25, y: 47, "text-anchor": "middle", "font-size": 24 }, number(cards)),
  ]);
