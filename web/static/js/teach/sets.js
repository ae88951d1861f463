// The sets that were taught at this table: which is in use, and how they go from table to table.

import { button, each, h, show } from "../base/dom.js";
import { dice } from "../picture/faces.js";
import { t } from "../base/texts.js";
import { deleteKey, packKey, takeUpKey } from "./files.js";
import { pieceName } from "./pieces.js";

/** @import { TaughtSet } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** @type {(place: HTMLElement, teaching: Teaching) => void} */
export function drawSets(place, teaching) {
  const { state } = teaching;
  show(
    place,
    state &&
      !state.lesson && [
        h("h2", t("teach.sets")),
        state.sets.length === 0 && h("p", t("teach.no_sets")),
        each("ul.taught", state.sets, (set) => taught(set, teaching)),
        Object.keys(state.own).map((kind) =>
          button(`built-in-${kind}`, t(`teach.use_built_in_${kind}`), use(teaching, kind, null)),
        ),
        takeUpKey(teaching),
      ],
  );
}

/** @type {(set: TaughtSet, teaching: Teaching) => Child} */
function taught({ name, kind, labels, broken }, teaching) {
  const inUse = teaching.state?.own[kind] === name;
  const begun = { kind, name, family: "", earlier: true };
  const again = teaching.deleting === name;
  const faces = labels.map(({ face }) => face);
  return h(
    "li",
    { class: inUse && "in-use" },
    h("h3", name, inUse && h("span.in-use-mark", ` ✓ ${t("teach.in_use")}`)),
    broken ? h("p.broken", t("teach.broken")) : h("p", contents(kind, faces)),
    h("div.buttons", [
      !inUse && !broken && button(`use-${name}`, t("teach.use"), use(teaching, kind, name), "strong"),
      !broken && button(`on-${name}`, t("teach.on"), (pressed) => teaching.begin(begun, pressed)),
      packKey(name, "teaching/sets"),
      deleteKey(name, again, (pressed) =>
        again ? teaching.do("delete", { name }, pressed) : teaching.askDelete(name),
      ),
    ]),
  );
}

/** @type {(kind: string, labels: string[]) => Child} */
const contents = (kind, labels) =>
  kind === "dice" ? dice(labels) : labels.map(pieceName).join(", ") || t("teach.board_bare");

/** @type {(teaching: Teaching, kind: string, name: string | null) => (pressed: Element) => unknown} */
const use = (teaching, kind, name) => (pressed) => teaching.do("use", { kind, name }, pressed);
