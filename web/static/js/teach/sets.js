// The sets that were taught at this table: which is in use, and how they go from table to table.

import { address } from "../base/api.js";
import { button, h, once, show } from "../base/dom.js";
import { dice } from "../picture/faces.js";
import { t } from "../base/texts.js";
import { fileButton } from "./files.js";
import { pieceName } from "./pieces.js";

/** @import { Child } from "../types.js" */
/** @import { TaughtSet } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** @type {(place: HTMLElement, teaching: Teaching) => void} */
export function drawSets(place, teaching) {
  const { state, deleting } = teaching;
  if (!state || state.lesson) {
    show(place, null, () => []);
    return;
  }
  show(place, [state.sets, state.own, deleting], () => [
    h("h2", t("teach.sets")),
    state.sets.length === 0 && h("p", t("teach.no_sets")),
    h(
      "ul.taught",
      state.sets.map((set) => taught(set, teaching)),
    ),
    Object.keys(state.own).map((kind) =>
      button(t(`teach.use_built_in_${kind}`), use(teaching, kind, null), {
        "data-key": `built-in-${kind}`,
      }),
    ),
    fileButton(t("teach.take_up"), ".zip,application/zip", "take-up", (file, pressed) =>
      teaching.takeUp(file, pressed),
    ),
  ]);
}

/** @type {(set: TaughtSet, teaching: Teaching) => HTMLElement} */
function taught({ name, kind, labels, broken }, teaching) {
  const inUse = teaching.state?.own[kind] === name;
  const begun = { kind, name, family: "", earlier: true };
  return h(
    "li",
    { class: inUse ? "in-use" : "" },
    h("h3", name, inUse && h("span.in-use-mark", ` ✓ ${t("teach.in_use")}`)),
    broken
      ? h("p.broken", t("teach.broken"))
      : h(
          "p",
          contents(
            kind,
            labels.map(({ face }) => face),
          ),
        ),
    h("div.buttons", [
      !inUse &&
        !broken &&
        button(t("teach.use"), use(teaching, kind, name), {
          class: "strong",
          "data-key": `use-${name}`,
        }),
      !broken &&
        button(t("teach.on"), ({ currentTarget }) => teaching.begin(begun, currentTarget), {
          "data-key": `on-${name}`,
        }),
      h(
        "a.as-button.quiet",
        {
          href: `${address(`teaching/sets/${encodeURIComponent(name)}`)}`,
          download: `${name}.zip`,
          "data-key": `pack-${name}`,
        },
        t("teach.pack"),
      ),
      deleteButton(name, teaching),
    ]),
  );
}

/** @type {(kind: string, labels: string[]) => Child} */
const contents = (kind, labels) =>
  kind === "dice" ? dice(labels) : labels.map(pieceName).join(", ") || t("teach.board_bare");

/** @type {(teaching: Teaching, kind: string, name: string | null) => (event: { currentTarget: Element }) => unknown} */
const use =
  (teaching, kind, name) =>
  ({ currentTarget }) =>
    teaching.do("use", { kind, name }, currentTarget);

/** It is deleted when it is said twice, and not by a double press. @type {(name: string, teaching: Teaching) => Child} */
function deleteButton(name, teaching) {
  const again = teaching.deleting === name;
  const act = once(({ currentTarget }) =>
    again ? teaching.do("delete", { name }, currentTarget) : teaching.askDelete(name),
  );
  return button(t(again ? "teach.delete_sure" : "teach.delete"), act, {
    class: "quiet",
    "data-key": `delete-${name}`,
  });
}
