// A button for a call: it counts as soon as a finger rests on it, since who calls first is first.

import { button } from "../base/dom.js";

/** A touch that lies still for so long is a call; one that moves on by then scrolls the page, in milliseconds. */
const RESTS_MS = 60;

/** @type {(key: string, label: Child, call: () => unknown, attributes?: Attributes) => Child} */
export function callButton(key, label, call, attributes = {}) {
  /** Whether the press under way has called. */
  let called = false;
  let resting = 0;
  const now = () => {
    clearTimeout(resting);
    if (!called) call();
    called = true;
  };
  const none = () => clearTimeout(resting);
  return button(
    key,
    label,
    () => {
      now(); // by keyboard, or so short a tap that nothing has called yet
      called = false;
    },
    {
      ...attributes,
      onpointerdown: ({ button: which, pointerType }) => {
        called = false;
        if (pointerType === "touch") resting = setTimeout(now, RESTS_MS);
        else if (which === 0) now();
      },
      onpointercancel: none,
      onpointermove: ({ movementX, movementY }) => (movementX || movementY) && none(),
    },
  );
}
