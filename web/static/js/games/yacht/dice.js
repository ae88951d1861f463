// The dice that lie there: those that were thrown last, and those that were kept, framed and pinned.

import { each, h, icon } from "../../base/dom.js";
import { die } from "../../picture/faces.js";
import { t } from "../../base/texts.js";
import { without } from "../../base/lists.js";

/** @import { View } from "./types.js" */

const PIN = "M7 1h6l-1 6 4 4v2h-5v6l-1 1-1-1v-6H4v-2l4-4Z";

/** @param {View} view */
export function lying({ faces, kept }) {
  return h(
    "div.lying",
    group(without(faces, kept), "thrown", t("yacht.thrown")),
    kept.length > 0 && group(kept, "kept", [pin(), t("yacht.kept")]),
  );
}

/** @type {(faces: string[], kind: string, label: Child) => Child} */
const group = (faces, kind, label) =>
  h(
    "figure",
    { class: kind },
    each("div.group", faces, (face) => die(face)),
    h("figcaption", label),
  );

const pin = () => icon("pin", 20, PIN);
