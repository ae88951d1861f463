// A face of a die by the parts of a city on it, each by the edges that it joins.

import { h } from "../base/dom.js";

/** @typedef {string[][]} Parts */

export const SIDES = ["top", "right", "bottom", "left"];

/** In a field of 100 × 100; the edges of a part of several meet in the middle. @param {Parts} parts */
export const partsDrawn = (parts) =>
  parts.flatMap((edges) =>
    edges.map((edge) =>
      h("path.print", {
        d: `M9 8H91L50 ${edges[1] ? 60 : 34}Z`,
        transform: `rotate(${90 * SIDES.indexOf(edge)} 50 50)`,
      }),
    ),
  );
