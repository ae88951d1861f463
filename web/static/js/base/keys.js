// What keys mean on drawings: arrows go a step, and what the browser means by a key is left to it.

import { thenRedraw } from "./dom.js";

/** To the right and down. @type {Record<string, Point>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether a key is pressed together with one that the browser means something by. @param {KeyboardEvent} event */
export const isBrowsers = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** The steps that an arrow key goes, so many times as far with Shift; null: it is another key. @type {(event: KeyboardEvent, far: number) => Point | null} */
export function stepsOf({ key, shiftKey }, far) {
  const way = ARROWS[key];
  const times = shiftKey ? far : 1;
  return way ? [way[0] * times, way[1] * times] : null;
}

/** What lets a drawing be pressed like a button: by a tap, by Enter and by the space bar. @param {() => unknown} act */
export const pressedBy = (act) => ({
  role: "button",
  onclick: thenRedraw(() => act()),
  onkeydown: whenPressed(thenRedraw(() => act())),
});

/** What Enter and the space bar do. @type {(act: () => unknown) => (event: KeyboardEvent) => void} */
export const whenPressed = (act) => (event) => {
  if ((event.key !== "Enter" && event.key !== " ") || event.repeat) return;
  event.preventDefault();
  act();
};

/**
 * Follow a pointer until it is let go, or Escape is pressed: `move` is given each of its events, `end` the last.
 * @type {(move: (event: PointerEvent) => void, end?: (event: PointerEvent | KeyboardEvent) => void) => void}
 */
export function follow(move, end = () => {}) {
  const ended = new AbortController();
  const { signal } = ended;
  const stop = (/** @type {PointerEvent | KeyboardEvent} */ event) => {
    if (event instanceof KeyboardEvent && event.key !== "Escape") return;
    ended.abort();
    end(event);
  };
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", stop, { signal });
  window.addEventListener("pointercancel", stop, { signal });
  window.addEventListener("keydown", stop, { signal });
}
