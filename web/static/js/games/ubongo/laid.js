// How Ubongo is set up: the gem board with its pawns, the pieces, and which cards go back into the box.

import { h } from "../../base/dom.js";
import { number, t } from "../../base/texts.js";
import { section } from "../generic.js";
import { gemBoard } from "./board.js";
import { viewOf } from "./state.js";
import { pieceDrawing } from "./gems.js";

/** @import { Book } from "./types.js" */

/** Cards in the box. */
const CARDS = 36;

/** @type {(told: { book: Book }, state: State) => Laid} */
export function setUp({ book }, state) {
  const view = viewOf(state);
  const { cards_back: count, pieces } = view;
  const cards = CARDS - count;
  const strewn = view.phase === "laying_out" ? "ubongo.set_up.strew" : "ubongo.set_up.strewn";
  const back = count ? "ubongo.set_up.back" : "ubongo.set_up.all";
  const title = t("ubongo.set_up.pieces", { pieces: Object.keys(book.pieces).length });
  const drawn = h("div.rules-pieces", Object.values(book.pieces).map(pieceDrawing));
  const board = gemBoard(state, { name: null, chosen: null, pick: null, fix: null });
  const parts = [
    section("ubongo.set_up.board", strewn, {}, board),
    { title, drawing: drawn, text: t("ubongo.set_up.pieces_text") },
    {
      title: t("ubongo.set_up.cards", { cards }),
      drawing: piles(cards, count),
      text: t(back, { count, pieces }),
    },
  ];
  return { parts, first: t("ubongo.set_up.first") };
}

/** The cards that are played with, and beside them those that go back. @type {(played: number, back: number) => Child} */
const piles = (played, back) => [
  pile(played, "card-pile"),
  back > 0 && [h("b", { "aria-hidden": "true" }, "→"), pile(back, "card-pile back")],
];

/** @type {(cards: number, look: string) => Child} */
const pile = (cards, look) =>
  h(
    "svg",
    { viewBox: "0 0 60 70", class: look, "aria-hidden": "true" },
    [8, 4, 0].map((by) => h("rect", { x: 2 + by, y: 10 - by, width: 46, height: 56, rx: 5 })),
    h("text", { x: 25, y: 47, "text-anchor": "middle", "font-size": 24 }, number(cards)),
  );
