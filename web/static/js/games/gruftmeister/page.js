// Gruftmeister: the crypt and its walkers, the turn by tap, fights as a small show, what everybody has.

import { role } from "../../base/api.js";
import { asOther, h, scrollToMiddle, show } from "../../base/dom.js";
import { hasText, t } from "../../base/texts.js";
import { moveOf, throwCorrection } from "../../play/throws.js";
import { sized } from "../large.js";
import { drawBeside } from "./beside.js";
import { cryptDrawing, fieldDrawing, fieldName } from "./crypt.js";
import { fight, stand } from "./fight.js";
import { setUp, haves, pawnPicture, playersTable } from "./players.js";
import { drawOwn, steps } from "./own.js";
import { setup } from "./setup.js";
import { FIGURES, HOME, cryptOf, figureName, keyOf, mayAct, moverOf, viewOf } from "./state.js";
import { drawStones, named, prints } from "./things.js";
import { keepPlan, targets, walkerOf } from "./walking.js";

/** @import { View } from "./types.js" */

/** Below this width of the crypt its fields are too small for a finger, in CSS pixels. */
const NARROW = 640;
/** The name of the crypt that ships with the table. */
const OURS = "Our crypt";

/** @type {Partial<GamePage>} */
const page = {
  drawGame(place, state) {
    keepPlan(state);
    const view = viewOf(state);
    show(place, [stand(state), fight(state), cryptPart(place, state)]);
    const isLarge = place.querySelector(".crypt-place.large") !== null;
    const where = keyOf(moverOf(view)[walkerOf(view)]);
    asOther(place, [isLarge, where], () => lookAt(place, view));
  },

  drawOwn,

  drawOdds(place, state) {
    show(place, isStage(state) ? [] : [h("h3", t("gruftmeister.haves")), playersTable(state)]);
  },

  facts(state) {
    const view = viewOf(state);
    if (!cryptOf(view) || state.outcome) return [];
    return [
      pawnPicture(moverOf(view).colour),
      FIGURES.map((figure) =>
        h("div.fact", h("span", figureName(figure)), steps(view.turn.left[figure])),
      ),
    ];
  },

  ending(state) {
    const { ended: how } = viewOf(state);
    return how ? t(`gruftmeister.over.${how}`) : "";
  },

  target: (state) => (viewOf(state).fight_only ? null : HOME),
  besideName: (state, seat) => {
    const player = viewOf(state).players[seat - 1];
    return [pawnPicture(player.colour), isStage(state) && haves(player)];
  },

  correct(state, line, { put }) {
    const move = moveOf(line);
    if (move.move !== "throw") return null;
    const carried = viewOf(state).players.flatMap(({ carries }) => [...carries.master, ...move.faces]);
    const faces = ["monster", "logo", "back", ...carried];
    return throwCorrection(
      [...new Set(faces)].filter((face) => isThrown(state, face)),
      line,
      put,
    );
  },

  // The map has no coordinates there.
  onStage({ code, params }) {
    const short = code.replace(".move.", ".stage.");
    return "place" in params && hasText(short) ? { code: short, params } : { code, params };
  },
  setup,
  drawBeside,
  mosaic: { fields: { name: fieldName, draw: fieldDrawing }, face: (face) => named(face, "small") },
  setUp,
  prints,
  drawOver: (drawn, _dice, at) => drawStones(drawn, at),
};

export default page;

/** On a screen for all the map is what is looked at: what everybody has stands beside the names. @param {State} state */
const isStage = (state) => role === "everyone" && !viewOf(state).fight_only;

/** @type {(state: State, face: string) => boolean} */
function isThrown(state, face) {
  const kind = viewOf(state).things?.[face];
  return kind === undefined || kind === "weapon" || kind === "armour";
}

/** @type {(place: HTMLElement, state: State) => Child} */
function cryptPart(place, state) {
  const view = viewOf(state);
  const crypt = cryptOf(view);
  if (!crypt) return null;
  const acts = mayAct(state);
  const size = sized("crypt-place", place, NARROW, acts);
  const over = acts ? targets(state) : null;
  return [
    size.sizeKey("gruftmeister.whole", "gruftmeister.larger"),
    size.put(cryptDrawing(crypt, state.seats, over)),
    crypt.dealt && h("p.hint", t("gruftmeister.dealt")),
    crypt.crypt === OURS && h("p.hint", t("gruftmeister.note")),
  ];
}

/** Scroll the large crypt to the figure that walks. @type {(place: HTMLElement, view: View) => void} */
function lookAt(place, view) {
  const frame = place.querySelector(".crypt-place.large");
  const walker = place.querySelector(`.figure.mover.${walkerOf(view)}`);
  if (frame && walker) scrollToMiddle(frame, walker);
}
