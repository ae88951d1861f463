// The moves so far, latest first, and what has just happened, for who listens to the page instead of looking at it.

import { button, each, h, show, tell } from "../base/dom.js";
import { say } from "../picture/faces.js";
import { player } from "../base/seats.js";
import { number, pair, t } from "../base/texts.js";
import { IS_HOST, MAY_ACT, lastStanding, ownName } from "../base/api.js";

/**
 * @typedef {object} HistoryOptions
 * @property {number} [most] how many lines
 * @property {number} [folded] how many of these are shown until all are asked for
 * @property {() => void} [onopen] all lines are asked for: also those that the state does not hold
 * @property {(line: HistoryLine & { place: number }) => void} [onpick] what a tap on a line does, where lines may be corrected
 */

/** A drawing for each way in which a move came about. @type {Record<HistoryLine["by"], string>} */
const BY = {
  camera: "M2 6h4l2-3h4l2 3h4v10H2ZM10 14a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  tap: "M8 17V7a2 2 0 0 1 4 0v5l5 2-1 4H9L4 13l2-2Z",
  box: "M3 8l7-5 7 5v9H3ZM8 17v-6h4v6",
  clock: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 6v4l3 2",
  rule: "M4 3h10v14H4ZM7 7h4M7 10h4",
};

/** The sitting of which all lines are asked for. @type {string | null} */
let unfolded = null;

/** @type {(place: HTMLElement, state: State, options?: HistoryOptions) => void} */
export function drawHistory(place, state, { most = 12, folded = most, onopen, onpick } = {}) {
  const open = state.sitting !== null && unfolded === state.sitting;
  const all = state.history.map(inOrder(state.earlier)).slice(-most).reverse();
  const lines = open ? all : all.slice(0, folded);
  const fold = () => {
    unfolded = open ? null : state.sitting;
    if (!open) onopen?.();
  };
  const label = open ? t("history.fewer") : t("history.all", { moves: state.earlier + all.length });
  const rest =
    all.length > folded &&
    button("fold", label, fold, { class: "quiet", "aria-expanded": String(open) });
  const pick = (/** @type {HistoryLine & { place: number }} */ line) =>
    onpick && mayCorrect(state, line) ? onpick : undefined;
  show(
    place,
    state.sitting !== null && [
      h("h3", t("history.title")),
      lines.some(pick) && h("p.hint", t("history.tap")),
      lines.length === 0
        ? h("p.hint", t("history.none"))
        : each("ol.lines", lines, (line) => row(state.seats, line, pick(line))),
      rest,
    ],
  );
}

/** The lines with their places among the moves, for people to count; what a line is called does not change.
 * @type {(earlier: number) => (line: HistoryLine, place: number) => HistoryLine & { place: number }} */
const inOrder = (earlier) => (line, place) => ({ ...line, place: earlier + place + 1 });

/** @type {(seats: string[], line: HistoryLine & { place: number }, onpick: HistoryOptions["onpick"]) => Child} */
function row(seats, line, onpick) {
  const content = [
    h("span.number", line.place),
    h("span.what", line.seat && player(seats, line.seat), " ", h("span", say(line.text))),
    flags(line),
  ];
  return h("li", { class: line.undone && "undone" }, lineOf(line, content, onpick));
}

/** @type {(line: HistoryLine & { place: number }, content: Child[], onpick: HistoryOptions["onpick"]) => Child} */
function lineOf(line, content, onpick) {
  if (!onpick) return h("div.line", content);
  const onclick = () => onpick(line);
  return h("button.line", { type: "button", "data-key": `line-${line.number}`, onclick }, content);
}

/** @param {HistoryLine} line */
function flags(line) {
  const by = t(`history.by_${line.by}`);
  return h("span.flags", [
    line.undone && h("i", t("history.undone")),
    line.corrected && h("i", t("history.corrected")),
    h("svg.by", { viewBox: "0 0 20 20", role: "img", "aria-label": by }, [
      h("title", by),
      h("path", { d: BY[line.by] }),
    ]),
  ]);
}

/**
 * Whether this page may: the host any move, a player the own ones until another has moved.
 * @type {(state: State, line: HistoryLine) => boolean}
 */
export function mayCorrect(state, line) {
  if (line.undone || state.for_good || !MAY_ACT) return false;
  if (IS_HOST) return true;
  const own = ownName(state);
  const since = state.history.filter((one) => !one.undone && one.number >= line.number);
  return since.every(({ seat }) => seat === null || seat === own);
}

/** What was told last. @type {Pick<State, "sitting" | "scores"> & { move: number } | null} */
let told = null;

/** @param {State} state */
export function tellHappened({ sitting, seats, scores, history }) {
  const line = lastStanding({ history });
  const before = told;
  told = { sitting, scores, move: line?.number ?? 0 };
  if (!before || before.sitting !== sitting) return;
  const news = line && line.number > before.move ? [line.seat, " ", say(line.text), ". "] : [];
  const changed = seats.filter((name) => scores && scores[name] !== before.scores?.[name]);
  const points = changed.map((name) => `${name} ${number(scores?.[name] ?? 0)}`);
  const score = points.length > 0 && `${pair(t("scores.title"), points.join(", "))}.`;
  if (news.length || score) tell(news.flat().join("") + (score || ""));
}
