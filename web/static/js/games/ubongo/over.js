// The gems that were read, over the camera's picture: a rim round each, and beside it a small copy.

import { h } from "../../base/dom.js";
import { WIDTH } from "../../base/plane.js";
import { rimmed } from "../../picture/reading.js";
import { gemShape } from "./gems.js";
import { colourName, COLOURS } from "./state.js";

/** @import { Colour } from "./types.js" */
/** @typedef {{ colour: string, centre: Point, diameter: number, sure: boolean }} SeenGem */

/** How large the small copy is, and how far its middle is to the right of the gem's and below, in diameters. */
const COPY = 0.5;
const ASIDE = 0.36;
/** A copy is drawn so high. */
const HIGH = 20;

/** @type {(drawn: { found?: SeenGem[] }, at: (point: Point) => Point) => Drawing} */
export function drawGems({ found = [] }, at) {
  const gems = found.filter(({ colour }) => isColour(colour));
  return {
    lines: gems.map((gem) => rim(gem, at(gem.centre))),
    labels: gems.map((gem) => copy(gem, at(gem.centre))),
  };
}

/** @type {(label: string) => label is Colour} */
const isColour = (label) => COLOURS.some((colour) => colour === label);

/** @type {(gem: SeenGem, centre: Point) => Child} */
function rim({ colour, diameter, sure }, [cx, cy]) {
  const name = colourName(/** @type {Colour} */ (colour));
  const at = { cx, cy, r: (diameter * WIDTH) / 2 };
  return rimmed("circle", at, `gem-seen ${sure ? "sure" : "unsure"}`, sure ? name : `${name}?`);
}

/** @type {(gem: SeenGem, centre: Point) => Child} */
function copy({ colour, diameter, sure }, [x, y]) {
  const across = diameter * WIDTH;
  const place = `translate(${x + across * ASIDE} ${y + across * ASIDE})`;
  const transform = `${place} scale(${(across * COPY) / HIGH})`;
  return h(
    "g.badge",
    { transform },
    sure
      ? gemShape(/** @type {Colour} */ (colour))
      : h("text.gem-doubt", { y: 8, "text-anchor": "middle", "font-size": 24 }, "?"),
  );
}
