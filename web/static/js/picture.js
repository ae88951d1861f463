// The camera's picture with the reading drawn over it.

import { picture } from "./api.js";
import { h, show, svg } from "./dom.js";
import { dieGroup } from "./faces.js";
import { faceName, t } from "./words.js";

const MOVING_MS = 200;
const QUIET_MS = 2000;
/** Width of the drawing over the picture, whatever the picture's size. */
export const WIDTH = 1000;
const MOST_ZOOM = 2.2;
const MARGIN = 0.07;

export class Stage {
  /** `zoom`: come closer to the dice that were read. `onpicture()` is called when another frame is shown. */
  constructor(place, { zoom = false, onpicture = () => {} } = {}) {
    this.image = h("img", { alt: t("picture.alt"), draggable: "false" });
    this.overlay = svg("svg", { class: "overlay", role: "img" });
    this.extra = svg("svg", { class: "overlay extra" });
    this.message = h("p", { class: "no-picture" });
    this.lens = h("div", { class: "lens" }, this.image, this.overlay, this.extra);
    this.frame = h("div", { class: "frame" }, this.lens, this.message);
    this.caption = h("p", { class: "caption", "aria-live": "polite" });
    place.replaceChildren(this.frame, this.caption);
    this.zoom = zoom;
    this.view = WHOLE;
    this.hold = false;
    this.onpicture = onpicture;
    this.height = WIDTH * 0.75;
    this.shown = null;
    this.state = null;
    this.#fit();
  }

  update(state) {
    const first = this.state === null;
    this.state = state;
    this.#draw();
    const seen = state.watch.seen;
    if (first || (seen && (this.shown?.frame ?? -1) < seen.frame) || state.watch.phase === "moving") this.#soon(0);
  }

  #soon(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#load(), wait);
  }

  async #load() {
    if (this.loading) {
      this.again = true;
      return;
    }
    this.loading = true;
    const found = document.hidden ? this.shown : await picture(this.shown).catch(() => this.shown);
    if (found !== this.shown) await this.#change(found);
    this.loading = false;
    const wait = this.state?.watch.phase === "moving" ? MOVING_MS : QUIET_MS;
    this.#soon(this.again ? MOVING_MS / 2 : wait);
    this.again = false;
  }

  async #change(found) {
    const old = this.shown;
    this.shown = found;
    if (found) {
      this.image.src = found.url;
      await this.image.decode().catch(() => {});
      this.#fit();
    }
    if (old) URL.revokeObjectURL(old.url);
    this.#draw();
    this.onpicture();
  }

  #fit() {
    const { naturalWidth, naturalHeight } = this.image;
    if (naturalWidth) this.height = (WIDTH * naturalHeight) / naturalWidth;
    for (const layer of [this.overlay, this.extra]) layer.setAttribute("viewBox", `0 0 ${WIDTH} ${this.height}`);
    this.frame.style.aspectRatio = `${WIDTH} / ${this.height}`;
    this.frame.style.setProperty("--ratio", WIDTH / this.height);
  }

  #draw() {
    const { camera, watch } = this.state ?? {};
    const bad = camera && ["lost", "frozen"].includes(camera.health);
    this.frame.classList.toggle("bad", Boolean(bad));
    this.frame.classList.toggle("empty", !this.shown);
    this.message.textContent = bad
      ? t(`picture.${camera.health}`)
      : this.shown
        ? ""
        : t(camera?.health === "off" ? "picture.off" : "picture.none");
    const seen = this.#fits(watch) ? watch.seen : null;
    show(this.overlay, [seen, this.height], () => (seen ? reading(seen, this.height) : []));
    this.overlay.setAttribute("aria-label", seen ? readingText(seen) : "");
    if (this.zoom && !this.hold && watch && watch.phase !== "moving") this.#look(seen?.dice ?? []);
    show(this.caption, [watch?.phase, seen], () => (watch ? caption(watch, seen) : []));
  }

  /** Come closer to the dice, or step back; stay where they can be seen well enough already. */
  #look(dice) {
    const wanted = viewOf(dice);
    const { x, y, size } = this.view;
    const inside = wanted.x >= x && wanted.y >= y && wanted.x + wanted.size <= x + size && wanted.y + wanted.size <= y + size;
    if (inside && size < wanted.size * 1.35) return;
    this.view = wanted;
    const scale = 1 / wanted.size;
    this.lens.style.transform = `scale(${scale}) translate(${-100 * wanted.x}%, ${-100 * wanted.y}%)`;
  }

  /** The reading belongs to a picture of a table that lies still: not to one in which dice roll. */
  #fits(watch) {
    return watch?.seen && watch.phase !== "moving" && this.shown && this.shown.frame >= watch.seen.frame;
  }
}

const WHOLE = { x: 0, y: 0, size: 1 };

/** The part of the picture (fractions of it) that shows all these dice, with some table around. */
function viewOf(dice) {
  if (!dice.length) return WHOLE;
  const xs = dice.flatMap(({ corners }) => corners.map(([x]) => x));
  const ys = dice.flatMap(({ corners }) => corners.map(([, y]) => y));
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const size = Math.min(1, Math.max(right - left, bottom - top, 1 / MOST_ZOOM - 2 * MARGIN) + 2 * MARGIN);
  const place = (low, high) => Math.min(1 - size, Math.max(0, (low + high - size) / 2));
  return { x: place(left, right), y: place(top, bottom), size };
}

function caption(watch, seen) {
  return [t(`phase.${watch.phase}`), seen && watch.phase !== "empty" && ` · ${readingText(seen)}`].filter(Boolean).join("");
}

export function readingText(seen) {
  const unsure = seen.dice.filter((die) => !die.sure).length;
  const words = [t("reading.dice", { count: seen.dice.length })];
  if (unsure) words.push(t("reading.unsure", { count: unsure }));
  else if (!seen.sure) words.push(t("reading.doubt"));
  return words.join(", ");
}

function reading(seen, height) {
  const at = ([x, y]) => [x * WIDTH, y * height];
  const places = seen.dice.map((die) => ({ ...die, centre: at(die.centre), corners: die.corners.map(at) }));
  const cities = (seen.drawn.cities ?? []).filter((city) => city.dice.length > 1);
  return [
    places.map((die, place) => outline(die, cities.some((city) => city.dice.includes(place)))),
    cities.map((city) => cityOutline(city, places)),
    cities.map((city) => city.open_edges.map((edge) => openEdge(edge.map(at)))),
    places.map(badge),
    cities.map((city) => cityLabel(city, places)),
  ];
}

const points = (corners) => corners.map((corner) => corner.map((value) => value.toFixed(1)).join()).join(" ");
const side = (die) => Math.hypot(die.corners[1][0] - die.corners[0][0], die.corners[1][1] - die.corners[0][1]);

function outline(die, joined) {
  const shape = points(die.corners);
  return svg(
    "g",
    { class: `seen ${die.sure ? "sure" : "unsure"} ${joined ? "joined" : ""}` },
    svg("polygon", { points: shape, class: "halo" }),
    svg("polygon", { points: shape, class: "rim" }),
  );
}

/** A small copy of the face that was read, at the die's corner, so that eye and die can be compared. */
function badge(die) {
  const size = Math.max(26, side(die) * 0.5);
  const [x, y] = die.corners.reduce((low, corner) => (corner[0] + corner[1] > low[0] + low[1] ? corner : low));
  const move = `translate(${x - size * 0.62} ${y - size * 0.62}) scale(${size / 100})`;
  return svg(
    "g",
    { transform: move, class: die.sure ? "badge" : "badge unsure" },
    die.sure ? dieGroup(die.face) : question(),
    svg("title", {}, die.sure ? faceName(die.face) : t("reading.perhaps", { face: die.face })),
  );
}

function question() {
  return [
    svg("rect", { x: 2, y: 2, width: 96, height: 96, rx: 48, class: "doubt" }),
    svg("text", { x: 50, y: 76, "text-anchor": "middle", "font-size": 76, class: "doubt-mark" }, "?"),
  ];
}

/** The outer edges of a city's dice: those that no other die of it lies against. */
function cityOutline(city, places) {
  const edges = city.dice.flatMap((index) => {
    const { corners } = places[index];
    const near = side(places[index]) * 0.35;
    return corners.map((corner, i) => ({ index, near, from: corner, to: corners[(i + 1) % 4] }));
  });
  const middle = ({ from, to }) => [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const outer = edges.filter((edge) => {
    const [x, y] = middle(edge);
    return !edges.some((other) => {
      const [ox, oy] = middle(other);
      return other.index !== edge.index && Math.hypot(x - ox, y - oy) < edge.near;
    });
  });
  const d = outer.map(({ from, to }) => `M${from.join(" ")}L${to.join(" ")}`).join("");
  const look = city.closed ? "city closed" : "city open";
  return svg("g", { class: look }, svg("path", { d, class: "halo" }), svg("path", { d, class: "wall" }));
}

function openEdge([[x1, y1], [x2, y2]]) {
  const line = { x1, y1, x2, y2 };
  return svg("g", { class: "gap" }, svg("line", { ...line, class: "halo" }), svg("line", { ...line, class: "mark" }));
}

function cityLabel(city, places) {
  const corners = city.dice.flatMap((index) => places[index].corners);
  const top = Math.min(...corners.map(([, y]) => y));
  const x = corners.reduce((sum, [cx]) => sum + cx, 0) / corners.length;
  const text = city.closed
    ? t("city.closed_short", { size: city.dice.length })
    : t("city.open_short", { count: city.open_edges.length });
  const width = 26 + text.length * 15;
  const y = Math.max(6, top - 50);
  return svg(
    "g",
    { class: city.closed ? "tag closed" : "tag open", transform: `translate(${x - width / 2} ${y})` },
    svg("rect", { width, height: 40, rx: 8 }),
    svg("text", { x: width / 2, y: 28, "text-anchor": "middle", "font-size": 26 }, text),
  );
}
