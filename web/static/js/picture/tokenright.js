// What a token was read as, put right: the token is tapped, then what it really is.

import { get } from "../base/api.js";
import { button, h } from "../base/dom.js";
import { choices, sayRight } from "./sayright.js";
import { EMPTY, pieceName } from "../teach/pieces.js";
import { percent, t } from "../base/texts.js";

/** @import { Child, Point, Seen } from "../types.js" */
/** @typedef {Seen["tokens"][number]} SeenToken */
/** The token that is put right, by its place, of which frame; whether it is kept as a sample. @typedef {{ token: number, frame: number, keep: boolean }} ChosenToken */
/** What the page does with this: `who` speaks, `pick` another token or none. @typedef {{ who: string, pick: (chosen: ChosenToken) => void }} Acts */

/** A tap as near as this to a token means it, in diameters. */
const REACH = 0.8;

/** The labels of each family of tokens that can be taught; only the host is told. @type {string[][]} */
let families = [];

/** Ask once for the labels. @param {string} who */
export async function learnTokens(who) {
  if (who !== "host") return;
  const taught = await get("teaching", who).catch(() => null);
  /** @type {{ kind: string, faces: string[] }[]} */
  const found = taught?.families ?? [];
  families = found.filter(({ kind }) => kind === "tokens").map(({ faces }) => faces);
}

/** The place of the token that was tapped; -1 where there is none. `shape`: the picture's height by its width. @type {(tokens: SeenToken[], at: Point, shape: number) => number} */
export function tokenUnder(tokens, [x, y], shape) {
  const away = tokens.map(
    ({ centre: [cx, cy], diameter }) => Math.hypot(cx - x, (cy - y) * shape) / diameter,
  );
  const nearest = away.indexOf(Math.min(...away));
  return nearest >= 0 && away[nearest] < REACH ? nearest : -1;
}

/** The tokens that were read: those in doubt first, the others behind a fold. @type {(seen: Seen, chosen: ChosenToken, acts: Acts | null) => Child[]} */
export function seenTokens(seen, chosen, acts) {
  const { tokens, frame } = seen;
  if (!acts || !tokens.length) return [];
  const now = chosen.frame === frame ? chosen.token : -1;
  const all = tokens.map((token, place) => ({ token, place }));
  const isFirst = (/** @type {typeof all[number]} */ { token, place }) => !token.sure || place === now;
  const item = (/** @type {typeof all[number]} */ { token, place }) =>
    seenToken(token, place, place === now, seen, chosen, acts);
  const rest = all.filter((one) => !isFirst(one));
  return [
    h("p", { class: "hint" }, t("reading.tap_token")),
    h("ol", { class: "seen-dice" }, all.filter(isFirst).map(item)),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", { "data-key": "all-tokens" }, t("reading.all_tokens")),
        h("ol", { class: "seen-dice" }, rest.map(item)),
      ),
  ];
}

/** @type {(token: SeenToken, place: number, isChosen: boolean, seen: Seen, chosen: ChosenToken, acts: Acts) => HTMLElement} */
function seenToken(token, place, isChosen, seen, chosen, acts) {
  const next = { ...chosen, token: isChosen ? -1 : place, frame: seen.frame };
  const words = [
    h("span", {}, token.sure ? pieceName(token.label) : `${pieceName(token.label)}?`),
    h("b", {}, percent(token.confidence)),
  ];
  return h(
    "li",
    { class: token.sure ? "" : "unsure" },
    button(words, () => acts.pick(next), {
      class: "seen-die quiet",
      "aria-pressed": String(isChosen),
      "data-key": `token-${place}`,
    }),
    isChosen && labelChoice(token, place, seen, chosen, acts),
  );
}

/** What a token may be: the labels that are taught with its own, and those that were read. @type {(seen: Seen, token: SeenToken) => string[]} */
export function tokenLabels(seen, { label }) {
  const others = families.find((labels) => labels.includes(label)) ?? [];
  return [...new Set([...others, ...seen.tokens.map((token) => token.label)])];
}

/** What it may be: likely answers first, then every other, and nothing at all. @type {(token: SeenToken, place: number, seen: Seen, chosen: ChosenToken, acts: Acts) => Child} */
function labelChoice(token, place, seen, chosen, acts) {
  const labels = [...new Set([...token.likely, token.label, ...tokenLabels(seen, token)])];
  const answer = (/** @type {string} */ label) =>
    button(
      label === EMPTY ? t("reading.no_token") : pieceName(label),
      ({ currentTarget }) => putRight(token, place, label, seen.frame, chosen, acts, currentTarget),
      { "aria-pressed": String(label === token.label), "data-key": `right-${label}` },
    );
  const keep = h("input", {
    type: "checkbox",
    checked: chosen.keep,
    onchange: (/** @type {{ target: HTMLInputElement }} */ { target }) =>
      acts.pick({ ...chosen, keep: target.checked }),
    "data-key": "keep-token",
  });
  return h(
    "div",
    choices(),
    h("div", { class: "face-keys" }, [...labels.filter((label) => label !== EMPTY), EMPTY].map(answer)),
    acts.who === "host" && h("label", { class: "check" }, keep, t("reading.keep_piece")),
  );
}

/** @type {(token: SeenToken, place: number, label: string, frame: number, chosen: ChosenToken, acts: Acts, pressed: Element) => Promise<void>} */
async function putRight({ centre: [x, y] }, place, label, frame, chosen, acts, pressed) {
  const right = { frame, token: place, face: label };
  const own = { kind: "tokens", at: { x, y }, face: label, name: t("teach.my_tokens") };
  const kept = chosen.keep && label !== EMPTY ? own : null;
  if (await sayRight(right, kept, acts.who, pressed)) acts.pick({ ...chosen, token: -1 });
}
