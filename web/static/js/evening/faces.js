// Before the game: the city faces of its dice, drawn from their parts as their set says them. Is it so?

import { lastOf } from "../base/lists.js";
import { button, each, h } from "../base/dom.js";
import { partsDrawn, SIDES } from "../picture/parts.js";
import { pair, t } from "../base/texts.js";

/** @import { Parts } from "../picture/parts.js" */
/**
 * `printed`: as they usually are; `says`: what the taught set in use says, null: none is in use; `now`: as they
 * are agreed so far; `opens`: before the first game with a set of one's own.
 * @typedef {{ printed: Record<string, Parts>, says: Record<string, Parts> | null, now: Record<string, Parts>, opens: boolean }} Faces
 */

/** As they are agreed at first; `last`: as it was last. @type {(printed: Faces["printed"], says: Faces["says"], last?: Faces["printed"]) => Faces} */
export const facesAtFirst = (printed, says, last) => ({
  ...{ printed, says, now: { ...printed, ...says, ...last } },
  opens: says !== null && !last,
});

/** Said wherever somebody was asked, so that nobody is asked again. @param {Faces} faces */
export const facesOption = ({ printed, says, now }) =>
  says === null && Object.entries(now).every(([face, parts]) => isSame(parts, printed[face]))
    ? {}
    : { faces: now };

/** @param {Faces} faces */
export function facesField(faces) {
  const change = (/** @type {string} */ face, /** @type {Parts} */ parts) => {
    if (parts.length) faces.now = { ...faces.now, [face]: parts };
  };
  return h(
    "details.more-setup",
    { open: faces.opens },
    h("summary", { "data-key": "faces" }, t("start.faces")),
    h("p.hint", t("start.faces.so")),
    Object.entries(faces.now).map(([face, parts]) => faceField(face, parts, change)),
  );
}

/** @type {(face: string, parts: Parts, change: (face: string, parts: Parts) => void) => Child} */
function faceField(face, parts, change) {
  const edge = (/** @type {string} */ side) => {
    const part = partOf(parts, side);
    const text = part ? lastOf([..."ABCD"].slice(0, part)) : "–";
    const label = pair(t(`start.faces.${side}`), text);
    const look = { class: "quiet", "aria-label": label };
    return button(`${face}-${side}`, text, () => change(face, tapped(parts, side)), look);
  };
  const [top, right, bottom, left] = SIDES.map(edge);
  const row = (/** @type {Child[]} */ ...cells) => each("tr", cells, (cell) => h("td", cell));
  return h(
    "div.buttons",
    { "data-face": face },
    h(
      "table",
      h("tbody", row(null, top, null), row(left, picture(parts), right), row(null, bottom, null)),
    ),
    otherWays(parts).map((other, place) => {
      const look = { class: "quiet", "aria-label": `${t("start.faces.or")} ${place + 1}` };
      return button(`${face}-or-${place + 1}`, picture(other), () => change(face, other), look);
    }),
  );
}

/** @param {Parts} parts */
const picture = (parts) =>
  h(
    "svg.die",
    { viewBox: "0 0 100 100", "aria-hidden": "true" },
    h("rect.die-body", { x: 2, y: 2, width: 96, height: 96, rx: 13 }),
    partsDrawn(parts),
  );

/** Whether two faces join the same edges. @type {(one: Parts, other: Parts) => boolean} */
const isSame = (one, other) => keyOf(one) === keyOf(other);

/** @param {Parts} parts */
const keyOf = (parts) =>
  parts
    .map((edges) => [...edges].sort().join("+"))
    .sort()
    .join("/");

/** All other ways in which the same city edges may belong together. @type {(parts: Parts) => Parts[]} */
const otherWays = (parts) => ways(parts.flat()).filter((way) => !isSame(way, parts));

/** @type {(edges: string[]) => Parts[]} */
function ways([first, ...rest]) {
  if (first === undefined) return [[]];
  return ways(rest).flatMap((way) => [
    [[first], ...way],
    ...way.map((edges, place) => way.map((own, i) => (i === place ? [first, ...edges] : own))),
  ]);
}

/** The part that an edge belongs to, counted from 1; 0: it is a field. @type {(parts: Parts, edge: string) => number} */
const partOf = (parts, edge) => parts.findIndex((edges) => edges.includes(edge)) + 1;

/** The face with an edge in its next part, in one of its own, or as a field. @type {(parts: Parts, edge: string) => Parts} */
function tapped(parts, edge) {
  const next = partOf(parts, edge) + 1;
  const isAlone = parts[next - 2]?.length === 1;
  const others = parts.map((edges) => edges.filter((one) => one !== edge));
  const into = isAlone && next > parts.length ? 0 : next % (parts.length + 2);
  if (into > others.length) others.push([]);
  return others
    .map((edges, place) => (place === into - 1 ? [...edges, edge] : edges))
    .filter((edges) => edges.length);
}
