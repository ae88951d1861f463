// Round things that were read, over the camera's picture: a rim round each, and a small copy of what it is.

import { h } from "../base/dom.js";
import { WIDTH } from "../base/plane.js";
import { rimmed } from "./reading.js";

/** @typedef {{ centre: Point, diameter: number, sure: boolean }} Round */
/**
 * What each is called, and its copy: drawn in a field of so many units around its middle, as large as so many
 * diameters, and so far to the right and down of what it copies.
 * @template {Round} Thing
 * @typedef {{ name: (thing: Thing) => string, draw: (thing: Thing) => Child, look?: string, field: number, size: number, aside: Point }} Look
 */

/** @type {<Thing extends Round>(things: Thing[], at: (point: Point) => Point, look: Look<Thing>) => Drawing} */
export const drawRound = (things, at, { name, draw, look = "", field, size, aside: [right, down] }) => ({
  lines: things.map((thing) => {
    const [cx, cy] = at(thing.centre);
    const title = thing.sure ? name(thing) : `${name(thing)}?`;
    const box = { cx, cy, r: (thing.diameter * WIDTH) / 2 };
    return rimmed("circle", box, `${look} ${thing.sure ? "sure" : "unsure"}`, title);
  }),
  labels: things.map((thing) => {
    const [x, y] = at(thing.centre);
    const across = thing.diameter * WIDTH;
    const place = `translate(${x + across * right} ${y + across * down})`;
    return h("g.badge", { transform: `${place} scale(${(across * size) / field})` }, draw(thing));
  }),
});
