// A photograph from a phone, as the table takes it: a JPEG that is not larger than it need be.

import { t } from "../base/texts.js";
import { tell } from "../base/toast.js";

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
