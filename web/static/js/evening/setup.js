// Before the first move: how the game is set up, drawn, and what a camera sees of it; then *Ready*.

import { get, role } from "../base/api.js";
import { button, h, show } from "../base/dom.js";
import { die, say } from "../picture/faces.js";
import { whenWanted } from "../base/later.js";
import { gameOf } from "../games/registry.js";
import { player } from "../base/seats.js";
import { sign } from "../play/status.js";
import { gameName, t } from "../base/texts.js";
import { asks } from "../base/toast.js";

/** What the table tells of a game that is about to be set up. @typedef {{ book: { dice?: number } }} Told */

/** What the table tells of each game. @type {() => Record<string, Told> | null} */
const games = whenWanted(() => get("games", "everyone"));

/** Draw it where it belongs, as soon as the table has told of the game. @type {(place: HTMLElement, state: State) => void} */
export function setUp(place, state) {
  const { set_up: now, seats, game } = state;
  const told = games()?.[game ?? ""];
  if (!now || !told) return;
  show(
    place,
    h("div.set-up", [
      h("header", h("h2", t("set_up.title", { game: gameName(game ?? "") })), skip()),
      steps(laid(told, state), seats),
      role === "everyone"
        ? h("p.hint", t("set_up.say"))
        : button("set-up-ready", t("set_up.ready"), ready, "strong big"),
      // They come and go as the camera looks: below the button, so that it stays under the finger.
      now.checks.length > 0 && checks(now.checks),
    ]),
  );
}

/** The first and the last beside the others, where there is room. @type {(laid: Laid, seats: string[]) => Child} */
const steps = ({ parts: [main, ...others], first }, seats) =>
  h("div", { class: ["set-up-steps", others.length === 0 && "alone"] }, [
    step(main),
    others.length > 0 && h("div.set-up-others", others.map(step)),
    seats.length > 1 && step(begins(seats, first)),
  ]);

const skip = () => role !== "everyone" && button("set-up-skip", t("set_up.skip"), ready, "quiet");

const ready = asks("set_up", { shown: false });

/** @type {(told: Told, state: State) => Laid} */
const laid = (told, state) =>
  gameOf(state).setUp?.(told, state) ?? { parts: [usual(told.book.dice, state)] };

/** All that is needed are dice. @type {(count: number | undefined, state: State) => Section} */
function usual(count, state) {
  const faces = gameOf(state).faces(state);
  const shown = Array.from({ length: count ?? faces.length }, (_, n) => die(faces[n % faces.length]));
  return {
    title: t("set_up.dice_title"),
    drawing: shown,
    text: count ? t("set_up.take", { dice: count }) : t("set_up.any"),
  };
}

/** Who begins, and who follows. @type {(seats: string[], text?: string) => Section} */
const begins = (seats, text = t("set_up.agree")) => ({
  title: t("set_up.first", { seat: seats[0] }),
  drawing: seats.map((name, place) => [place > 0 && h("b", "→"), player(seats, name)]),
  text,
});

/** @param {Section} section */
const step = ({ title, drawing, text }) =>
  h("section", h("h3", title), h("div.set-up-drawing", drawing), h("p", text));

/** @param {NonNullable<State["set_up"]>["checks"]} seen @returns {Child} */
const checks = (seen) =>
  h("ul.set-up-seen", { role: "status" }, [
    seen.map(({ text, done }) =>
      h("li", { class: done ? "done" : "" }, sign(done ? "good" : "busy"), h("span", say(text))),
    ),
  ]);
