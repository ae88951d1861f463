// Says what a piece of the reading really is, and keeps it as a sample where that is wanted.

import { post, Refused } from "../base/api.js";
import { t } from "../base/texts.js";
import { attempt, tell } from "../base/toast.js";

/**
 * `right` is what is said of the piece, `kept` its sample, null where none is kept. What a throw meant may
 * count already: then the sample is kept all the same, and the player is told where the move is corrected.
 * Returns whether all was done that can be done here.
 * @type {(right: object, kept: object | null, who: string, pressed: Element) => Promise<boolean>}
 */
export async function sayRight(right, kept, who, pressed) {
  let counts = false;
  const done = await attempt(async () => {
    try {
      return await post("readings", right, {}, who);
    } catch (error) {
      counts = error instanceof Refused && error.reason?.code === "error.accepted_already";
      if (counts && kept) return true;
      throw error;
    }
  }, pressed);
  if (done === null) return false;
  const isKept = kept && (await attempt(() => post("teaching/keep", kept, {}, who), pressed)) !== null;
  if (isKept && counts) tell(t("reading.kept_counts"));
  return true;
}
