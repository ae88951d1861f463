// Before a lesson: which dice, and what the set is called; the sets that were taught at this table, which is in use,
// and how they go from table to table.

import { button, choiceKey, each, h, show } from "../base/dom.js";
import { whenSent } from "../base/form.js";
import { dice } from "../picture/faces.js";
import { gameName, nameOf, t } from "../base/texts.js";
import { NAME, deleteKey, packKey, takeUpKey } from "./files.js";
import { pieceName } from "./pieces.js";

/** @import { Family, TaughtSet, TaughtState } from "./shapes.js" */
/** @import { Teaching } from "./teaching.js" */

/** @typedef {{ kind: string, name: string, family: string, earlier: boolean }} Begun */

/** What is chosen: a family by its name; "": others of that kind. @type {{ kind: string, name: string } | null} */
let chosen = null;
/** The name as it was typed; null: it is proposed. @type {string | null} */
let typed = null;

/** @type {(place: HTMLElement, teaching: Teaching) => void} */
export function drawBegin(place, teaching) {
  const { state } = teaching;
  chosen = chosen ?? state?.families[0] ?? { kind: "dice", name: "" };
  show(place, state && !state.lesson && form(state, teaching));
}

/** @type {(state: TaughtState, teaching: Teaching) => Child[]} */
function form(state, teaching) {
  const begin = whenSent((said, sent) => {
    const { kind, name } = chosen ?? { kind: "dice", name: "" };
    teaching.begin({ kind, name: said.name, family: name, earlier: false }, sent);
    typed = null;
  });
  return [
    h("h2", t("teach.title")),
    h("p", t("teach.why")),
    h("form", { onsubmit: begin }, [
      h("div.families", { role: "group", "aria-label": t("teach.which_dice") }, [
        h("p", t("teach.which_dice")),
        state.families.map((one) => familyButton(one, teaching)),
        state.kinds.map((kind) => familyButton({ kind, name: "", faces: [] }, teaching)),
      ]),
      h("label", [
        t("teach.set_name"),
        h("input", {
          ...NAME,
          value: typed ?? freeName(state),
          oninput: (/** @type {{ target: HTMLInputElement }} */ { target }) => (typed = target.value),
          "data-key": "set-name",
        }),
      ]),
      h("button.strong.big", { "data-key": "begin" }, t("teach.begin")),
    ]),
  ];
}

/** @type {(one: Pick<Family, "kind" | "name" | "faces">, teaching: Teaching) => Child} */
function familyButton({ kind, name, faces }, teaching) {
  const choose = () => {
    chosen = { kind, name };
    teaching.draw();
  };
  const words = familyName(kind, name);
  return choiceKey(
    `family-${kind}-${name}`,
    [kind === "dice" && faces.length > 0 && dice(faces), words],
    kind === chosen?.kind && name === chosen.name,
    choose,
    { "aria-label": words, class: "family" },
  );
}

/** @type {(kind: string, name: string) => string} */
function familyName(kind, name) {
  if (!name) return t(`teach.other_${kind}`);
  return kind === "board"
    ? t("teach.board_of", { game: gameName(name) })
    : nameOf(`family.${name}`, name);
}

/** A name that no set has yet. @param {TaughtState} state */
function freeName({ sets }) {
  const first = t(`teach.my_${chosen?.kind ?? "dice"}`);
  const taken = sets.map(({ name }) => name.toLowerCase());
  const names = [first, ...sets.map((_, number) => `${first} ${number + 2}`)];
  return names.find((name) => !taken.includes(name.toLowerCase())) ?? first;
}

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
  return h("li", { class: inUse && "in-use" }, [
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
  ]);
}

/** @type {(kind: string, labels: string[]) => Child} */
const contents = (kind, labels) =>
  kind === "dice" ? dice(labels) : labels.map(pieceName).join(", ") || t("teach.board_bare");

/** @type {(teaching: Teaching, kind: string, name: string | null) => (pressed: Element) => unknown} */
const use = (teaching, kind, name) => (pressed) => teaching.do("use", { kind, name }, pressed);
