// Before the game: how the twelve board parts lie, who has which colour; or the fights alone.

import { get, post } from "../../base/api.js";
import { button, choiceKey, each, h, redraw } from "../../base/dom.js";
import { selectField } from "../../base/form.js";
import { t } from "../../base/texts.js";
import { attempt } from "../../base/toast.js";
import { colourName } from "./state.js";

/** @import { Player } from "../../evening/rows.js" */
/** @import { Told } from "../../mosaic/lesson.js" */

/** @typedef {{ colours: string[], parts: Record<string, string[]>, layout: string[][]}} Data */

const OURS = "our_crypt";
/** The side of a field in the small drawings. */
const FIELD = 8;

/** @type {(told: { book: { crypts: Record<string, Data> } }) => Setup} */
export function setup({ book }) {
  /** The crypts that can be played in, by their names; the first is ours. @type {Map<string, Data>} */
  const crypts = new Map([["", book.crypts[OURS]]]);
  let data = book.crypts[OURS];
  let own = "";
  let rows = data.layout.map((row) => [...row]);
  /** How many parts were not surely seen. */
  let unsure = 0;
  let asked = false;
  /** The part that was tapped, by its place. @type {[number, number] | null} */
  let held = null;
  /** By the players' rows. @type {WeakMap<object, string>} */
  const colours = new WeakMap();

  /** @type {(row: number, column: number) => void} */
  const tap = (row, column) => {
    if (held === null) {
      held = [row, column];
      return;
    }
    const [other, beside] = held;
    if (other === row && beside === column) rows[row][column] = turned(rows[row][column]);
    else [rows[row][column], rows[other][beside]] = [rows[other][beside], rows[row][column]];
    held = null;
  };
  const colourOf = (/** @type {Player} */ { row }, /** @type {number} */ place) =>
    colours.get(row) ?? data.colours[place % data.colours.length];

  const lieAsShipped = () => {
    rows = data.layout.map((row) => [...row]);
    held = null;
  };

  /** @param {string} name */
  const playIn = (name) => {
    own = name;
    data = /** @type {Data} */ (crypts.get(name));
    lieAsShipped();
    unsure = 0;
  };

  /** Crypts that were taught here; the one that was taught is likely to be played, unless parts of ours were
   * tapped meanwhile. */
  const lookForOwn = () => {
    asked = true;
    get("mosaics").then(
      (told) => {
        take(told);
        if (crypts.size === 1) return;
        if (held === null && !changed(rows, data))
          playIn(told.open && crypts.has(told.open) ? told.open : [...crypts.keys()][1]);
        redraw();
      },
      () => {}, // nothing is kept at this table
    );
    return null;
  };

  /** @param {Told} told */
  const take = ({ boards }) => {
    for (const { name, game, data: taught } of boards)
      if (taught && game === "gruftmeister") crypts.set(name, /** @type {any} */ (taught));
  };

  /** The camera lays the parts. @param {Element} pressed */
  const see = (pressed) =>
    attempt(async () => {
      const told = await post("mosaics/lies", { name: own });
      take(told);
      playIn(own);
      unsure = told.unsure.length;
      redraw();
    }, pressed);

  return {
    hides: ["fight_only", "crypt"],
    first: fightsAlone(),
    draw: (players) => [
      !asked && lookForOwn(),
      whichCrypt([...crypts.keys()], own, playIn),
      h("details.crypt-setup", [
        h("summary", t("gruftmeister.setup.crypt")),
        own && button("see-layout", t("gruftmeister.setup.see"), see),
        unsure > 0 && h("p.note", { role: "status" }, t("gruftmeister.setup.unsure", { count: unsure })),
        h("p.hint", t("gruftmeister.setup.how")),
        grid(data, rows, held, tap),
        button("as-shipped", t("gruftmeister.setup.as_shipped"), lieAsShipped, "quiet"),
        players.map((player, place) => {
          const choose = (/** @type {string} */ colour) => colours.set(player.row, colour);
          return colourChoice(data, player.name, place, colourOf(player, place), choose);
        }),
      ]),
    ],
    words: (players) => ({
      ...(own && { options: { crypt: data } }),
      ...(changed(rows, data) && { layout: rows }),
      ...(players.some(({ row }) => colours.has(row)) && {
        colours: Object.fromEntries(players.map((one, place) => [one.name, colourOf(one, place)])),
      }),
    }),
  };
}

/** Which crypt is played in; and the way to one's own. @type {(names: string[], own: string, choose: (name: string) => void) => Child} */
const whichCrypt = (names, own, choose) =>
  h("div.which-crypt", [
    names.length > 1 &&
      h("label", [
        t("gruftmeister.setup.which"),
        selectField("which-crypt", names, (name) => name || t("gruftmeister.setup.ours"), own, choose),
      ]),
    h("a", { href: "/mosaics", "data-key": "own-crypt" }, t("gruftmeister.setup.own")),
  ]);

/** @type {(rows: string[][], data: Data) => boolean} */
const changed = (rows, { layout }) => JSON.stringify(rows) !== JSON.stringify(layout);

/** A part's name with its quarter turns, a quarter further. @param {string} laid */
function turned(laid) {
  const [name, turns = "0"] = laid.split("+");
  const next = (Number(turns) + 1) % 4;
  return next ? `${name}+${next}` : name;
}

/** The fights alone, on the players' own board: what costs nothing to begin comes first. */
const fightsAlone = () =>
  h("div.note", [
    h("p", t("gruftmeister.beside.offer")),
    h("a.as-button.strong", { href: "/beside/gruftmeister", "data-key": "fights" }, [
      t("gruftmeister.beside.open"),
    ]),
    h("p.hint", t("gruftmeister.setup.whole")),
  ]);

/** The twelve parts as they lie; one is tapped, then another: they change places. @type {(data: Data, rows: string[][], held: [number, number] | null, tap: (row: number, column: number) => void) => Child} */
const grid = ({ parts }, rows, held, tap) =>
  each("div.part-grid", rows, (row, y) =>
    each("div.part-row", row, (laid, x) => {
      const [name, turns = "0"] = laid.split("+");
      const place = { name, row: y + 1, column: x + 1, turns: Number(turns) };
      const isHeld = held !== null && held[0] === y && held[1] === x;
      const drawn = partDrawing(parts[name], Number(turns));
      return choiceKey(`part-${y}-${x}`, drawn, isHeld, () => tap(y, x), {
        class: "quiet part-key",
        "aria-label": t("gruftmeister.setup.part", place),
      });
    }),
  );

/** A part of the board, small: its fields, and a ring where something is printed. @type {(part: string[], turns: number) => Child} */
function partDrawing(part, turns) {
  const size = (part.length - 1) / 2;
  const marks = part.flatMap((line, y) =>
    y % 2
      ? [...line].flatMap((mark, x) =>
          x % 2 && mark !== "#" ? [{ x: (x - 1) / 2, y: (y - 1) / 2, mark }] : [],
        )
      : [],
  );
  const middle = (size * FIELD) / 2;
  return h(
    "svg",
    { viewBox: `0 0 ${2 * middle} ${2 * middle}`, width: 62, height: 62, "aria-hidden": "true" },
    h("g", { transform: `rotate(${90 * turns} ${middle} ${middle})` }, [
      marks.map(({ x, y, mark }) =>
        h("rect", {
          x: x * FIELD + 0.5,
          y: y * FIELD + 0.5,
          width: FIELD - 1,
          height: FIELD - 1,
          fill: "currentColor",
          "fill-opacity": mark === "." ? 0.25 : 0.75,
        }),
      ),
    ]),
  );
}

/** @type {(data: Data, name: string, place: number, now: string, choose: (colour: string) => void) => Child} */
const colourChoice = (data, name, place, now, choose) =>
  h("label", [
    t("gruftmeister.setup.colour", { seat: name || String(place + 1) }),
    selectField(`colour-${place}`, data.colours, colourName, now, choose),
  ]);
