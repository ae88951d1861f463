// The moves before those that the table sends by itself: fetched where a page shows them, and kept.

import { get } from "./api.js";

export class Earlier {
  /** Whether the page shows them. */
  wanted = false;
  /** @type {HistoryLine[]} */
  #lines = [];
  #sitting = "";
  #edition = 0;

  /** Put the earlier moves before those of the state; false where they must be fetched first. @param {State} state */
  fillIn(state) {
    if (!this.wanted || state.earlier === 0) return true;
    const first = state.history[0]?.number ?? 0;
    const known = this.#lines.filter(({ number }) => number < first);
    const isSame = this.#sitting === state.sitting && this.#edition === state.edition;
    if (!isSame || known.length < state.earlier) return false;
    this.#keep(state, [...known, ...state.history]);
    state.history = this.#lines;
    state.earlier = 0;
    return true;
  }

  /** @param {State} state */
  async fetch(state) {
    let lines = state.history;
    for (let left = state.earlier; left > 0;) {
      const before = (await get(`history/${lines[0]?.number ?? 0}`)).lines;
      if (before.length === 0) return;
      lines = [...before, ...lines];
      left -= before.length;
    }
    this.#keep(state, lines);
  }

  /** @param {State} state @param {HistoryLine[]} lines */
  #keep = ({ sitting, edition }, lines) => {
    this.#lines = lines;
    this.#sitting = sitting ?? "";
    this.#edition = edition;
  };
}
