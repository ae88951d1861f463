// What has happened, for who listens to the page instead of looking at it: the last move, and scores that changed.

import { tell } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { lastOf } from "../base/lists.js";
import { number, pair, t } from "../base/texts.js";

/** What was told last. @type {Pick<State, "sitting" | "scores"> & { move: number } | null} */
let told = null;

/** @param {State} state */
export function tellHappened({ sitting, seats, scores, history }) {
  const line = lastOf(history.filter(({ undone }) => !undone));
  const before = told;
  told = { sitting, scores, move: line?.number ?? 0 };
  if (!before || before.sitting !== sitting) return;
  const news = line && line.number > before.move ? [line.seat, " ", say(line.text), ". "] : [];
  const changed = seats.filter((name) => scores && scores[name] !== before.scores?.[name]);
  const points = changed.map((name) => `${name} ${number(scores?.[name] ?? 0)}`);
  const score = points.length > 0 && `${pair(t("scores.title"), points.join(", "))}.`;
  if (news.length || score) tell(news.flat().join("") + (score || ""));
}
