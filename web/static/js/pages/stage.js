// The stage: what a screen across the room shows. It is looked at from a sofa, and nobody taps on it.

import { drawAway } from "../stage/away.js";
import { drawCodes } from "../stage/codes.js";
import { drawFinale } from "../stage/finale.js";
import { keepFitting } from "../stage/fit.js";
import { showMenus } from "../stage/menus.js";
import { drawNews } from "../stage/news.js";
import { usePictures } from "../stage/question.js";
import { drawScene } from "../stage/scene.js";
import { soundSwitch } from "../stage/sounds.js";

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
