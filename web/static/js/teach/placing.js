// The question where a board lies: its corners, its columns and rows.

import { button, h } from "../base/dom.js";
import { t } from "../base/texts.js";
import { CORNERS } from "./corners.js";

/** @import { Placing } from "./corners.js" */
/** @import { Lesson } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** No board has fewer or more columns or rows. */
const FEWEST = 2;
const MOST = 60;
/** The corners in the order in which they are tapped. */
const NAMES = ["top_left", "top_right", "bottom_right", "bottom_left"];

/** @type {(lesson: Lesson, placing: Placing, teaching: Teaching) => Child[]} */
export function cornersQuestion({ kind, grid }, placing, teaching) {
  const ofHoles = kind === "tokens";
  const set = placing.corners.length;
  const active = placing.corners[placing.active];
  const loupe = active && teaching.still.loupe(active);
  if (set < CORNERS)
    return [
      h("p.question", t(`teach.${ofHoles ? "hole" : "corner"}_${NAMES[set]}`)),
      h("p.hint", t("teach.grid_why")),
      h("p.hint", t("teach.corner_hint")),
      h("div.die-asked", loupe),
      h("div.buttons", [
        button("corners-keys", t("teach.corners_keys"), () => teaching.fillCorners(), "quiet"),
        again(teaching, set),
      ]),
    ];
  return [
    h("p.question", t(ofHoles ? "teach.holes_fit" : "teach.grid_fits")),
    h("p.hint", t("teach.grid_hint")),
    h("div.die-asked", loupe),
    !grid?.fixed && [
      stepper("columns", placing.columns, (columns) => teaching.place({ columns })),
      stepper("rows", placing.rows, (rows) => teaching.place({ rows })),
    ],
    h("div.buttons", [
      button("grid-yes", t("teach.grid_yes"), (pressed) => teaching.placeBoard(pressed), "strong big"),
      again(teaching, set),
    ]),
  ];
}

/** @type {(teaching: Teaching, set: number) => Child} */
const again = (teaching, set) =>
  set > 0 &&
  button(
    "corners-again",
    t("teach.corners_again"),
    () => teaching.place({ corners: [], active: 0 }),
    "quiet",
  );

/** @type {(what: "columns" | "rows", now: number, set: (now: number) => void) => Child} */
function stepper(what, now, set) {
  const step = (/** @type {number} */ by, /** @type {string} */ sign) => {
    const way = by > 0 ? "more" : "fewer";
    const act = () => set(Math.min(MOST, Math.max(FEWEST, now + by)));
    return button(`${what}-${way}`, sign, act, { "aria-label": t(`teach.${way}_${what}`) });
  };
  return h("p.stepper", step(-1, "−"), h("b", t(`teach.${what}`, { count: now })), step(1, "+"));
}
