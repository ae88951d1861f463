// Builds elements; draws a part of the page anew only when what it shows has changed.

/** @import { Attributes, Child } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element: `h("p", { class: "note", onclick: f }, "text", child, [more])`.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element, as `h` makes HTML elements.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** @type {(element: Element, attributes: Attributes, children: Child[]) => void} */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function")
      element.addEventListener(name.slice("on".length), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
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
  const now = nodes([children]).filter(Boolean);
  place.textContent = "";
  place.append(...now);
  for (const [name, fold] of folds(place)) {
    const was = before.get(name);
    if (was === fold) continue;
    drawnOpen.set(fold, fold.open);
    if (was && drawnOpen.get(was) === !was.open) fold.open = was.open;
  }
  if (!focused) return;
  /** @type {HTMLElement | null} */ (
    place.querySelector(`[data-key="${CSS.escape(focused)}"]`)
  )?.focus();
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

/** The style of rules and greeting is fetched when one of them is first shown. */
export const useRulesStyle = () => {
  /** @type {HTMLLinkElement} */ (byId("rules-style")).rel = "stylesheet";
};

/** Let the next `show` of this place draw, whatever it shows. @type {(place: Element) => void} */
export function forget(place) {
  shown.delete(place);
}

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
 * @type {(act: (press: { currentTarget: Element }) => unknown) => (event: any) => unknown}
 */
export const once = (act) => (event) => (further.has(event) ? undefined : act(event));

/**
 * @param {Child} label
 * @param {NonNullable<Attributes["onclick"]>} onclick
 * @param {Attributes} [attributes]
 */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}
