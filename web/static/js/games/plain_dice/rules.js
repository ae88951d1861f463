// The rules in short: dice are thrown, and added up.

import { die, ORDINARY_FACES } from "../../picture/faces.js";
import { t } from "../../base/texts.js";

/** @type {Rules} */
const rules = {
  sections: () => [
    {
      title: t("rules.turn"),
      drawing: ORDINARY_FACES.map((face) => die(face)),
      text: t("plain_dice.rules"),
    },
  ],
  now: () => [t("wait.any_throw")],
};

export default rules;
