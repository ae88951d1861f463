// Elements that are made once and kept by who made them: what is typed, dragged or drawn in them stays.

import { render } from "../vendor/preact.js";
import { attributesOf, isAttributes } from "./dom.js";

/** @import { Kept } from "../types.js" */
/** @import { VNode } from "preact" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element made now. It is named and filled as `h` does it, and may hold other such elements, too.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} name
 * @param {...(Attributes | Kept)} inside
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(name, ...inside) {
  const [tag, ...classes] = name.split(".");
  return build(document.createElement(/** @type {Tag} */ (tag)), classes, inside);
}

/**
 * An SVG element, as `element` makes HTML elements.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} name
 * @param {...(Attributes | Kept)} inside
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svgElement(name, ...inside) {
  const [tag, ...classes] = name.split(".");
  return build(document.createElementNS(SVG, /** @type {Tag} */ (tag)), classes, inside);
}

/** @type {<Made extends HTMLElement | SVGElement>(made: Made, classes: string[], inside: (Attributes | Kept)[]) => Made} */
function build(made, classes, inside) {
  if (classes.length) made.setAttribute("class", classes.join(" "));
  const [first] = inside;
  const attributes = isAttributes(first) ? attributesOf(first) : {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "key" || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice("on".length), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...nodes(/** @type {Kept[]} */ (isAttributes(first) ? inside.slice(1) : inside), made));
  return made;
}

/** Put these in place of what an element held. @type {(place: Element, ...children: Kept[]) => void} */
export function fill(place, ...children) {
  place.textContent = "";
  place.append(...nodes(children, place));
}

/** Add these to what an element holds. @type {(place: Element, ...children: Kept[]) => void} */
export const add = (place, ...children) => place.append(...nodes(children, place));

/** @type {(children: readonly Kept[], parent: Element) => (Node | string)[]} */
function nodes(children, parent) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (typeof child === "string" || typeof child === "number") return [String(child)];
    if (child instanceof Node) return [child];
    if (Array.isArray(child)) return nodes(child, parent);
    const home = /** @type {Element} */ (parent.cloneNode(false));
    render(/** @type {VNode} */ (child), home);
    return [...home.childNodes];
  });
}
