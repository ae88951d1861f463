// Thrown stones entered by tap: each is tapped until it shows what lies up.

import { button, each, h } from "../../base/dom.js";
import { named, thingName } from "./things.js";

/** Which stones lie with their print up, by the things on them; the monster stone among them. @typedef {Record<string, boolean>} Up */

/** What lies up, the monster stone first. @type {(stones: string[], up: Up) => string[]} */
export const facesUp = (stones, up) => [
  up.monster ? "monster" : "logo",
  ...stones.map((thing) => (up[thing] ? thing : "back")),
];

/** @type {(stones: string[], up: Up, turned: (up: Up) => void) => Child} */
export function sides(stones, up, turned) {
  const faces = facesUp(stones, up);
  return each("div.answers", ["monster", ...stones], (thing, place) =>
    button(
      `side-${thing}`,
      [named(faces[place]), h("small", thingName(thing))],
      () => turned({ ...up, [thing]: !up[thing] }),
      "answer side",
    ),
  );
}
