// Before the game: the four city faces of these dice, as their set says them. Is it so?

import { lastOf } from "../../lists.js";
import { button, h, svg } from "../../dom.js";
import { t } from "../../texts.js";
import { isSame, otherWays, partOf, partsDrawn, PRINTED, SIDES, tapped } from "./parts.js";

/** @import { Child } from "../../types.js" */
/** @import { Before, Setup } from "../generic.js" */
/** @import { Parts } from "./parts.js" */

/** @type {(told: unknown, before: Before) => Setup} */
export function setup(_told, { taught, last }) {
  const own = taught?.own.dice;
  const says = taught?.sets.find(({ name }) => name === own)?.parts ?? {};
  const usual = { ...PRINTED, ...says };
  /** @type {Record<string, Parts>} */
  const faces = { ...usual, ...(last.faces ?? {}) };
  /** Open once, before the first game with a set of one's own. */
  let open = own !== undefined && !last.faces;
  return {
    hides: [],
    draw: (_names, redraw) => {
      const change = (/** @type {string} */ face, /** @type {Parts} */ parts) => {
        if (!parts.length) return;
        faces[face] = parts;
        redraw();
      };
      const ontoggle = (/** @type {{ target: HTMLDetailsElement }} */ { target }) => {
        open = target.open;
      };
      return h(
        "details",
        { open, ontoggle },
        h("summary", { "data-key": "faces" }, t("carcassonne_dice.setup.faces")),
        h("p", { class: "hint" }, t("carcassonne_dice.setup.so")),
        Object.entries(faces).map(([face, parts]) => faceField(face, parts, change)),
      );
    },
    // Said wherever somebody was asked, so that nobody is asked again.
    words: () =>
      own !== undefined ||
      Object.entries(faces).some(([face, parts]) => !isSame(parts, PRINTED[face] ?? []))
        ? { options: { faces } }
        : {},
  };
}

/** @type {(face: string, parts: Parts, change: (face: string, parts: Parts) => void) => Child} */
function faceField(face, parts, change) {
  const edge = (/** @type {string} */ side) => {
    const part = partOf(parts, side);
    const text = part ? lastOf([..."ABCD"].slice(0, part)) : "–";
    const label = `${t(`carcassonne_dice.setup.${side}`)}: ${text}`;
    return button(text, () => change(face, tapped(parts, side)), {
      class: "quiet",
      "aria-label": label,
      "data-key": `${face}-${side}`,
    });
  };
  const [top, right, bottom, left] = SIDES.map(edge);
  const row = (/** @type {Child[]} */ ...cells) =>
    h(
      "tr",
      {},
      cells.map((cell) => h("td", {}, cell)),
    );
  return h(
    "div",
    { class: "buttons", "data-face": face },
    h(
      "table",
      {},
      h("tbody", {}, row(null, top, null), row(left, picture(parts), right), row(null, bottom, null)),
    ),
    otherWays(parts).map((other, place) =>
      button(picture(other), () => change(face, other), {
        class: "quiet",
        "aria-label": `${t("carcassonne_dice.setup.or")} ${place + 1}`,
        "data-key": `${face}-or-${place + 1}`,
      }),
    ),
  );
}

/** @param {Parts} parts */
const picture = (parts) =>
  svg(
    "svg",
    { viewBox: "0 0 100 100", class: "die", "aria-hidden": "true" },
    svg("rect", { x: 2, y: 2, width: 96, height: 96, rx: 13, class: "die-body" }),
    partsDrawn(parts),
  );
