// What the pieces may be that the table was taught; only the host is told.

import { get } from "../base/api.js";

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
