// Boards laid of parts: each part photographed and tapped, stones counted, and the whole seen as it lies.

import { byId, h, show } from "../base/dom.js";
import { usePrints } from "../picture/faces.js";
import { gameOf, loadGame, printsOf } from "../games/registry.js";
import { hostGate } from "../base/login.js";
import { boards, keptParts, stones } from "../mosaic/boards.js";
import { MosaicLesson } from "../mosaic/lesson.js";
import { partNow } from "../mosaic/part.js";
import { showPage } from "../page.js";
import { t } from "../base/texts.js";

/** Made when the table first speaks to the host. @type {MosaicLesson | null} */
let lesson = null;
/** @type {State | null} */
let state = null;

function draw() {
  if (!lesson || !state || !lesson.told) return;
  const { board } = lesson;
  const own = lesson;
  const game = board?.game ?? "";
  if (game) loadGame(game); // its style holds here, whatever is played
  const page = gameOf({ ...state, game, view: {} }).mosaic;
  usePrints(printsOf(game || null));
  byId("inside").classList.toggle("idle", !board);
  show(byId("boards"), [h("h2", t("mosaic.title")), h("p.hint", t("mosaic.how")), boards(own)]);
  show(byId("part"), page ? partNow(own, page.fields) : []);
  show(byId("kept"), page ? keptParts(own, page.fields) : []);
  show(
    byId("stones"),
    page && Object.keys(board?.parts ?? {}).length > 0 ? stones(own, page.fields, page.face) : [],
  );
}

const { live } = showPage({
  draw: (told) => {
    state = told;
    lesson = lesson ?? new MosaicLesson(draw);
    draw();
  },
});
hostGate(live);
