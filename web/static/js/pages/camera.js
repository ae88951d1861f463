import { get } from "../base/api.js";
import { drawCameraSet } from "../picture/cameraset.js";
import { CameraCard } from "../host/cameraphone.js";
import { byId, h, show } from "../base/dom.js";
import { gameOf } from "../games/registry.js";
import { KeyPointer } from "../picture/keypointer.js";
import { pointAt } from "../picture/marks.js";
import { showPage } from "../page.js";
import { readingText } from "../picture/reading.js";
import {
  cellsOf,
  diceOf,
  isInView,
  missedAt,
  pieceUnder,
  placesOf,
  tokensOf,
  wordsAt,
} from "../picture/readpieces.js";
import {
  NONE_CHOSEN,
  choosing,
  chosenOf,
  doubtfulFirst,
  pieceChoice,
  pieceList,
} from "../picture/rightpiece.js";
import { learnTaught } from "../picture/taught.js";
import { t } from "../base/texts.js";
import { tell } from "../base/toast.js";
import { whyUnjudged } from "../play/turn.js";

/** @import { Chosen } from "../picture/rightpiece.js" */

/** Who puts right what was read: the host, or who sits at the table; null: this page only shows. @type {string | null} */
let speaks = null;
/** The piece that is put right. */
let chosen = NONE_CHOSEN;
/** @type {State | null} */
let now = null;
/** The keyboard's way to what the picture shows; null: this page only shows. @type {KeyPointer | null} */
let keys = null;

const phoneCard = new CameraCard(byId("camera-phone"));

/** @param {State} state */
function drawReading(state) {
  now = state;
  drawCameraSet(byId("camera-set"), state, speaks === "host");
  if (speaks === "host") phoneCard.update(state);
  const { phase, seen, hand } = state.watch;
  const blind = whyUnjudged(state.watch);
  const covered = hand.length > 0;
  show(byId("reading"), [
    h("h2.title", t("reading.title")),
    h("p", blind ?? t(`phase.${phase}`)),
    covered && h("p", t("reading.covered")),
    seen && h("p", readingText(seen)),
    speaks && seen && seen.dice.length > 0 && h("p.hint", t("reading.tap")),
    speaks === null && h("p", h("a.as-button", { href: "/host" }, t("reading.log_in"))),
    seen && pieces(seen, gameOf(state).faces(state)),
  ]);
}

/** What was read, piece by piece. @type {(seen: Seen, faces: string[]) => Child[]} */
function pieces(seen, faces) {
  const acts = { who: speaks, faces, choose };
  const picked = chosenOf(seen, chosen);
  return [
    speaks && picked?.kind === "missed" && pieceChoice(picked, seen, chosen, acts),
    speaks && seen.board && doubtfulFirst("board", cellsOf(seen), seen, chosen, acts),
    speaks && seen.tokens.length > 0 && doubtfulFirst("token", tokensOf(seen), seen, chosen, acts),
    pieceList(diceOf(seen), seen, chosen, acts),
  ];
}

/** @param {Chosen} what */
function choose(what) {
  chosen = what;
  const seen = now?.watch.seen;
  pointAt((seen && chosenOf(seen, chosen)?.at) ?? null);
  redraw();
}

/** Draw what was chosen; who chose by key goes on by key. */
function redraw() {
  if (now) drawReading(now);
  keys?.takeFocusBack();
}

/** Find out who this browser speaks for: the host before players. */
async function findOut() {
  const seats = [...document.querySelectorAll("nav a[href^='/seat/']")];
  const roles = ["host", ...seats.map((link) => `seat-${link.getAttribute("href")?.split("/")[2]}`)];
  for (const role of roles) {
    const heard = await get("state", role).catch(() => null);
    if (heard) {
      speaks = role;
      if (picture) keys = new KeyPointer(picture, keyActs(picture.frame));
      await learnTaught(role);
      break;
    }
  }
  if (now) drawReading(now);
}

/** @type {(event: MouseEvent, layer: SVGSVGElement) => void} */
function tap(event, layer) {
  const box = layer.getBoundingClientRect();
  keys?.forget();
  chooseAt(
    [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height],
    box.height / box.width,
  );
}

/** What the keyboard does on the picture. @type {(frame: HTMLElement) => import("../picture/keypointer.js").Acts} */
function keyActs(frame) {
  const shape = () => frame.clientHeight / frame.clientWidth;
  const open = (/** @type {Point} */ at) => {
    chooseAt(at, shape());
    /** @type {HTMLElement | null} */ (document.querySelector("#reading .which-face"))?.focus();
  };
  const seen = () => now?.watch.seen ?? null;
  return {
    targets: () => placesOf(seen()),
    words: (at) => wordsAt(seen(), at, shape()),
    open,
    shape,
  };
}

/** A piece is chosen on the picture, or a place at which one was not seen. `shape`: the picture's height by its width. @type {(at: Point, shape: number) => void} */
function chooseAt(at, shape) {
  const seen = now?.watch.seen;
  if (!speaks || !seen) return;
  const piece = pieceUnder(seen, at, shape);
  if (piece?.kind === "cell" && seen.board && !isInView(seen.board, piece.read))
    tell(t("reading.not_in_view"));
  else if (piece) choose(choosing(chosen, piece, seen));
  else if (seen.dice.length || seen.tokens.length) choose(choosing(chosen, missedAt(at), seen));
  document
    .querySelector("#reading [aria-pressed=true], #reading [data-key=missed]")
    ?.scrollIntoView({ block: "nearest" });
}

const { live, picture } = showPage({ draw: drawReading });
picture?.frame.addEventListener("click", (event) => tap(event, picture.overlay));
live.start();
findOut();
