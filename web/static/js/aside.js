// Building a city by tap: choose a die, tap a place, tap the die to turn it; knights beside it.

import { play } from "./enter.js";
import { button, h, svg } from "./dom.js";
import { die, dieGroup } from "./faces.js";
import { bounds } from "./games/city.js";
import { faceName, t } from "./words.js";

const LEAST_FIELD = 5;
/** Which edges of a face are city, clockwise from the top: only to turn a die the likely way at once. */
const EDGES = { cap: [1, 0, 0, 0], straight: [1, 0, 1, 0], corner: [1, 1, 0, 0], three: [1, 1, 1, 0] };
const BESIDE = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

export function asideEntry(state) {
  const { view } = state;
  const plan = new Plan(view);
  const place = h("fieldset", { class: "entry aside-entry" });
  const draw = () => {
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    place.replaceChildren(...parts(plan, draw));
    if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  };
  draw();
  return place;
}

/** What is to be set aside, before it is sent. */
class Plan {
  constructor(view) {
    this.standing = view.city;
    this.loose = view.loose.filter((face) => face !== "knight");
    this.loosest = view.loose.filter((face) => face === "knight").length;
    this.knights = 0;
    this.placed = [];
    this.held = this.loose.length ? this.loose[0] : null;
  }

  get left() {
    const left = [...this.loose];
    for (const { face } of this.placed) left.splice(left.indexOf(face), 1);
    return left;
  }

  get city() {
    return [...this.standing, ...this.placed];
  }

  at(cell) {
    return this.city.find((die) => String(die.cell) === String(cell));
  }

  tap(cell) {
    const there = this.placed.find((die) => String(die.cell) === String(cell));
    if (there) {
      there.turns = (there.turns + 1) % 4;
    } else if (!this.at(cell) && this.held) {
      this.placed.push({ face: this.held, cell, turns: this.#fitting(this.held, cell) });
      if (!this.left.includes(this.held)) this.held = this.left[0] ?? null;
    }
  }

  back() {
    this.held = this.placed.pop()?.face ?? this.held;
  }

  words() {
    return { move: "set_aside", knights: this.knights, city: this.placed };
  }

  /** The first way to turn the die that matches every neighbour; unturned if there is none. */
  #fitting(face, [column, row]) {
    const ways = [0, 1, 2, 3].filter((turns) =>
      BESIDE.every(([dx, dy], side) => {
        const other = this.at([column + dx, row + dy]);
        return !other || edge(face, turns, side) === edge(other.face, other.turns, (side + 2) % 4);
      }),
    );
    return ways[0] ?? 0;
  }
}

const edge = (face, turns, side) => EDGES[face]?.[(side - turns + 4) % 4];

function parts(plan, draw) {
  const act = (change) => () => {
    change();
    draw();
  };
  const left = plan.left;
  return [
    h("legend", {}, t("enter.aside")),
    plan.loose.length > 0 && h("p", { class: "hint" }, t("enter.pick")),
    h(
      "div",
      { class: "face-keys" },
      left.map((face, i) =>
        button(die(face), act(() => (plan.held = face)), {
          class: "face-key",
          "aria-pressed": face === plan.held && left.indexOf(face) === i ? "true" : "false",
          "aria-label": faceName(face),
          "data-key": `hold-${face}-${i}`,
        }),
      ),
    ),
    plan.loose.length + plan.standing.length > 0 && field(plan, act),
    plan.placed.length > 0 && button(t("enter.back"), act(() => plan.back()), { class: "quiet", "data-key": "back" }),
    plan.loosest > 0 && knights(plan, act),
    button(t("enter.aside_go"), (event) => play(plan.words(), event.currentTarget), {
      class: "strong",
      "data-key": "aside",
      disabled: plan.placed.length === 0 && plan.knights === 0,
    }),
  ].filter(Boolean);
}

function knights(plan, act) {
  return h(
    "div",
    { class: "stepper" },
    die("knight"),
    h("span", {}, t("enter.knights")),
    button("−", act(() => plan.knights--), { "aria-label": t("enter.fewer"), "data-key": "fewer", disabled: plan.knights === 0 }),
    h("b", { "aria-live": "polite" }, plan.knights),
    button("+", act(() => plan.knights++), {
      "aria-label": t("enter.more"),
      "data-key": "more",
      disabled: plan.knights === plan.loosest,
    }),
  );
}

/** The field to build on: all that stands, and room around it. */
function field(plan, act) {
  const box = plan.city.length ? bounds(plan.city.map(({ cell }) => cell), 1) : { left: 0, top: 0, right: 0, bottom: 0 };
  while (box.right - box.left + 1 < LEAST_FIELD) (box.right - box.left) % 2 ? box.left-- : box.right++;
  while (box.bottom - box.top + 1 < LEAST_FIELD - 1) (box.bottom - box.top) % 2 ? box.top-- : box.bottom++;
  const columns = box.right - box.left + 1;
  const rows = box.bottom - box.top + 1;
  const cells = Array.from({ length: columns * rows }, (_, i) => [box.left + (i % columns), box.top + Math.floor(i / columns)]);
  const grid = h("div", { class: "build-field" }, cells.map((cell) => square(plan, cell, act)));
  grid.style.setProperty("--columns", columns);
  return grid;
}

function square(plan, cell, act) {
  const there = plan.at(cell);
  const fixed = there && !plan.placed.includes(there);
  const where = t("enter.cell", { column: cell[0] + 1, row: cell[1] + 1 });
  const drawing = there && svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, dieGroup(there.face, there.turns));
  return button(drawing ?? "", act(() => plan.tap(cell)), {
    class: fixed ? "square fixed" : there ? "square placed" : "square",
    "aria-label": there ? `${faceName(there.face)}, ${where}` : where,
    "data-key": `cell-${cell}`,
    disabled: fixed || (!there && !plan.held),
  });
}
