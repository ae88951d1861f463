// The rules in short: dice are thrown, and added up.

import { die, ORDINARY_FACES } from "../../picture/faces.js";
import { section } from "../generic.js";
import { t } from "../../base/texts.js";

/** @type {Rules} */
const rules = {
  sections: () => [
    section(
      "rules.turn",
      "plain_dice.rules",
      {},
      ORDINARY_FACES.map((face) => die(face)),
    ),
  ],
  now: () => [t("wait.any_throw")],
};

export default rules;
