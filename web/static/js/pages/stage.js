// The stage: what a screen across the room shows. It is looked at from a sofa, and nobody taps on it.

import { drawCodes } from "../stage/codes.js";
import { drawFinale } from "../stage/finale.js";
import { drawNews, soundSwitch } from "../stage/news.js";
import { drawScene, keepFitting } from "../stage/scene.js";
import { byId, h, show } from "../base/dom.js";
import { t } from "../base/texts.js";
import { gameOf } from "../games/registry.js";
import { usePicture } from "../play/proposal.js";

/** @param {Live} live */
function begin(live) {
  usePictures();
  showMenus();
  soundSwitch();
  drawAway(live);
  live.addEventListener("connection", () => drawAway(live));
  keepFitting();
  return {
    drawCodes,
    /** @param {State} state */
    draw(state) {
      drawScene(state);
      drawNews(state);
      drawFinale(state);
    },
  };
}

export default begin;

/** @param {Live} live */
function drawAway({ connection, state }) {
  const away = connection === "lost" || (connection === "opening" && state !== null);
  document.body.classList.toggle("away", away);
  show(byId("away"), away && t("stage.reconnecting"));
}

const SHOWN_MS = 5000;

function showMenus() {
  let timer = 0;
  const wake = () => {
    clearTimeout(timer);
    document.body.classList.add("awake");
    timer = setTimeout(() => document.body.classList.remove("awake"), SHOWN_MS);
  };
  for (const kind of ["pointermove", "pointerdown", "keydown"]) window.addEventListener(kind, wake);
}

function usePictures() {
  usePicture((state, choice, words) => {
    const drawn = gameOf(state).choicePicture(state, choice);
    return [drawn && h("div.choice-picture", drawn), h("div.words", words)];
  });
}
