// What is told of games that have ended: ranking, why, what is worth telling, standings; and how one that has ended is
// shared: names leave the house only by a tap that says so before.

import { button, each, h, show, redraw } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { player } from "../base/seats.js";
import { language, number, t } from "../base/texts.js";
import { IS_HOST, MAY_ACT, address, get, ownName } from "../base/api.js";
import { closeDialog, newDialog } from "../base/dialogs.js";
import { attempt, tell } from "../base/toast.js";

/** @import { components } from "../../../../build/openapi" */

/** @typedef {components["schemas"]["PlacedShape"]} Placed */
/** @typedef {components["schemas"]["HighlightShape"]} Highlight */
/** @typedef {components["schemas"]["StandingShape"]} Standing */
/** @typedef {components["schemas"]["GameShape"]} PastGame */
/** @typedef {components["schemas"]["EveningsShape"]} Evenings */

/** Names, one after the other. */
export const lists = new Intl.ListFormat(language, { type: "conjunction" });

/** @type {(seats: string[], ranking: Placed[]) => Child} */
export const rankingOf = (seats, ranking) =>
  each("ol.ranking", ranking, ({ name, rank, score, won }) =>
    h("li", { class: won ? "won" : "" }, [
      won
        ? h("span.rank.crown", { role: "img", "aria-label": t("end.won") }, "★")
        : h("span.rank", `${rank}.`),
      player(seats, name),
      score !== null && h("b.points", number(score)),
    ]),
  );

/** @type {(seats: string[], highlights: Highlight[]) => Child} */
export const highlightsOf = (seats, highlights) =>
  highlights.length === 0
    ? null
    : each("ul.highlights", highlights, ({ name, text }) =>
        h("li", name && player(seats, name), h("span", say(text))),
      );

/** @type {(title: string, standings: Standing[], names: string[]) => Child} */
export const standingsOf = (title, standings, names) =>
  h("table.standings", [
    h("caption", title),
    h("thead", [
      each("tr", ["end.rank", "end.player", "end.wins", "end.games", "end.beaten"], (code) =>
        h("th", { scope: "col" }, t(code)),
      ),
    ]),
    each("tbody", standings, ({ name, rank, wins, games, beaten }) =>
      h("tr", [
        h("td", `${rank}.`),
        h("th", { scope: "row" }, player(names, name)),
        [wins, games, beaten].map((value) => h("td", number(value))),
      ]),
    ),
  ]);

/** By what players are known. @type {(players: Evenings["players"]) => Record<string, { colour: number, sign: number }>} */
export const marksOf = (players) =>
  Object.fromEntries(players.map(({ name, colour, sign }) => [name, { colour, sign }]));

/** The picture's size, in pixels: as /card draws it. */
const CARD = { width: 1080, height: 1350 };

/** Where names may go, and which. @typedef {{ link: string, site: string, names: string[] }} Link */

/** Offer the ways in which a game is shared. @param {number} sitting */
export function share(sitting) {
  /** @type {Link | null} */
  let link = null;
  const ask = async () => {
    link = await get(`sittings/${sitting}/bgstats`);
    redraw();
  };
  const picture = () => sharePicture(sitting);
  const card = { src: `/api/v1/sittings/${sitting}/card`, alt: t("share.card") };
  newDialog("share", (dialog) =>
    show(dialog, [
      h("h2", { id: "share-title" }, t("share.title")),
      h("img", { class: "card-shown", ...card, ...CARD }),
      h("div.buttons", [
        button(null, t("share.picture"), (pressed) => attempt(picture, pressed), "strong"),
        download(t("share.table"), "results.csv", "results.csv"),
        download(t("share.file"), `sittings/${sitting}/bgsplay`, `${sitting}.bgsplay`),
        button(null, t("share.link"), (pressed) => attempt(ask, pressed)),
        button(null, t("share.close"), () => closeDialog(dialog), { class: "quiet", autofocus: true }),
      ]),
      h("div.asked", { "aria-live": "polite" }, link && beforeLink(link)),
    ]),
  );
}

/** Names go to another site: say so, and let only a second tap open it. @param {Link} link */
const beforeLink = ({ link: href, site, names }) => [
  h("p", t("share.link_why", { site, names: lists.format(names) })),
  h("a.as-button", { href, target: "_blank", rel: "noreferrer noopener" }, t("share.link_go", { site })),
];

/** @type {(label: string, path: string, name: string) => Child} */
const download = (label, path, name) => h("a.as-button", { href: address(path), download: name }, label);

/** Hand the picture to what the phone shares with; where there is nothing, keep it. @param {number} sitting */
async function sharePicture(sitting) {
  const blob = await drawnCard(sitting);
  const file = new File([blob], `game-${sitting}.png`, { type: "image/png" });
  if ("canShare" in navigator) {
    const shared = { files: [file] };
    // browser-floor: only where there is something to share with
    const hand = navigator.canShare(shared) ? () => navigator.share(shared) : null;
    if (hand) {
      await hand().catch(() => {});
      return;
    }
  }
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  tell(t("share.kept"));
}

/** @type {(sitting: number) => Promise<Blob>} */
async function drawnCard(sitting) {
  const image = new Image(CARD.width, CARD.height);
  image.src = `/api/v1/sittings/${sitting}/card`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), CARD);
  canvas.getContext("2d")?.drawImage(image, 0, 0, CARD.width, CARD.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

/** Draw it where it belongs. `state.end` is there. @type {(place: HTMLElement, state: State) => void} */
export function end(place, state) {
  const { end: told, seats, sitting } = state;
  if (!told) return;
  show(place, [
    headline(state),
    told.why && h("p.why", say(told.why)),
    h("div.of-end", [
      rankingOf(seats, told.ranking),
      told.picture &&
        h("img", {
          ...{ class: "winning", src: `${told.picture}?moves=${told.moves}`, alt: t("end.picture") },
          ...{ width: 640, height: 480 },
        }),
    ]),
    highlightsOf(seats, told.highlights),
    told.evening.games > 1 &&
      standingsOf(t("end.evening", { games: told.evening.games }), told.evening.standings, seats),
    h("div.buttons", [
      IS_HOST && button("again", t("end.again"), again, "strong"),
      MAY_ACT && button("share", t("share.title"), () => share(Number(sitting)), "quiet"),
    ]),
  ]);
}

/** The winner's own phone says it to the winner. @param {State} state */
function headline(state) {
  const winners = (state.end?.ranking ?? []).filter(({ won }) => won).map(({ name }) => name);
  const own = ownName(state);
  if (own && winners.includes(own))
    return h("h2.you-won", t(winners.length > 1 ? "end.you_shared" : "end.you_won"));
  if (winners.length === 0) return h("h2", t("end.nobody"));
  return h("h2", t("end.winners", { names: lists.format(winners), count: winners.length }));
}

/** The form stands on the same page. */
const again = () => document.dispatchEvent(new Event("again"));
