// What every page does with what it is told.

import { byId, h, ifThere, show, onRedraw } from "./base/dom.js";
import { waits } from "./base/finger.js";
import { drawEnd, drawGreeting } from "./evening/load.js";
import { usePrints } from "./picture/faces.js";
import { gameOf, isLoaded, loadGame, printsOf } from "./games/registry.js";
import { drawHistory, tellHappened } from "./play/history.js";
import { Live } from "./base/live.js";
import { PictureView } from "./picture/picture.js";
import { drawProposal } from "./play/proposal.js";
import { RulesPanel } from "./play/rules.js";
import { drawScores } from "./play/scores.js";
import { useMarks } from "./base/seats.js";
import { drawFaults, drawStatus } from "./play/status.js";
import { t } from "./base/texts.js";
import { drawTurn } from "./play/turn.js";
import { lettersLater } from "./base/later.js";
import { onShownPart } from "./base/plane.js";
import { drawTimer } from "./play/countdown.js";

/** @import { HistoryOptions } from "./play/history.js" */
/** @import { PictureOptions } from "./picture/picture.js" */
/** @import { PutRight } from "./play/proposal.js" */

/** @typedef {(state: State) => void} Draw */

/**
 * Show a page's parts, as far as it has places for them, and keep them up to date.
 * @param {object} [options]
 * @param {Draw} [options.draw] draws what only this page has
 * @param {typeof drawTurn} [options.turn] says whose turn it is
 * @param {PutRight | null} [options.right] how a reading is put right here
 * @param {HistoryOptions} [options.history]
 * @param {PictureOptions} [options.picture]
 */
export function showPage({
  draw = () => {},
  turn = drawTurn,
  right = null,
  history = {},
  picture: pictureOptions = {},
} = {}) {
  // On a phone the pages' names go on beyond its edge.
  document.querySelector("nav [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  const live = new Live();
  const place = document.getElementById("picture");
  const picture = place && new PictureView(place, pictureOptions);
  const parts = partsOf(draw, turn, right, history, picture);
  /** @type {string | null | undefined} the game that the page is ready to show; undefined: none yet */
  let ready;

  const redraw = () => {
    if (waits(redraw, redraw)) return;
    drawStatus(byId("status"), live);
    drawCrowd(byId("crowd"), live);
    const { state } = live;
    if (!state || state.game !== ready) return;
    document.body.classList.toggle("no-sitting", !state.sitting);
    useMarks(state.marks);
    for (const part of parts) drawSafely(() => part(state));
  };
  const takeState = async () => {
    drawStatus(byId("status"), live);
    const game = live.state?.game ?? null;
    // Where none is played, dice that lie there may be any game's; else nothing needs a game's page.
    const needed = game !== null || Boolean(live.state?.watch.seen?.dice.length);
    if (game !== ready || (needed && !isLoaded(game))) {
      if (needed) await loadGame(game);
      if (live.state?.game !== game) return; // another game has been started meanwhile
      usePrints(printsOf(game));
      ready = game;
    }
    redraw();
  };

  watchHolders(document.body);
  lettersLater();
  if (!knowsGaps()) import(byId("gaps").dataset.src ?? "");
  onShownPart(redraw);
  onRedraw(redraw);
  live.addEventListener("state", takeState);
  for (const kind of ["seen", "connection"]) live.addEventListener(kind, redraw);
  drawStatus(byId("status"), live);
  return { live, picture, redraw };
}

/**
 * @param {Draw} draw
 * @param {typeof drawTurn} turn
 * @param {PutRight | null} right
 * @param {HistoryOptions} history
 * @param {PictureView | null} picture
 * @returns {Draw[]}
 */
function partsOf(draw, turn, right, history, picture) {
  const rules = new RulesPanel();
  return [
    (state) => drawFaults(byId("faults"), state),
    (state) => rules.update(state),
    (state) => ifThere("greeting", (place) => drawGreeting(place, state)),
    (state) => ifThere("turn", (place) => turn(place, state)),
    (state) => ifThere("end", (place) => drawEnd(place, state)),
    (state) => ifThere("timer", (place) => (gameOf(state).drawTimer ?? drawTimer)(place, state)),
    (state) => ifThere("proposal", (place) => drawProposal(place, state, right)),
    (state) => ifThere("scores", (place) => drawScores(place, state)),
    (state) => ifThere("own", (place) => gameOf(state).drawOwn(place, state)),
    (state) => ifThere("game", (place) => gameOf(state).drawGame(place, state)),
    (state) => ifThere("odds", (place) => gameOf(state).drawOdds(place, state)),
    tellHappened,
    (state) => ifThere("history", (place) => drawHistory(place, state, history)),
    (state) => picture?.update(state),
    draw,
  ];
}

/** That other pages of this browser must be closed before this one goes on. @type {(place: HTMLElement, live: Live) => void} */
function drawCrowd(place, { connection, crowd }) {
  const pages = connection === "crowded" ? [...new Set(crowd)].join(", ") : "";
  show(place, pages && h("p.fault", t("connection.close_one", { pages })));
}

/** What one part cannot draw must not keep the others from being drawn. @param {() => void} draw */
function drawSafely(draw) {
  try {
    draw();
  } catch (error) {
    console.error(error);
  }
}

/** Whether the browser keeps things apart that stand in a row or column, or only those in grids. */
function knowsGaps() {
  const column = document.createElement("div");
  Object.assign(column.style, { display: "flex", flexDirection: "column", rowGap: "1px" });
  column.append(document.createElement("i"), document.createElement("i"));
  document.body.append(column);
  const { scrollHeight } = column;
  column.remove();
  return scrollHeight === 1;
}

const HOLDERS = ".board, .board section, .column";

/**
 * Keep in each part's `data-holds` the classes of all that is in it: `a`, `b` and `a.b` for a thing that
 * has both.
 * @param {HTMLElement} root
 */
function watchHolders(root) {
  new MutationObserver(() => tellAll(root)).observe(root, {
    attributeFilter: ["class"],
    childList: true,
    subtree: true,
  });
  tellAll(root);
}

/** @param {HTMLElement} root */
function tellAll(root) {
  for (const holder of root.querySelectorAll(HOLDERS)) {
    const holds = [...new Set([...holder.querySelectorAll("[class]")].flatMap(toldOf))].join(" ");
    if (holder.getAttribute("data-holds") !== holds) holder.setAttribute("data-holds", holds);
  }
}

/** @param {Element} inside */
function toldOf({ classList }) {
  const [first, ...more] = classList;
  return first === undefined ? [] : [...classList, ...more.map((other) => `${first}.${other}`)];
}
