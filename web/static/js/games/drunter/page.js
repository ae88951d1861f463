// Drunter und Drüber: the board, laying by tap, the secret votes, the reveal and the end.

import { asOther, h, scrollToMiddle, show } from "../../base/dom.js";
import { lastOf } from "../../base/lists.js";
import { t } from "../../base/texts.js";
import { boardAround, boardDrawing } from "./board.js";
import { sized } from "../large.js";
import { endTable, tieText, coversBoard, reveal, voteShown } from "./reveal.js";
import {
  chosenSoFar,
  confirmBar,
  keepPlan,
  litSquares,
  mayLay,
  offered,
  passButton,
  tray,
} from "./lay.js";
import {
  endedLines,
  handOf,
  handsTable,
  isDealt,
  linesList,
  standingTable,
  tellsTiles,
  tilesToTake,
} from "./lines.js";
import { drawBoard } from "./over.js";
import { drawOwn, waitingList } from "./own.js";
import { setUp, setup } from "./setup.js";
import { isTogether, viewOf } from "./state.js";
import { sums } from "./sums.js";

/** @import { LayWords } from "./types.js" */

/** Below this width of the board its squares are too small for a finger, in CSS pixels. */
const NARROW = 560;

/** @type {Partial<GamePage>} */
const page = {
  drawGame(place, state) {
    keepPlan(state);
    const view = viewOf(state);
    const lays = mayLay(state);
    const covers = coversBoard(state);
    show(place, drawTown(place, state, { lays, covers }));
    asOther(
      place,
      [view.town.tiles.length, chosenSoFar(), place.querySelector(".town-place.large") !== null, lays],
      () => lookAt(place),
    );
  },

  drawOwn,

  drawOdds(place, state) {
    const view = viewOf(state);
    const dealt = isDealt(state);
    const standing = h("div", { key: "standing" }, standingTable(view));
    if (view.phase === "ended") return show(place, standing);
    const lines = h("div", { key: "lines" }, linesList(view));
    const look = { key: "hands", class: dealt && ["dealt", state.seats.length > 2 && "many"] };
    const hands = h("div", look, handsTable(state, view, dealt));
    // What a screen has no room for is out of sight: who still takes tiles from the box reads them first.
    return show(place, dealt ? [hands, standing, lines] : [standing, lines, hands]);
  },

  facts(state) {
    const view = viewOf(state);
    // Where a page has a place for what is one's own, it is said there.
    if (isTogether(state)) {
      if (document.getElementById("own")) return [];
      return [waitingList(state), view.phase === "choose" && endedLines(view)];
    }
    const hand = view.phase === "lay" && state.to_move !== null && view.tiles?.[state.to_move];
    // While this page says which tiles its own player takes, no others stand beside them.
    return hand && !mayLay(state) && !tellsTiles(state)
      ? h("div.open-hand.mover-hand", handOf(hand))
      : [];
  },

  together: (state) => isTogether(state) || viewOf(state).phase === "reveal",

  ending: (state) => tieText(state) || t("drunter.over"),

  setup,
  setUp,

  choicePicture(state, { moves }) {
    const lay = /** @type {LayWords | undefined} */ (moves.find(({ move }) => move === "lay"));
    const view = viewOf(state);
    const way = lay && view.town.ways.find((one) => layKey(one) === layKey(lay));
    if (!lay || !way) return null;
    return boardAround(view, { ...way, squares: way.squares.slice(0, lay.length) });
  },

  happened: (was, now) => (viewOf(now).vote?.revealed && !viewOf(was).vote?.revealed ? "revealed" : ""),

  boxHint: (state) => (viewOf(state).phase === "choose" ? t("drunter.box.choose") : null),
  drawOver: (_drawn, _dice, at, board) => drawBoard(board, at),
};

export default page;

/** From which gang a tile runs, and whither. @param {Pick<LayWords, "kind" | "gang" | "towards">} lay */
const layKey = ({ kind, gang, towards }) => [kind, gang, towards].join();

/** @type {(place: HTMLElement, state: State, now: { lays: boolean, covers: boolean }) => Child[]} */
function drawTown(place, state, { lays, covers }) {
  const view = viewOf(state);
  const shown = voteShown(state);
  const lit = lays && offered(state).length > 0;
  const { vote } = view;
  const board = boardDrawing(view, {
    over: lit ? litSquares(state) : null,
    fresh: lastOf(view.town.tiles) ?? null,
    provisional: vote && vote.lay,
  });
  const size = sized("town-place", place, NARROW, lit);
  return [
    endTable(state),
    tilesToTake(state),
    sums(state),
    shown && covers && reveal(state, shown, true),
    h("div.above-town", lays && tray(state), size.sizeKey("drunter.whole", "drunter.larger")),
    h("div.town-frame", size.put(board)),
    lays && confirmBar(state),
    passButton(state),
    shown && !covers && reveal(state, shown, false),
  ];
}

/** What was looked at last: a page is scrolled to the board only when a tile has been taken up. */
let lookedAt = "";

/** Scroll the large board to what can be tapped, and the page to the board. @param {HTMLElement} place */
function lookAt(place) {
  const frame = place.querySelector(".town-place.large");
  const wanted = place.querySelector(".lay.chosen") ?? place.querySelector(".lay");
  const tile = place.querySelector(".tray-tile[aria-pressed=true]")?.getAttribute("data-key") ?? "";
  if (frame && tile && tile !== lookedAt) frame.scrollIntoView({ block: "start" });
  lookedAt = tile;
  if (frame && wanted) scrollToMiddle(frame, wanted);
}
