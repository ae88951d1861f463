import { get } from "../base/api.js";
import { CameraCard } from "../host/cameraphone.js";
import { byId, h, show } from "../base/dom.js";
import { gameOf } from "../games/registry.js";
import { KeyPointer } from "../picture/keypointer.js";
import { pointAt } from "../picture/marks.js";
import { placeOf } from "../base/plane.js";
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
import { asks, tell } from "../base/toast.js";
import { whyUnjudged } from "../play/turn.js";
import { selectField, tickBox } from "../base/form.js";

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
  const { width, height } = layer.getBoundingClientRect();
  keys?.forget();
  chooseAt(placeOf(event, layer), height / width);
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

/** @typedef {NonNullable<State["camera"]["view"]>} View */

const ROTATIONS = [0, 90, 180, 270];
const MAINS = [50, 60];
/** Widths and heights that cameras have. */
const SIZES = [
  [1280, 720],
  [1280, 960],
  [1640, 1232],
  [1920, 1080],
  [2304, 1296],
];

/** @type {(place: HTMLElement, state: State, isHost: boolean) => void} */
function drawCameraSet(place, { camera: { view } }, isHost) {
  show(
    place,
    view &&
      isHost &&
      h("details", [
        h("summary", { "data-key": "camera-set" }, t("camera_set.title")),
        choice("rotate", ROTATIONS.map(String), turned, String(view.rotate), Number),
        tickBox("camera-mirror", t("camera_set.mirror"), view.mirror, (mirror, box) =>
          change({ mirror }, box),
        ),
        choice("size", sizes(view), (size) => size || t("camera_set.usual"), named(view.size), sizeOf),
        choice("mains", MAINS.map(String), (hertz) => `${hertz} Hz`, String(view.mains), Number),
        h("p.hint", t("camera_set.kept")),
      ]),
  );
}

/** @param {string} degrees */
const turned = (degrees) =>
  degrees === "0" ? t("camera_set.upright") : t("camera_set.turned", { degrees: Number(degrees) });

/** None in particular, the usual sizes, and the one that is set. @param {View} view */
const sizes = ({ size }) => [...new Set(["", ...SIZES.map(named), named(size)])];

/** @param {number[] | null} size */
const named = (size) => (size ? size.join(" × ") : "");

/** @param {string} name */
const sizeOf = (name) => (name ? name.split(" × ").map(Number) : null);

/** @type {(name: string, values: string[], words: (value: string) => string, set: string, valueOf: (text: string) => unknown) => Child} */
const choice = (name, values, words, set, valueOf) =>
  h("label.check", [
    t(`camera_set.${name}`),
    selectField(`camera-${name}`, values, words, set, (value, field) =>
      change({ [name]: valueOf(value) }, field),
    ),
  ]);

/** @type {(what: object, pressed: Element) => Promise<unknown>} */
const change = (what, pressed) => asks("camera", what, "host")(pressed);
