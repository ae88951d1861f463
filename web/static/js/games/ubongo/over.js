// The gems that were read, over the camera's picture.

import { h } from "../../base/dom.js";
import { drawRound } from "../../picture/round.js";
import { gemShape } from "./gems.js";
import { colourName, COLOURS } from "./state.js";

/** @import { Round } from "../../picture/round.js" */
/** @import { Colour } from "./types.js" */
/** @typedef {Round & { colour: Colour }} SeenGem */

/** @type {(drawn: { found?: SeenGem[] }, at: (point: Point) => Point) => Drawing} */
export const drawGems = ({ found = [] }, at) =>
  drawRound(
    found.filter(({ colour }) => COLOURS.includes(colour)),
    at,
    {
      name: ({ colour }) => colourName(colour),
      draw: ({ colour, sure }) => (sure ? gemShape(colour) : doubt()),
      ...{ look: "gem-seen", field: 20, size: 0.5, aside: [0.36, 0.36] },
    },
  );

const doubt = () => h("text.gem-doubt", { y: 8, "text-anchor": "middle", "font-size": 24 }, "?");
