// A die or a token that was not read at all: its place is tapped on the picture, then what lies there.

import { button, h } from "../base/dom.js";
import { die } from "./faces.js";
import { choices, sayRight } from "./sayright.js";
import { pieceName } from "../teach/pieces.js";
import { faceName, t } from "../base/texts.js";
import { tokenLabels } from "./tokenright.js";

/** @import { Child, Point, Seen } from "../types.js" */
/** The place that was tapped, of which frame; whether what lies there is kept as a sample. @typedef {{ at: Point | null, frame: number, keep: boolean }} ChosenPlace */
/** What the page does with this: `who` speaks, `pick` another place or none. @typedef {{ who: string, pick: (chosen: ChosenPlace) => void }} Acts */

/** What may lie at the place, and was not seen; nothing where no place was tapped. `faces`: a die's. @type {(seen: Seen, chosen: ChosenPlace, faces: string[], acts: Acts | null) => Child} */
export function missedPiece(seen, chosen, faces, acts) {
  if (!acts || !chosen.at || chosen.frame !== seen.frame) return null;
  const labels = seen.tokens.length ? tokenLabels(seen, seen.tokens[0]) : [];
  const answer = (/** @type {Child} */ words, /** @type {string} */ face, /** @type {string} */ kind) =>
    button(words, ({ currentTarget }) => tellMissed(face, kind, chosen, acts, currentTarget), {
      class: kind === "dice" ? "face-key" : "",
      "aria-label": kind === "dice" ? faceName(face) : pieceName(face),
      "data-key": `missed-${face}`,
    });
  const keep = h("input", {
    type: "checkbox",
    checked: chosen.keep,
    onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) =>
      acts.pick({ ...chosen, keep: target.checked }),
    "data-key": "keep-missed",
  });
  return h(
    "div",
    { ...choices(), "data-key": "missed" },
    h("p", {}, t("reading.missed")),
    seen.dice.length > 0 &&
      h(
        "div",
        { class: "face-keys" },
        faces.map((face) => answer(die(face), face, "dice")),
      ),
    labels.length > 0 &&
      h(
        "div",
        { class: "face-keys" },
        labels.map((label) => answer(pieceName(label), label, "tokens")),
      ),
    acts.who === "host" && h("label", { class: "check" }, keep, t("reading.keep_piece")),
  );
}

/** @type {(face: string, kind: string, chosen: ChosenPlace, acts: Acts, pressed: Element) => Promise<void>} */
async function tellMissed(face, kind, chosen, acts, pressed) {
  const [x, y] = /** @type {Point} */ (chosen.at);
  const name = t(kind === "dice" ? "reading.own_set" : "teach.my_tokens");
  const kept = chosen.keep ? { kind, at: { x, y }, face, name } : null;
  const right = { frame: chosen.frame, missed: { kind, at: { x, y } }, face };
  if (await sayRight(right, kept, acts.who, pressed)) acts.pick({ ...chosen, at: null });
}
