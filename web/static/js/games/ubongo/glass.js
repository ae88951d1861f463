// The glass: its sand as the box's eight lamps, the seconds, its end; seen and heard, as time goes.

import { isAwake, onWoken, tones, wake, wakeByPress } from "../../base/tones.js";
import { IS_HOST, MAY_ACT } from "../../base/api.js";
import { button, choiceKey, h, show, redraw } from "../../base/dom.js";
import { selectField } from "../../base/form.js";
import { t } from "../../base/texts.js";
import { Running } from "../../play/countdown.js";
import { createElement } from "../../vendor/preact.js";
import { asks } from "../../base/toast.js";
import { callsList } from "./calls.js";
import { moveKey } from "./sending.js";
import { lastTimeUp, viewOf } from "./state.js";
import { keepAs, recall } from "../../base/kept.js";

/** @import { Timer } from "../../types.js" */

const LAMPS = 8;
/** From here on each second ticks. */
const LAST_S = 10;
/** A lamp that is out is still seen. */
const DARK = 0.1;

/** The end that was told last: the sitting, and the number of the move. */
const ended = { sitting: /** @type {string | null} */ (null), number: -1, shown: false };
onWoken(redraw);

/** @type {(place: HTMLElement, state: State) => void} */
export function drawGlass(place, state) {
  const { timer } = state;
  const view = viewOf(state);
  followEnd(state);
  show(place, isQuiet(view.phase) ? [] : parts(state));
  document.body.classList.toggle("glass-runs", timer !== null);
  place.classList.toggle("paused", timer?.running === false);
  place.classList.toggle("over", ended.shown);
}

/** @param {string} phase */
const isQuiet = (phase) => phase === "ended" || phase === "laying_out";

/** Notice that the sand has run out since the page last looked. @param {State} state */
function followEnd(state) {
  const number = lastTimeUp(state);
  const isNew = ended.sitting === state.sitting && number > ended.number;
  if (isNew) end();
  Object.assign(ended, { sitting: state.sitting, number });
  ended.shown = number > 0 && viewOf(state).phase !== "running";
}

/** @param {State} state */
function parts(state) {
  const { timer } = state;
  return [
    h("header.glass-head", h("h3", t("ubongo.glass.title")), senseButtons()),
    timer ? createElement(RunningGlass, { key: timer, ...timer, light: isOn("light") }) : still(state),
    MAY_ACT && h("div.buttons.glass-buttons", buttons(state)),
    callsList(state),
    IS_HOST && state.backends.pins !== "none" && state.glass && boxChoice(state.glass.shows),
  ];
}

/** Lamps and seconds. @extends {Running<Timer & { light: boolean }>} */
class RunningGlass extends Running {
  #shown = -1;
  /** @type {HTMLElement | null} */
  #whole = null;

  follow() {
    const now = Math.ceil(this.left_s);
    if (now !== this.#shown && this.#shown >= 0 && now > 0 && now <= LAST_S)
      if (this.#whole) ticked(this.#whole);
    this.#shown = now;
    super.follow();
  }

  render() {
    const { running, of_s, light } = this.props;
    const { left_s } = this;
    return h(
      "div",
      {
        ref: (/** @type {HTMLElement | null} */ whole) => (this.#whole = whole),
        class: ["glass", light && "with-sand", left_s <= LAST_S && "last"],
        role: "timer",
        "aria-label": t("ubongo.glass.title"),
      },
      light && h("div.sand", { "aria-hidden": "true" }, lamps(left_s, of_s)),
      h("p", { class: light ? "glass-time" : "glass-time dark" }, [
        h("b.seconds", Math.ceil(left_s)),
        " ",
        h("span.glass-words", t(running ? "ubongo.glass.left" : "ubongo.glass.lies")),
      ]),
    );
  }
}

/** The first lamp is the top: it goes dark first, as the box's does. @type {(left_s: number, of_s: number) => Child} */
const lamps = (left_s, of_s) =>
  Array.from({ length: LAMPS }, (_, place) => {
    const lit = Math.min(1, Math.max(0, (LAMPS * left_s) / of_s - (LAMPS - 1 - place)));
    return h("span.sand-lamp", h("i", { style: `opacity: ${lit > 0 ? DARK + (1 - DARK) * lit : 0}` }));
  });

/** @param {HTMLElement} whole */
function ticked(whole) {
  tick();
  whole.classList.remove("tick");
  void whole.offsetWidth; // the animation begins anew
  whole.classList.add("tick");
}

/** While no time runs. @param {State} state */
function still(state) {
  const { phase, starter } = viewOf(state);
  const next = {
    to_roll: t("ubongo.glass.stands", { seat: starter }),
    to_turn: t("ubongo.glass.nobody"),
    taking: t("ubongo.glass.take_now"),
  }[/** @type {string} */ (phase)];
  return h("div.glass", ended.shown && h("p.time-is-up", t("ubongo.glass.up")), h("p", next));
}

/** @type {(state: State) => Child} */
function buttons(state) {
  const { timer, may } = state;
  const runs = timer?.running;
  const label = t(runs ? "ubongo.glass.lay" : "ubongo.glass.stand");
  return [
    timer && button("pause", label, asks("timer", { running: !runs }), runs ? "quiet" : "strong"),
    may.includes("turn_glass") &&
      moveKey(state, "turn-glass", t("ubongo.glass.turn"), { move: "turn_glass" }, "strong big"),
  ];
}

const SHOWS = ["both", "light", "sound", "page"];

/** What the box shows of the glass. @param {string} shows */
function boxChoice(shows) {
  const words = (/** @type {string} */ way) => t(`ubongo.glass.box_${way}`);
  const change = (/** @type {string} */ way, /** @type {Element} */ field) =>
    asks("glass", { shows: way })(field);
  return h("label", t("ubongo.glass.box"), selectField("box-shows", SHOWS, words, shows, change));
}

/** What this page gives of the glass: light, sound, or both. */
function senseButtons() {
  const press = (/** @type {"light" | "sound"} */ sense) => {
    const label = sense === "sound" && awaitsTap() ? "ubongo.glass.tap_sound" : `ubongo.glass.${sense}`;
    // A tap on what waits for a tap lets it sound: it does not turn it off.
    const act = () => label === `ubongo.glass.${sense}` && toggle(sense);
    return choiceKey(sense, t(label), isOn(sense), act, "quiet sense");
  };
  return h("span.senses", press("light"), press("sound"));
}

/** Whether this page shows lamps, and sounds: kept on this device. @typedef {"light" | "sound"} Sense */

const KEPT = "ubongo-senses";
const TICK = [{ hz: 1400, s: 0.05 }];
const TICK_LOUD = 0.25;
const END = [
  { hz: 880, s: 0.35 },
  { hz: 660, from: 0.35, s: 0.35 },
  { hz: 440, from: 0.7, s: 0.9 },
];
const END_LOUD = 0.5;

/** @type {Record<Sense, boolean>} */
const senses = { light: true, sound: false };

Object.assign(senses, recall(KEPT));
wakeByPress(() => senses.sound);

/** @param {Sense} sense */
const isOn = (sense) => senses[sense];

/** Whether sound is wanted, but the browser waits for a tap. */
const awaitsTap = () => senses.sound && !isAwake();

/** Turn one on or off; where both would be off, the other comes on. @param {Sense} sense */
function toggle(sense) {
  senses[sense] = !senses[sense];
  if (!senses.light && !senses.sound) senses[sense === "light" ? "sound" : "light"] = true;
  if (senses.sound) wake();
  keepAs(KEPT, senses);
}

export const tick = () => play(TICK, TICK_LOUD);
export const end = () => play(END, END_LOUD);

/** @type {(all: import("../../base/tones.js").Tone[], loud: number) => void} */
function play(all, loud) {
  if (senses.sound) tones(all, { type: "square", loud, fades: [0.7, 0.06] });
}
