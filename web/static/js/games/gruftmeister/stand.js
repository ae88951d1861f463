// Play that has come to a stand: whether somebody can still fight, and the end that the host may decide.

import { role } from "../../base/api.js";
import { button, h, onceButton } from "../../base/dom.js";
import { play } from "../../base/sending.js";
import { t } from "../../base/texts.js";
import { ask } from "../../evening/sure.js";
import { cryptOf, viewOf } from "./state.js";

/** What is said while the game goes on, where it hardly can. @type {(state: State) => Child} */
export function stand(state) {
  const view = viewOf(state);
  const crypt = cryptOf(view);
  if (!crypt) return null;
  if (state.outcome) return view.may_play_on && role === "host" ? playOn() : null;
  if (crypt.seems_at_a_stand)
    return h(
      "div.note.stand",
      { role: "status" },
      h("p", t(role === "host" ? "gruftmeister.stand.host" : "gruftmeister.stand.others")),
      role === "host" &&
        button("end-game", t("gruftmeister.stand.end"), askFirst, { "aria-haspopup": "dialog" }),
    );
  return crypt.can_fight ? null : h("p.note", { role: "status" }, t("gruftmeister.no_weapon"));
}

/** Others play on, where somebody has won and two are left. */
const playOn = () =>
  h(
    "div.note",
    h("p", t("gruftmeister.play_on.how")),
    onceButton(
      "play-on",
      t("gruftmeister.play_on.go"),
      (pressed) => play({ move: "play_on" }, pressed),
      "strong",
    ),
  );

/** The game ends only once that is said in a second place. */
const askFirst = () =>
  ask(
    t("gruftmeister.stand.sure"),
    h("p", t("gruftmeister.stand.counted")),
    t("gruftmeister.stand.go"),
    (pressed) => play({ move: "end_game" }, pressed),
    t("gruftmeister.stand.stay"),
  );
