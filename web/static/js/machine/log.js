// The newest lines of the table's log: what is secret is left out before it leaves the computer.

import { get } from "../base/api.js";
import { button, h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { attempt } from "../base/toast.js";

/** What was fetched last; null: nothing yet. @type {string[] | null} */
let log = null;

/** @type {(place: HTMLElement, is_there: boolean) => void} */
export function drawLog(place, is_there) {
  const fetch = async () => {
    log = (await get("machine/log")).lines;
    drawLog(place, is_there);
  };
  show(
    place,
    is_there && [
      h("h2", t("log.title")),
      h("p.hint", t("log.hint")),
      button("log-show", t("log.show"), (pressed) => attempt(fetch, pressed), "quiet"),
      log && h("div", log.length === 0 ? h("p", t("log.empty")) : linesOf(log.join("\n"))),
    ],
  );
}

/** @param {string} text */
const linesOf = (text) => [
  h("pre.log", { tabindex: 0, "aria-label": t("log.title") }, text),
  h(
    "a.as-button",
    {
      href: `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`,
      download: "table-log.txt",
    },
    t("log.save"),
  ),
];
