// How many of the throws of a turn are done: for pages on which nothing is tapped, too.

import { h } from "../base/dom.js";
import { t } from "../base/texts.js";

/** The throws of a turn, as a mark for each and in words. @type {(done: number, of: number) => Child} */
export function throwFact(done, of) {
  const marks = Array.from({ length: of }, (_, i) =>
    h("svg", { viewBox: "0 0 20 20", class: i < done ? "done" : "" }, [
      h("circle", { cx: 10, cy: 10, r: 8 }),
    ]),
  );
  const text = done === 0 ? t("throw.before") : t("throw.of", { throw: done, throws: of });
  return h("div.fact.of-throws", h("span.throws", { "aria-hidden": "true" }, marks), h("span", text));
}
