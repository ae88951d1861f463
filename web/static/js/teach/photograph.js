// A photograph from a phone, as the table takes it: a JPEG that is not larger than it need be.

/** Longer sides are made so long, in pixels: a die is seen well, and a phone's photograph is soon sent. */
const LONGEST_PX = 4608;
const QUALITY = 0.92;

/**
 * Return a picture of any kind that the browser knows as JPEG, turned as it is seen; null if it is none.
 * @type {(file: File) => Promise<Blob | null>}
 */
export async function asJpeg(file) {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return null;
  const scale = Math.min(1, LONGEST_PX / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}
