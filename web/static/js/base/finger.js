// Nothing moves under a finger: what is to be drawn waits until it has left, and a double tap counts once.

/** Whatever a finger presses, and how long at most nothing moves under it, in milliseconds. */
const PRESSED = "button, a, summary, label, [role=button]";
const LONG_PRESS_MS = 1500;
/** A tap's click comes so soon after the finger has left, in milliseconds. */
const CLICK_MS = 50;

/** While a finger presses something: what is to be drawn when it has left. @type {Map<unknown, () => void> | null} */
let afterPress = null;
/** What was put off by the last press, until its click is done. @type {(() => void)[]} */
let putOff = [];
let pressing = 0;

/** Put something off while a finger presses; of one `part` only what came last is done. @type {(part: unknown, act: () => void) => boolean} */
export function waits(part, act) {
  afterPress?.set(part, act);
  return afterPress !== null;
}

/** Nothing waits any more; what was put off is done after so many milliseconds. @param {number} ms */
function letGo(ms) {
  clearTimeout(pressing);
  putOff = [...putOff, ...(afterPress?.values() ?? [])];
  afterPress = null;
  pressing = setTimeout(() => {
    const all = putOff;
    putOff = [];
    all.forEach((act) => act());
  }, ms);
}

/** @type {[keyof WindowEventMap, (event: any) => void][]} */
const ofPress = [
  [
    "pointerdown",
    ({ target }) => {
      if (!target.closest(PRESSED)) return;
      afterPress = afterPress ?? new Map();
      clearTimeout(pressing);
      pressing = setTimeout(() => letGo(0), LONG_PRESS_MS);
    },
  ],
  // What the click itself draws is drawn at once, and what waited comes after it.
  ["click", () => letGo(0)],
  ["pointercancel", () => letGo(0)],
  [
    "pointerup",
    () => {
      clearTimeout(pressing);
      pressing = setTimeout(() => letGo(0), CLICK_MS);
    },
  ],
];
for (const [kind, act] of ofPress) window.addEventListener(kind, act, { capture: true });

/** Two taps so near each other, in milliseconds and pixels, are a double tap. */
const DOUBLE_MS = 400;
const DOUBLE_PX = 40;

/** The second and further clicks of a double one: phones count none, each tap is their first. @type {WeakSet<Event>} */
const further = new WeakSet();
let last = { timeStamp: -DOUBLE_MS, clientX: 0, clientY: 0 };
window.addEventListener(
  "click",
  (event) => {
    // A key's click has no place, and is counted 0.
    if (event.detail === 0) return;
    const far_px = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
    const isSoon = event.timeStamp - last.timeStamp < DOUBLE_MS && far_px < DOUBLE_PX;
    if (event.detail > 1 || isSoon) further.add(event);
    last = event;
  },
  { capture: true },
);

/**
 * An action that a press does once: the second click of a double click may fall on what has come there since.
 * @type {(act: (press: { currentTarget: any }) => unknown) => (event: any) => unknown}
 */
export const once = (act) => (event) => (further.has(event) ? undefined : act(event));
