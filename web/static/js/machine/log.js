// The newest lines of the table's log: what is secret is left out before it leaves the computer.

import { get } from "../base/api.js";
import { button, h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { attempt } from "../base/toast.js";

/** @type {(place: HTMLElement, is_there: boolean) => void} */
export function drawLog(place, is_there) {
  const lines = h("div");
  const fetch = async () => {
    const log = /** @type {string[]} */ ((await get("machine/log")).lines);
    const text = log.join("\n");
    const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`;
    show(lines, log, () =>
      log.length === 0
        ? h("p", t("log.empty"))
        : [
            h("pre.log", { tabindex: 0, "aria-label": t("log.title") }, text),
            h("a.as-button", { href: file, download: "table-log.txt" }, t("log.save")),
          ],
    );
  };
  show(place, is_there, () =>
    is_there
      ? [
          h("h2", t("log.title")),
          h("p.hint", t("log.hint")),
          button("log-show", t("log.show"), (pressed) => attempt(fetch, pressed), { class: "quiet" }),
          lines,
        ]
      : null,
  );
}
