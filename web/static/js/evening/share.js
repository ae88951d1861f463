// A game that has ended, for others: one picture, a table of values, Board Game Stats. Names leave the house only
// by a tap that says so before.

import { address, get } from "../base/api.js";
import { closeDialog, newDialog } from "../base/dialogs.js";
import { button, h, show } from "../base/dom.js";
import { redraw } from "../base/redraw.js";
import { t } from "../base/texts.js";
import { attempt, tell } from "../base/toast.js";
import { lists } from "./told.js";

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
      h(
        "div.buttons",
        button(null, t("share.picture"), (pressed) => attempt(picture, pressed), "strong"),
        download(t("share.table"), "results.csv", "results.csv"),
        download(t("share.file"), `sittings/${sitting}/bgsplay`, `${sitting}.bgsplay`),
        button(null, t("share.link"), (pressed) => attempt(ask, pressed)),
        button(null, t("share.close"), () => closeDialog(dialog), { class: "quiet", autofocus: true }),
      ),
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
