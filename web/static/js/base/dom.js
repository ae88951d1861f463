// Builds elements; draws a part of the page anew only when what it shows has changed.

/** @import { Attributes, Child } from "../types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: `h("p.note", { onclick: f }, "text", child, [more])`. Its classes stand behind its tag; its
 * attributes, if it has any, before its children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} name
 * @param {...(Attributes | Child)} inside
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(name, ...inside) {
  const [tag, ...classes] = name.split(".");
  return build(document.createElement(/** @type {Tag} */ (tag)), classes, inside);
}

/**
 * An SVG element, as `h` makes HTML elements.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} name
 * @param {...(Attributes | Child)} inside
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(name, ...inside) {
  const [tag, ...classes] = name.split(".");
  return build(document.createElementNS(SVG, /** @type {Tag} */ (tag)), classes, inside);
}

/** Let a drawing be a picture of that name; one without says nothing that is not said beside it. @type {(drawing: Element, name: string) => void} */
export function named(drawing, name) {
  drawing.setAttribute("aria-hidden", String(!name));
  for (const [attribute, value] of Object.entries({ role: "img", "aria-label": name }))
    if (name) drawing.setAttribute(attribute, value);
    else drawing.removeAttribute(attribute);
}

/** @type {<Made extends Element>(element: Made, classes: string[], inside: (Attributes | Child)[]) => Made} */
function build(element, classes, inside) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  const [first] = inside;
  if (isAttributes(first)) setAttributes(element, first);
  element.append(...nodes(/** @type {Child[]} */ (isAttributes(first) ? inside.slice(1) : inside)));
  return element;
}

/** @type {(first: Attributes | Child) => first is Attributes} */
const isAttributes = (first) =>
  typeof first === "object" && first !== null && !(first instanceof Node) && !Array.isArray(first);

/** @type {(element: Element, attributes: Attributes) => void} */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function")
      element.addEventListener(name.slice("on".length), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @type {(children: readonly Child[]) => (Node | string)[]} */
function nodes(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (typeof child === "number") return [String(child)];
    if (typeof child === "string" || child instanceof Node) return [child];
    return nodes(child);
  });
}

/** @type {(id: string) => HTMLElement} an element that every page has on which this is asked */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`this page has no element #${id}`);
  return element;
}

/**
 * Call `draw(place)` if this page has a place of that name.
 * @type {(id: string, draw: (place: HTMLElement) => void) => void}
 */
export function ifThere(id, draw) {
  const place = document.getElementById(id);
  if (place) draw(place);
}

/** @type {WeakMap<Element, string>} what each place shows, as JSON */
let shown = new WeakMap();

/** Let whatever is shown next be drawn. */
export const forgetAll = () => (shown = new WeakMap());

/**
 * Draw `place` by `draw()` if `what` (anything JSON can hold) differs from what it shows. A place with
 * nothing in it is hidden.
 * @param {HTMLElement | SVGElement} place
 * @param {unknown} what
 * @param {() => Child} draw
 */
export function show(place, what, draw) {
  if (shown.has(place) && waits(place, () => show(place, what, draw))) return;
  const key = JSON.stringify(what) ?? "";
  if (shown.get(place) === key) return;
  shown.set(place, key);
  replaceChildren(place, draw());
  place.toggleAttribute("hidden", place.childNodes.length === 0);
}

/**
 * Put these children in place of the old ones; what had the keyboard's focus gets it back, and what
 * somebody opened or closed stays so.
 * @param {Element} place
 * @param {Child} children
 */
export function replaceChildren(place, children) {
  const active = place.contains(document.activeElement) ? document.activeElement : null;
  const focused = /** @type {HTMLElement | null} */ (active)?.dataset.key;
  const before = new Map(folds(place));
  const told = statuses(place);
  const now = nodes([children]).filter(Boolean);
  place.textContent = "";
  place.append(...now);
  for (const [name, fold] of folds(place)) {
    const was = before.get(name);
    if (was === fold) continue;
    drawnOpen.set(fold, fold.open);
    if (was && drawnOpen.get(was) === !was.open) fold.open = was.open;
  }
  for (const status of statuses(place)) if (!told.includes(status)) tell(status);
  if (!focused) return;
  /** @type {HTMLElement | null} */ (
    place.querySelector(`[data-key="${CSS.escape(focused)}"]`)
  )?.focus();
}

/** What is said in these places. @param {Element} place */
const statuses = (place) =>
  [...place.querySelectorAll("[role=status]")].map(({ textContent }) => textContent ?? "");

/** So many sayings stay where they are listened to: one may come while another is read. */
const TOLD = 4;

/**
 * Say it to who listens to the page instead of looking at it. What is drawn anew is read only where its place
 * was there before.
 * @param {...Child} words
 */
export function tell(...words) {
  const place = byId("heard");
  place.append(h("p", ...words));
  while (place.childElementCount > TOLD) place.firstElementChild?.remove();
}

/** Whether each folding part was drawn open. @type {WeakMap<Element, boolean>} */
const drawnOpen = new WeakMap();

/** The folding parts here, by the summary's key or words. @param {Element} place */
function folds(place) {
  return [...place.querySelectorAll("details")].map((fold) => {
    const summary = fold.querySelector("summary");
    return /** @type {const} */ ([summary?.dataset.key ?? summary?.textContent, fold]);
  });
}

/** Let the next `show` of this place draw, whatever it shows. @type {(place: Element) => void} */
export function forget(place) {
  shown.delete(place);
}

/** Scroll a part of the page so that what is in it stands in its middle. @type {(frame: Element, inside: Element) => void} */
export function scrollToMiddle(frame, inside) {
  const [outer, inner] = [frame.getBoundingClientRect(), inside.getBoundingClientRect()];
  frame.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  frame.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
}

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

/**
 * A button. `key` tells it from others where a part of the page is drawn anew; null: its place never is.
 * `act` is given what was pressed. `once`: a press does it once, see above.
 * @param {string | null} key
 * @param {Child} label
 * @param {(pressed: HTMLElement) => unknown} act
 * @param {Attributes & { once?: boolean }} [look]
 */
export function button(key, label, act, { once: isOnce = false, ...look } = {}) {
  const press = (/** @type {{ currentTarget: HTMLElement }} */ { currentTarget }) => act(currentTarget);
  const onclick = isOnce ? once(press) : press;
  return h("button", { type: "button", "data-key": key, onclick, ...look }, label);
}
