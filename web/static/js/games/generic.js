// Any game: its view as a table of words.

import { h, show } from "../dom.js";
import { number, t } from "../words.js";

export const ending = ({ outcome }) => outcome.why;

export function drawGame(place, state) {
  show(place, [state.game, state.view], () => {
    if (!state.view) return [];
    return [h("h3", {}, t("game.position")), table(state.view)];
  });
}

function table(view) {
  const rows = Object.entries(view).map(([key, value]) =>
    h("tr", {}, h("th", { scope: "row" }, key.replaceAll("_", " ")), h("td", {}, shown(value))),
  );
  return h("table", { class: "view" }, h("tbody", {}, rows));
}

function shown(value) {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const plain = value.every((item) => item === null || typeof item !== "object");
    return plain ? value.map(shown).join(", ") : h("ul", {}, value.map((item) => h("li", {}, shown(item))));
  }
  return table(value);
}
