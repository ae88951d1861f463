// The stones that were read, over the camera's picture.

import { h } from "../../base/dom.js";
import { drawRound } from "../../picture/round.js";
import { faceName } from "../../base/texts.js";
import { prints } from "./things.js";

/** @import { Round } from "../../picture/round.js" */
/** @typedef {Round & { face: string }} SeenStone */

/** @type {(drawn: { stones?: SeenStone[] }, at: (point: Point) => Point) => Drawing} */
export const drawStones = ({ stones = [] }, at) =>
  drawRound(stones, at, {
    name: ({ face }) => faceName(face),
    draw: ({ face, sure }) =>
      h(
        "g",
        { transform: "translate(-50 -50)" },
        h("circle.die-body", { cx: 50, cy: 50, r: 49 }),
        (sure && prints[face]?.()) || word(sure ? face : "?", sure ? 66 : 76, sure ? 40 : 76),
      ),
    ...{ field: 100, size: 0.62, aside: [0, -0.95] },
  });

/** @type {(text: string, y: number, size: number) => Child} */
const word = (text, y, size) =>
  h("text", { x: 50, y, "text-anchor": "middle", "font-size": size }, text);
