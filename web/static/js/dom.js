// Builds elements; draws a part of the page anew only when what it shows has changed.

const SVG = "http://www.w3.org/2000/svg";

/** h("p", {class: "note", onclick: f}, "text", child, [more]) */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

const shown = new WeakMap();

/** Draw `place` by `draw()` if `what` (anything JSON can hold) differs from what it shows. */
export function show(place, what, draw) {
  if (!place) return;
  const key = JSON.stringify(what);
  if (shown.get(place) === key) return;
  shown.set(place, key);
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const drawn = [draw()].flat(Infinity).filter(Boolean);
  place.hidden = drawn.length === 0;
  place.replaceChildren(...drawn);
  if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

/** Let the next `show` of this place draw, whatever it shows. */
export function forget(place) {
  shown.delete(place);
}

export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}
