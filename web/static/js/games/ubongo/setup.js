// What is agreed before a game: where the gems come from, on which red field each begins, more time for a child,
// and one's own glass, measured by two taps.

import { post } from "../../base/api.js";
import { button, h } from "../../base/dom.js";
import { t } from "../../base/texts.js";
import { attempt } from "../../base/toast.js";
import { ROWS } from "./state.js";

/** @import { Child, State } from "../../types.js" */
/** @import { Player } from "../../evening/rows.js" */
/** @import { Setup } from "../generic.js" */

/** What was chosen; by the players' rows, since names are still being typed, and who begins is moved. */
const chosen = {
  /** Whether the gems are as they lie on a real board; null: as this table has a camera. */
  seen: /** @type {boolean | null} */ (null),
  rows: /** @type {WeakMap<object, number>} */ (new WeakMap()),
  extra: /** @type {WeakMap<object, number>} */ (new WeakMap()),
};

/** What the table told last. @type {State | null} */
let told = null;

/** @returns {Setup} */
export const setup = () => ({
  hides: [],

  follow(state) {
    told = state;
    showMeasure();
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
        .map(({ name, row }) => [name, chosen.extra.get(row) ?? 0])
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
    return h(
      "label.check",
      h("input", { ...look, "data-key": seen ? "gems-seen" : "gems-strewn" }),
      t(seen ? "ubongo.setup.seen" : "ubongo.setup.strewn"),
    );
  };
  return h("fieldset", h("legend", t("ubongo.setup.gems")), way(true), way(false));
}

/** @type {(player: Player, place: number) => HTMLElement} */
function fieldChoice(player, place) {
  const onchange = (/** @type {{ target: HTMLSelectElement }} */ { target }) =>
    chosen.rows.set(player.row, Number(target.value));
  const options = ROWS.map((row) =>
    h(
      "option",
      { value: row, selected: row === rowOf(player, place) },
      t("ubongo.setup.row", { row: row + 1 }),
    ),
  );
  return h(
    "label.check",
    player.name,
    h("select", { onchange, "data-key": `pawn-${place + 1}` }, options),
  );
}

/** @param {Player} player */
function extraField({ name, row }) {
  const onchange = (/** @type {{ target: HTMLInputElement }} */ { target }) =>
    chosen.extra.set(row, Math.max(0, Number(target.value) || 0));
  const look = { type: "number", min: 0, max: 600, value: chosen.extra.get(row) ?? 0, onchange };
  return h("label.check", name, h("input", look));
}

/** What is shown of the measuring: drawn with the form, and anew when the table tells. @type {Measure} */
const measured = { button: null, words: null, seconds: null };
/** @typedef {{ button: HTMLElement | null, words: HTMLElement | null, seconds: number | null }} Measure */

/** One's own glass: a tap, here or on the box, as it is turned, another as it has run through. @returns {Child} */
function measure() {
  measured.words = h("p.hint", { role: "status" });
  measured.button = button("measure", "", press, { class: "quiet" });
  measured.seconds = told?.glass?.measured_s ?? null;
  showMeasure();
  return [measured.button, measured.words];
}

/** @param {Element} pressed */
const press = (pressed) =>
  attempt(async () => {
    if (!isMeasuring) await post("glass/measure", { do: "arm" });
    await post("glass/measure", { do: "press" });
  }, pressed);

/** Whether the table awaits a press. */
let isMeasuring = false;

function showMeasure() {
  const { measuring = null, measured_s = null } = told?.glass ?? {};
  isMeasuring = measuring !== null;
  if (!measured.button || !measured.words) return;
  measured.button.textContent = t(isMeasuring ? "ubongo.setup.measure_end" : "ubongo.setup.measure");
  const done = measured_s !== measured.seconds && measured_s !== null;
  if (isMeasuring) measured.words.textContent = t("ubongo.setup.measuring");
  else if (!done)
    measured.words.textContent = measured.words.textContent || t("ubongo.setup.measure_why");
  else {
    measured.words.textContent = t("ubongo.setup.measured", { seconds: measured_s });
    /** @type {HTMLInputElement | null | undefined} */
    const field = measured.button.closest("form")?.querySelector("[data-option=seconds]");
    if (field) field.value = String(measured_s);
  }
  measured.seconds = measured_s;
}
