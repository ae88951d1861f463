// A reading that a player stopped: its dice one by one, to be put right and sent.

import { choiceKey, focusOn, h, onceButton, redraw } from "../base/dom.js";
import { die, faceKey } from "./faces.js";
import { gameOf } from "../games/registry.js";
import { choiceOf, diceInOrder, pointAt } from "./marks.js";
import { faceName, t } from "../base/texts.js";
import { answers } from "../base/toast.js";

/** @import { Read } from "./marks.js" */

/** Of a piece of the picture: its side in pixels, and how much larger than a die it is. */
const PIECE = { side: 112, room: 1.5 };

/**
 * What has been put right, but not sent, and what the picture showed of each die; forgotten with the
 * proposal.
 * @typedef {object} Drafted
 * @property {string} id the proposal's
 * @property {string[]} faces
 * @property {number | null} chosen the die whose face is being chosen
 * @property {Point[]} centres
 * @property {(HTMLCanvasElement | null)[]} pieces
 */
/** @type {Drafted} */
let draft = { id: "", faces: [], chosen: null, centres: [], pieces: [] };

/** @type {(id: string, dice: SeenDie[]) => Drafted} */
function begun(id, dice) {
  const faces = dice.map(({ face }) => face);
  const centres = dice.map(({ centre }) => /** @type {Point} */ (centre));
  return { id, faces, chosen: null, centres, pieces: dice.map(pieceOf) };
}

/** What the picture on this page shows of a die; null without a picture. @type {(read: SeenDie) => HTMLCanvasElement | null} */
function pieceOf({ centre: [x, y], corners: [[x1, y1], [x2, y2]] }) {
  const image = /** @type {HTMLImageElement | null} */ (document.querySelector("#picture img"));
  if (!image?.naturalWidth) return null;
  const { naturalWidth: width, naturalHeight: height } = image;
  const side = PIECE.room * Math.hypot((x2 - x1) * width, (y2 - y1) * height);
  const piece = document.createElement("canvas");
  [piece.width, piece.height] = [PIECE.side, PIECE.side];
  const [left, top] = [x * width - side / 2, y * height - side / 2];
  piece.getContext("2d")?.drawImage(image, left, top, side, side, 0, 0, PIECE.side, PIECE.side);
  return piece;
}

/** @param {HTMLCanvasElement | null} piece */
const copyOf = (piece) =>
  piece &&
  h("canvas.piece", {
    ...{ width: PIECE.side, height: PIECE.side, "aria-hidden": "true" },
    ref: (/** @type {HTMLCanvasElement | null} */ shown) =>
      shown?.getContext("2d")?.drawImage(piece, 0, 0),
  });

const pointAtChosen = () => pointAt(draft.chosen === null ? null : draft.centres[draft.chosen]);

/** @type {(state: State, proposal: Proposal) => Child[]} */
function drawCorrection(state, proposal) {
  const choice = choiceOf(proposal);
  if (!choice) return [];
  const dice = diceInOrder(proposal);
  if (draft.id !== proposal.id) draft = begun(proposal.id, choice.dice);
  choice.dice.forEach((read, place) => (draft.pieces[place] = draft.pieces[place] ?? pieceOf(read)));
  const { faces, chosen } = draft;
  const isChanged = choice.dice.some(({ face }, place) => face !== faces[place]);
  const send = answers(proposal.id, choice.id, faces);
  const number = dice.findIndex(({ place }) => place === chosen) + 1;
  return [
    h("div.read-dice", { role: "group" }, dice.map(dieButton)),
    number > 0 && faceChoice(state, dice[number - 1], number),
    h("div.buttons", [
      onceButton("correct-send", t(isChanged ? "correct.send" : "correct.right"), send, "strong"),
      onceButton("choice-stop", t("correct.nothing"), answers(proposal.id, "stop"), "quiet"),
    ]),
  ];
}

/** @param {Partial<Drafted>} change */
function put(change) {
  Object.assign(draft, change);
  pointAtChosen();
}

/** @type {(read: Read, order: number) => Child} */
function dieButton({ read, place }, order) {
  const face = draft.faces[place];
  const isChosen = draft.chosen === place;
  const words = [
    t("correct.die", { number: order + 1, face: faceName(face) }),
    !read.sure && t("correct.doubtful"),
    face !== read.face && t("history.corrected"),
  ];
  const drawn = [
    h("b.number", order + 1),
    copyOf(draft.pieces[place]),
    die(face),
    !read.sure && h("span.doubt-sign", { "aria-hidden": "true" }, "?"),
  ];
  const point = () => pointAt(/** @type {Point} */ (read.centre));
  const choose = () => put({ chosen: isChosen ? null : place });
  return choiceKey(`read-${place}`, drawn, isChosen, choose, {
    class: ["read-die", face !== read.face && "changed"],
    "aria-label": words.filter(Boolean).join(", "),
    ...{ onpointerenter: point, onfocus: point },
    ...{ onpointerleave: pointAtChosen, onblur: pointAtChosen },
  });
}

/** The faces that a die may show: likely ones first. @type {(state: State, read: Read, number: number) => Child} */
function faceChoice(state, { read, place }, number) {
  const faces = [...new Set([read.face, ...read.likely, ...gameOf(state).faces(state)])];
  const choose = (/** @type {string} */ face) => () => {
    put({ faces: draft.faces.map((old, i) => (i === place ? face : old)), chosen: null });
    redraw();
    focusOn(`[data-key=read-${place}]`);
  };
  const keys = faces.map((face) =>
    faceKey(`face-${face}`, face, choose(face), { isOn: face === draft.faces[place] }),
  );
  return h("div.which-face", h("p", t("correct.shows", { number })), h("div.face-keys", keys));
}

/** What a page that may put readings right is given. */
export const putRight = { draw: drawCorrection };
