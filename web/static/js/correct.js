// Correcting an earlier move: one tap on the move, one on what it really was.

import { byId, button, h } from "./dom.js";
import { die } from "./faces.js";
import { gameOf } from "./games/all.js";
import { play } from "./enter.js";
import { say } from "./faces.js";
import { faceName, t } from "./words.js";

export function correct(state, line) {
  const dialog = byId("correct");
  const put = async (words, event) => {
    const done = await play({ move: "correct", number: line.number, with: words }, event.currentTarget);
    if (done) dialog.close();
  };
  dialog.replaceChildren(
    h("h2", {}, t("correct.title", { number: line.number })),
    h("p", {}, line.seat && `${line.seat}: `, say(line.text)),
    ...ways(state, line.move, put),
    h("p", { class: "hint" }, t("correct.later")),
    h("div", { class: "buttons" }, button(t("correct.close"), () => dialog.close(), { class: "quiet" })),
  );
  dialog.showModal();
}

function ways(state, words, put) {
  if (words.move === "throw") return throwWays(gameOf(state).throwFaces?.(state) ?? [], words, put);
  if (words.move === "stop") return stopWays(words, put);
  if (words.move === "set_aside") return asideWays(words, put);
  return [h("p", {}, t("correct.other"))];
}

/** Dice of a throw have no order: each face that was read, beside all it could be instead. */
function throwWays(faces, words, put) {
  const read = [...new Set(words.faces)];
  return [
    h("p", {}, t("correct.throw")),
    h(
      "div",
      { class: "instead" },
      read.map((wrong) => [
        h("span", { class: "wrong" }, die(wrong), "→"),
        h(
          "span",
          { class: "face-keys" },
          faces
            .filter((right) => right !== wrong)
            .map((right) =>
              button(die(right), (event) => put({ move: "throw", faces: swap(words.faces, wrong, right) }, event), {
                class: "face-key small",
                "aria-label": t("correct.face", { face: wrong, right: faceName(right) }),
              }),
            ),
        ),
      ]),
    ),
  ];
}

function swap(faces, wrong, right) {
  const place = faces.indexOf(wrong);
  return faces.map((face, i) => (i === place ? right : face));
}

function stopWays(words, put) {
  const label = { city: t("correct.take_city"), knight: t("correct.take_knight") };
  return [
    h("p", {}, t("correct.stop")),
    h(
      "div",
      { class: "buttons" },
      ["city", "knight"].map((take) =>
        button(label[take], (event) => put({ move: "stop", take }, event), { "aria-pressed": String(words.take === take) }),
      ),
    ),
  ];
}

function asideWays(words, put) {
  const knights = words.knights ?? 0;
  const choose = (count) =>
    button(String(count), (event) => put({ ...bare(words), knights: count }, event), { "aria-pressed": String(count === knights) });
  return [
    h("p", {}, t("enter.knights")),
    h("div", { class: "buttons" }, Array.from({ length: Math.max(4, knights + 2) }, (_, count) => choose(count))),
  ];
}

const bare = ({ seat: _seat, ...words }) => words;
