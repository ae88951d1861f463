// Files that are sent and fetched, and a form that asks for a name: of all that is taught.

import { address } from "../base/api.js";
import { h, onceButton } from "../base/dom.js";
import { whenSent } from "../base/form.js";
import { t } from "../base/texts.js";
import { tell } from "../base/toast.js";

/**
 * @param {string} label
 * @param {string} accept
 * @param {string} key
 * @param {(file: File, pressed: Element) => unknown} act
 * @param {object} more attributes
 */
export function fileButton(label, accept, key, act, more = {}) {
  const onchange = (/** @type {{ currentTarget: any }} */ { currentTarget: input }) => {
    const [file] = input.files;
    if (file) act(file, input.parentElement);
    input.value = "";
  };
  const look = { type: "file", accept, ...more, class: "unseen", "data-key": key, onchange };
  return h("label.as-button.file", label, h("input", look));
}

/** The field of a name. */
export const NAME = { type: "text", name: "name", required: true, maxlength: 40, autocomplete: "off" };

/** @param {(name: string, pressed: Element) => unknown} act */
export function nameForm(act) {
  const said = t("teach.face_name");
  return h("form.face-form", { onsubmit: whenSent(({ name }, form) => act(name, form)) }, [
    h("input", { ...NAME, "aria-label": said, placeholder: said, "data-key": "face-name" }),
    h("button", { "data-key": "face-typed" }, t("teach.ok")),
  ]);
}

/** Photographs of a lesson are sent by it. @type {(label: string, taker: { photograph: (file: File, pressed: Element) => unknown }) => Child} */
export const photographKey = (label, taker) =>
  fileButton(label, "image/*", "photograph", (file, pressed) => taker.photograph(file, pressed));

/** What was taught at another table is taken up here. @type {(taker: { takeUp: (file: File, pressed: Element) => unknown }) => Child} */
export const takeUpKey = (taker) =>
  fileButton(t("teach.take_up"), ".zip,application/zip", "take-up", (file, pressed) =>
    taker.takeUp(file, pressed),
  );

/** A file that takes what was taught to another table. @type {(name: string, path: string) => Child} */
export const packKey = (name, path) =>
  h(
    "a.as-button.quiet",
    {
      href: address(`${path}/${encodeURIComponent(name)}`),
      download: `${name}.zip`,
      "data-key": `pack-${name}`,
    },
    t("teach.pack"),
  );

/** It is deleted when that is said twice, and not by a double press. `again`: it was said once. @type {(name: string, again: boolean, act: (pressed: Element) => unknown) => Child} */
export const deleteKey = (name, again, act) =>
  onceButton(`delete-${name}`, t(again ? "teach.delete_sure" : "teach.delete"), act, "quiet");

/** Longer sides are made so long, in pixels: a die is seen well, and a phone's photograph is soon sent. */
const LONGEST_PX = 4608;
const QUALITY = 0.92;

/**
 * Return a picture of any kind that the browser knows as JPEG, turned as it is seen; null, and say so, if it is none.
 * @type {(file: File) => Promise<Blob | null>}
 */
export async function asJpeg(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  const isPicture = await image.decode().then(
    () => true,
    () => false,
  );
  URL.revokeObjectURL(image.src);
  if (!isPicture) {
    tell(t("error.teaching.no_photograph"));
    return null;
  }
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(1, LONGEST_PX / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(naturalWidth * scale);
  canvas.height = Math.round(naturalHeight * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}
