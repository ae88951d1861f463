// Votes with the players' own cards: enter the sums, to be corrected until the next lay, then the cards left in a tie.

import { lastStanding, role } from "../../base/api.js";
import { button, h } from "../../base/dom.js";
import { whenSent } from "../../base/form.js";
import { player } from "../../base/seats.js";
import { sending, sendingText, sendMoves } from "../../base/sending.js";
import { t } from "../../base/texts.js";
import { resultLine } from "./reveal.js";
import { momentOf } from "./sending.js";
import { viewOf } from "./state.js";

/** What was entered, but not said: for one moment of the game, by what it counts. */
const draft = { moment: "", numbers: /** @type {Record<string, string>} */ ({}), again: false };

/** The line of a vote that was counted, as long as nothing was done since. @type {(state: State) => HistoryLine | null} */
function countedLast({ history }) {
  const last = lastStanding({ history });
  return last?.move.move === "counted" ? last : null;
}

/** The form for what a vote came to, what it came to, or the form for a tie. @type {(state: State) => Child} */
export function sums(state) {
  const { phase, tied } = viewOf(state);
  const counted = countedLast(state);
  const moment = [momentOf(state), counted?.number, tied].join();
  if (moment !== draft.moment) Object.assign(draft, { moment, numbers: {}, again: false });
  if (phase === "count") return role !== "everyone" && countForm(state, (move) => move);
  if (tied.length) return tieForm(state, tied);
  return counted && result(state, counted);
}

/** @type {(state: State, counted: HistoryLine) => Child} */
function result(state, counted) {
  const { yes, no } = /** @type {{ yes: number, no: number }} */ (/** @type {unknown} */ (counted.move));
  const said = resultLine(no <= yes, { yes, no });
  if (role === "everyone") return said;
  const again = () =>
    Object.assign(draft, { again: true, numbers: { yes: String(yes), no: String(no) } });
  if (!draft.again) return h("div.buttons", said, button("sums-right", t("drunter.count.right"), again));
  return countForm(state, (move) => ({ move: "correct", number: counted.number, with: move }));
}

/** @type {(state: State, made: (move: Move) => Move) => Child} */
function countForm(state, made) {
  const title = h("h3", t("drunter.reveal.title"));
  const { numbers } = draft;
  const move = () => made({ move: "counted", yes: Number(numbers.yes), no: Number(numbers.no) });
  const fields = [
    numberField("yes", `✓ ${t("drunter.declare.yes")}`),
    numberField("no", `✕ ${t("drunter.declare.no")}`),
  ];
  return form(state, [title, h("p", t("drunter.count.how"))], fields, ["yes", "no"], move);
}

/** @type {(state: State, tied: string[]) => Child} */
function tieForm(state, tied) {
  const title = h("h3", t("drunter.left.title"));
  if (role === "everyone") return h("section", title);
  const fields = tied.map((name) => numberField(name, player(state.seats, name)));
  const votes = () => Object.fromEntries(tied.map((name) => [name, Number(draft.numbers[name])]));
  const move = () => ({ move: "left", votes: votes() });
  return form(state, [title, h("p.hint", t("drunter.left.how"))], fields, tied, move);
}

/** @type {(key: string, label: Child) => Child} */
const numberField = (key, label) =>
  h("label", label, [
    h("input", {
      ...{ type: "number", inputmode: "numeric", min: 0, max: 99, required: true },
      ...{ value: draft.numbers[key] ?? "", "data-key": `sum-${key}` },
      oninput: ({ target }) => (draft.numbers[key] = target.value),
    }),
  ]);

/** @type {(state: State, head: Child, fields: Child[], keys: string[], move: () => Move) => Child} */
function form(state, head, fields, keys, move) {
  const say = () =>
    keys.every((key) => draft.numbers[key]) && sendMoves(state, "move", [move()], momentOf);
  return h("form.sums", { onsubmit: whenSent(say) }, [
    head,
    h("div.buttons", fields),
    sending.busy
      ? sendingText()
      : h("button.strong.big", { type: "submit", "data-key": "sums-say" }, t("drunter.vote.confirm")),
  ]);
}
