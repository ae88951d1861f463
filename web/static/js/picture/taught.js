// What the pieces may be that the table was taught, and how it is said what a piece of the reading really is.

import { Refused, get, post } from "../base/api.js";
import { t } from "../base/texts.js";
import { attempt, tell } from "../base/toast.js";

/** @typedef {{ kind: string, faces: string[], pawns: string[] }} Family */

/** Every label of boards, and what may stand on a cell; the labels of each family of tokens. */
export const taught = {
  labels: /** @type {string[]} */ ([]),
  pawns: /** @type {string[]} */ ([]),
  families: /** @type {string[][]} */ ([]),
};

/** Ask once. @param {string} who */
export async function learnTaught(who) {
  if (who !== "host") return;
  const told = await get("teaching", who).catch(() => null);
  const of = (/** @type {string} */ wanted) =>
    /** @type {Family[]} */ (told?.families ?? []).filter(({ kind }) => kind === wanted);
  taught.labels = of("board").flatMap(({ faces }) => faces);
  taught.pawns = of("board").flatMap(({ pawns }) => pawns);
  taught.families = of("tokens").map(({ faces }) => faces);
}

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
