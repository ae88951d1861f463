// Before the game: whether the table deals the building cards, or the players' own lie face down before them.

import { h } from "../../dom.js";
import { t } from "../../texts.js";

/** @import { Setup } from "../generic.js" */

/** @type {() => Setup} */
export function setup() {
  let ownCards = false;
  return {
    hides: [],
    draw: (_names, redraw) => {
      const onchange = (/** @type {{ target: HTMLInputElement }} */ { target }) => {
        ownCards = target.checked;
        redraw();
      };
      return [
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", checked: ownCards, "data-key": "own-cards", onchange }),
          t("drunter.setup.own_cards"),
        ),
        // Dealt by the table: who has no phone could not know the own one.
        h("p", { class: "hint" }, t(ownCards ? "drunter.setup.show_cards" : "drunter.setup.cards")),
      ];
    },
    // Without cards in the first line the table is not told them; they are shown at the end.
    words: () => (ownCards ? { cards: null } : {}),
  };
}
