// The stones that were read, over the camera's picture: a rim round each and a small copy of its face.

import { h } from "../../base/dom.js";
import { WIDTH } from "../../base/plane.js";
import { rimmed } from "../../picture/reading.js";
import { faceName } from "../../base/texts.js";
import { prints } from "./things.js";

/** @typedef {{ face: string, centre: Point, diameter: number, sure: boolean }} SeenStone */

/** How large the small copy is, in diameters of the stone. */
const COPY = 0.62;

/** @type {(drawn: { stones?: SeenStone[] }, at: (point: Point) => Point) => Drawing} */
export function drawStones({ stones = [] }, at) {
  return {
    lines: stones.map((stone) => rim(stone, at(stone.centre))),
    labels: stones.map((stone) => copy(stone, at(stone.centre))),
  };
}

/** @type {(stone: SeenStone, centre: Point) => Child} */
function rim({ face, diameter, sure }, [cx, cy]) {
  const at = { cx, cy, r: (diameter * WIDTH) / 2 };
  return rimmed("circle", at, sure ? "sure" : "unsure", sure ? faceName(face) : `${faceName(face)}?`);
}

/** @type {(stone: SeenStone, centre: Point) => Child} */
function copy({ face, diameter, sure }, [x, y]) {
  const size = diameter * WIDTH * COPY;
  const beside = y - diameter * WIDTH * 0.95;
  return h(
    "g.badge",
    { transform: `translate(${x - size / 2} ${beside - size / 2}) scale(${size / 100})` },
    h("circle.die-body", { cx: 50, cy: 50, r: 49 }),
    sure
      ? (prints[face]?.() ?? h("text", { x: 50, y: 66, "text-anchor": "middle", "font-size": 40 }, face))
      : h("text", { x: 50, y: 76, "text-anchor": "middle", "font-size": 76 }, "?"),
  );
}
