// What a part of a page shows, as a tree of what it should be: Preact changes only what differs. What it shows follows
// from what the table tells and what is chosen on it: after a choice it is drawn anew.

import { createElement, Fragment, render } from "../vendor/preact.js";
import { once, waits } from "./finger.js";

/** @import { VNode } from "preact" */

/**
 * An element: `h("p.note", { onclick: f }, "text", child, [more])`. Its classes stand behind its tag; its
 * attributes, if it has any, before its children. `data-key` tells it from others beside it.
 * @param {string} name
 * @param {...(Attributes | Child)} inside
 * @returns {VNode<any>}
 */
export function h(name, ...inside) {
  const [tag, ...classes] = name.split(".");
  const [first] = inside;
  const has = isAttributes(first);
  const classed = classes.length ? { class: classes.join(" ") } : {};
  /** @type {Record<string, any>} */
  const given = { ...classed, ...(has ? attributesOf(first) : {}) };
  const { value, ...look } = given;
  return createElement(
    tag,
    tag === "input" && value !== undefined ? { ref: saying(value), ...look } : given,
    .../** @type {Child[]} */ (has ? inside.slice(1) : inside),
  );
}

/**
 * An element that holds something for each of these.
 * @type {<Item>(name: string, items: readonly Item[], draw: (item: Item, place: number) => Child) => VNode<any>}
 */
export const each = (name, items, draw) => h(name, items.map(draw));

/** What a field was last told to say. @type {WeakMap<Element, unknown>} */
const said = new WeakMap();

/** Lets a field say something as soon as that is something else: what somebody has typed since stays. @param {any} value */
const saying = (value) => (/** @type {HTMLInputElement | null} */ field) => {
  if (!field || said.get(field) === value) return;
  said.set(field, value);
  field.value = value;
};

/** @type {(first: unknown) => first is Attributes} */
const isAttributes = (first) => typeof first === "object" && first?.constructor === Object;

/** What an element is given: nothing of what is null, undefined or false. @param {Attributes} attributes */
function attributesOf(attributes) {
  /** @type {Record<string, any>} */
  const given = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && name !== "checked")) continue;
    const classes = Array.isArray(value) ? value.filter(Boolean).join(" ") : value;
    given[name] = classes === true && name.includes("-") ? "" : classes;
  }
  given.key = given.key ?? given["data-key"];
  return given;
}

/** A drawing of that name is a picture; one without says nothing that is not said beside it. @type {(name?: string | null) => Attributes} */
export const named = (name) => (name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" });

/** @type {(id: string) => HTMLElement} an element that every page has on which this is asked */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`this page has no element #${id}`);
  return found;
}

/** Call `draw(place)` if this page has a place of that name. @type {(id: string, draw: (place: HTMLElement) => void) => void} */
export function ifThere(id, draw) {
  const place = document.getElementById(id);
  if (place) draw(place);
}

/** The places in which something was shown: what comes there next waits for a finger that presses. @type {WeakSet<Element>} */
const drawn = new WeakSet();

/** Let `place` show this. A place with nothing in it is hidden. @param {HTMLElement | SVGElement} place @param {Child} children */
export function show(place, children) {
  if (drawn.has(place) && waits(place, () => showAtOnce(place, children))) return;
  showAtOnce(place, children);
}

/** The same, under a finger that presses, too: what is drawn over the picture moves nothing else. @type {(place: HTMLElement | SVGElement, children: Child) => void} */
export function showAtOnce(place, children) {
  drawn.add(place);
  const before = new Map(statuses(place).map((one) => [one, one.textContent]));
  render(createElement(Fragment, null, /** @type {any} */ (children)), place);
  const told = [...before.values()];
  for (const status of statuses(place))
    if (!before.has(status) && !told.includes(status.textContent)) tell(status.textContent ?? "");
  place.toggleAttribute("hidden", !place.hasChildNodes());
}

/** What tells by itself what changes in it, if it was there before. @param {Element} place */
const statuses = (place) => [...place.querySelectorAll("[role=status]")];

/** So many sayings stay where they are listened to: one may come while another is read. */
const TOLD = 4;

/**
 * Say it to who listens to the page instead of looking at it. What is drawn anew is read only where its place
 * was there before.
 * @param {string} words
 */
export function tell(words) {
  const place = byId("heard");
  const one = document.createElement("p");
  one.textContent = words;
  place.append(one);
  while (place.childElementCount > TOLD) place.firstElementChild?.remove();
}

/** What was last known at a place, as JSON. @type {WeakMap<Element, string>} */
const known = new WeakMap();

/** Do it as soon as the page is laid out, and again only when `what` is another there. @type {(place: Element, what: unknown, act: () => void) => void} */
export function asOther(place, what, act) {
  const now = JSON.stringify(what);
  if (known.get(place) !== now) requestAnimationFrame(act);
  known.set(place, now);
}

/** Give the keyboard to what is there, if it is. @type {(selector: string, inside?: ParentNode) => void} */
export const focusOn = (selector, inside = document) =>
  /** @type {HTMLElement | null} */ (inside.querySelector(selector))?.focus();

/** Scroll a part of the page so that what is in it stands in its middle. @type {(frame: Element, inside: Element) => void} */
export function scrollToMiddle(frame, inside) {
  const [outer, inner] = [frame.getBoundingClientRect(), inside.getBoundingClientRect()];
  frame.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  frame.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
}

/** A small drawing beside words that say the same: one outline in a square. @type {(look: string | null, size: number, d: string) => VNode<any>} */
export const icon = (look, size, d) =>
  h("svg", { class: look, viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" }, h("path", { d }));

/** What is given of a look that may be its class alone. @param {string | Attributes} look */
const lookOf = (look) => (typeof look === "string" ? { class: look } : look);

/**
 * A button. `key` tells it from others where a part of the page is drawn anew; null: its place never is.
 * `act` is given what was pressed, and may choose: what follows from it is drawn. `look`: its class, or more.
 * @type {(key: string | null, label: Child, act: (pressed: HTMLElement) => unknown, look?: string | Attributes) => VNode<any>}
 */
export function button(key, label, act, look = {}) {
  const onclick = thenRedraw(({ currentTarget }) => act(currentTarget));
  return h("button", { type: "button", "data-key": key, onclick, ...lookOf(look) }, label);
}

/** The same, which a double press presses once. @type {typeof button} */
export const onceButton = (key, label, act, look = {}) =>
  button(key, label, act, {
    onclick: once(thenRedraw(({ currentTarget }) => act(currentTarget))),
    ...lookOf(look),
  });

/** One of several that can be chosen, or what can be on or off. @type {(key: string | null, label: Child, isOn: boolean | undefined, act: (pressed: HTMLElement) => unknown, look?: string | Attributes) => VNode<any>} */
export const choiceKey = (key, label, isOn, act, look = {}) =>
  button(key, label, act, { "aria-pressed": isOn === undefined ? null : String(isOn), ...lookOf(look) });

const choices = new EventTarget();

/** Something was chosen, has set out for the table, or has arrived. */
export const redraw = () => {
  choices.dispatchEvent(new Event("change"));
};

/** The same as soon as it is done; what is asked of the table is drawn as the table tells it. @type {<Act extends (...given: any[]) => unknown>(act: Act) => (...given: Parameters<Act>) => unknown} */
export const thenRedraw =
  (act) =>
  (...given) => {
    const done = act(...given);
    if (!(done instanceof Promise)) redraw();
    return done;
  };

/**
 * What was chosen, but not sent: as at first whenever it is asked for at another moment.
 * @template {object} Chosen
 * @param {() => Chosen} fresh
 */
export function heldFor(fresh) {
  let moment = "";
  const held = {
    now: fresh(),
    /** @param {unknown} what */
    during(what) {
      const isSame = moment === JSON.stringify(what);
      if (!isSame) held.now = fresh();
      moment = JSON.stringify(what);
      return held.now;
    },
  };
  return held;
}

/** Draw what `act` draws after each choice, until what is returned is called. @param {() => void} act */
export function onRedraw(act) {
  choices.addEventListener("change", act);
  return () => choices.removeEventListener("change", act);
}
