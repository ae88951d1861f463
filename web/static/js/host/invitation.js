// A code that lets a phone in: the page's address, its QR code, and the code to be typed.

import { h } from "../base/dom.js";
import { t } from "../base/texts.js";

/** A code that was made, and where the page is that takes it. @typedef {{ code: string, path: string, link: string | null, qr: string | null }} Invitation */

/** @param {Invitation} invitation */
export function invitation({ code, path, link, qr }) {
  const address = link ?? location.origin + path;
  return h("div.invitation", [
    qr && h("img.qr", { src: qr, alt: t("seats.qr") }),
    h("p", [
      t("seats.open"),
      " ",
      h("a", { href: address }, address.replace(/^\w+:\/\//, "")),
      h("b", code),
    ]),
  ]);
}
