// The stones and what they bear, told apart by shape, not colour alone: drawn, read, entered by tap.

import { button, each, h } from "../../base/dom.js";
import { dieGroup } from "../../picture/faces.js";
import { faceName } from "../../base/texts.js";
import { faceOf } from "./state.js";
import { drawRound } from "../../picture/round.js";

/** @import { Round } from "../../picture/round.js" */

/** What is drawn for a thing, as a path. @type {Record<string, string>} */
const PATHS = {
  monster:
    "M50 14c-24 0-34 16-34 34 0 12 5 20 12 25v13h44V73c7-5 12-13 12-25 0-18-10-34-34-34ZM36 44a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm28 0a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM44 70h12l-6-10ZM20 18l12 10-16 8ZM80 18 68 28l16 8Z",
  logo: "M50 12 82 30v24c0 18-14 29-32 36-18-7-32-18-32-36V30Zm0 13L29 37v16c0 12 9 19 21 25 12-6 21-13 21-25V37ZM40 40h20v8H48v5h12v17H40v-8h12v-4H40Z",
  back: "M50 44a6 6 0 1 1 0 12 6 6 0 0 1 0-12Z",
  sword: "M78 12 86 14 88 22 46 64 36 54ZM30 52 48 70l-6 6-6-6-12 12-8-8 12-12-4-4Z",
  axe: "M40 18c14-8 34-4 44 12-14-2-22 4-26 14L28 88l-10-8 26-42c-4-6-6-12-4-20ZM40 18c-6 10-6 20 4 30l-10 6c-10-12-8-28 6-36Z",
  shield:
    "M50 12 84 22v26c0 22-14 34-34 42C30 82 16 70 16 48V22Zm-5 14-17 5v15h17Zm10 0v20h17V31ZM29 56c3 9 8 14 16 18V56Zm26 0v18c8-4 13-9 16-18Z",
  helmet: "M50 14c22 0 34 16 34 38v26H62V56H38v22H16V52c0-22 12-38 34-38Zm-6 50h12v22H44Z",
  crowbar: "M22 86 60 34c6-10 2-16-6-14l-4-8c18-6 28 8 20 24L32 92Z",
  saw: "M14 60 66 22l20 8 2 12-14 4-6 8-6-1-1 8-6-1-1 8-6-1-1 8-6-1-1 8-6-1-2 8-18-8Zm60-28a5 5 0 1 0 .1 0Z",
  oil: "M42 12h16v16h-4v8c14 4 22 14 22 28v24H24V64c0-14 8-24 22-28v-8h-4Zm8 40c-8 10-12 14-12 20a12 12 0 0 0 24 0c0-6-4-10-12-20Z",
  picklock:
    "M26 16a14 14 0 1 1-6 26 14 14 0 0 1 6-26Zm0 8a6 6 0 1 0 .1 0ZM34 38l8-6 42 44-4 12-10-2 2-8L34 38Z",
  heart: "M50 86C26 68 14 54 14 36c0-20 26-28 36-8 10-20 36-12 36 8 0 18-12 32-36 50Z",
  treasure: "M14 30h16l8 16 12-28 12 28 8-16h16l-8 46H22ZM22 80h56v8H22Z",
  open: "M24 88V14h40v74ZM64 20l14 8v66l-14-6ZM56 52a4 4 0 1 0 .1 0Z",
  barred: "M26 12h48v76H26Zm-10 16h68v10H16Zm0 34h68v10H16Z",
  boarded: "M26 12h48v76H26Zm-6 62 54-60 8 7-54 60Zm8-58 52 58-8 7L20 23Z",
  rusted: "M26 12h48v76H26ZM40 30a7 7 0 1 0 .1 0ZM58 44a9 9 0 1 0 .1 0ZM42 62a8 8 0 1 0 .1 0Z",
  bolted: "M26 12h48v76H26Zm12 32h24v22H38Zm4 0v-6a8 8 0 0 1 16 0v6h-5v-6a3 3 0 0 0-6 0v6Z",
};

/** Keys and locks are told apart by this, beside their colour. @type {Record<string, string>} */
const SIGNS = {
  red: "M0 -10a10 10 0 1 1-.1 0Z",
  blue: "M-9 -9H9V9H-9Z",
  green: "M0 -11 11 9H-11Z",
  yellow: "M0 -12 12 0 0 12 -12 0Z",
};
const KEY = "M32 20a20 20 0 1 1-.1 0ZM52 36h40v10h-6v14H76V46h-8v10h-8V46h-8Z";

/** @type {(path: string, colour?: string) => Child[]} */
const drawn = (path, colour = "") => [
  h("path", { d: path, class: `print ${colour && `of-${colour}`}`, "fill-rule": "evenodd" }),
];

/** The sign of a colour, around 0, 0. @type {(colour: string, scale?: number) => Child} */
export const sign = (colour, scale = 1) =>
  SIGNS[colour]
    ? h("path", { d: SIGNS[colour], class: `key-sign of-${colour}`, transform: `scale(${scale})` })
    : h("text.key-sign", { "text-anchor": "middle", y: 7 * scale, "font-size": 20 * scale }, [
        colour.slice(0, 1).toUpperCase(),
      ]);

/** @type {(colour: string) => Child[]} */
const keyDrawn = (colour) => [
  ...drawn(KEY, colour),
  h("g", { transform: "translate(32 40) scale(0.9)" }, sign(colour)),
];

/** @type {Prints} */
export const prints = {
  ...Object.fromEntries(Object.entries(PATHS).map(([name, path]) => [name, () => drawn(path)])),
  ...Object.fromEntries(Object.keys(SIGNS).map((colour) => [`${colour}_key`, () => keyDrawn(colour)])),
};

/** A stone as a picture that its words stand beside. @type {(thing: string, more?: string) => Child} */
export const picture = (thing, more = "") =>
  h("svg", { viewBox: "0 0 100 100", class: `die stone ${more}`, "aria-hidden": "true" }, [
    dieGroup(faceOf(thing)),
  ]);

/** A stone with its name. @type {(thing: string, more?: string) => Child} */
export const named = (thing, more = "") =>
  h("span", { class: `thing ${more}` }, picture(thing), h("span", thingName(thing)));

/** @param {string} thing */
export const thingName = (thing) => faceName(faceOf(thing));

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

/** @typedef {Round & { face: string }} SeenStone */

/** @type {(drawn: { stones?: SeenStone[] }, at: (point: Point) => Point) => Drawing} */
export const drawStones = ({ stones = [] }, at) =>
  drawRound(stones, at, {
    name: ({ face }) => faceName(face),
    draw: ({ face, sure }) =>
      h("g", { transform: "translate(-50 -50)" }, [
        h("circle.die-body", { cx: 50, cy: 50, r: 49 }),
        (sure && prints[face]?.()) || word(sure ? face : "?", sure ? 66 : 76, sure ? 40 : 76),
      ]),
    ...{ field: 100, size: 0.62, aside: [0, -0.95] },
  });

/** @type {(text: string, y: number, size: number) => Child} */
const word = (text, y, size) =>
  h("text", { x: 50, y, "text-anchor": "middle", "font-size": size }, text);
