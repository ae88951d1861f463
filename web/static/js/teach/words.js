// What a lesson says, by the kind of pieces that is taught.

/** @import { Lesson } from "./shapes.js" */
/**
 * The codes of its texts: `first` and `lay`, what to photograph; `none`, that nothing is seen; `named`, that
 * all has its name; `test` and why; `read`, what was read in it, and what to tap.
 * @typedef {Record<"first" | "lay" | "none" | "named" | "test" | "test_why" | "read" | "test_tap" | "skip", string>} Words
 */

/** @type {Record<string, Words>} */
const WORDS = {
  dice: {
    first: "teach.lay",
    lay: "teach.lay_again",
    none: "teach.none_seen",
    named: "teach.all_named",
    test: "teach.test",
    test_why: "teach.test_why",
    read: "teach.test_read",
    test_tap: "teach.test_tap",
    skip: "teach.skip",
  },
  board: {
    first: "teach.board_first",
    lay: "teach.board_lay",
    none: "teach.board_empty",
    named: "teach.board_named",
    test: "teach.board_test",
    test_why: "teach.board_test_why",
    read: "teach.board_read",
    test_tap: "teach.board_test_tap",
    skip: "teach.skip_piece",
  },
  tokens: {
    first: "teach.tokens_first",
    lay: "teach.tokens_lay",
    none: "teach.tokens_none",
    named: "teach.tokens_named",
    test: "teach.tokens_test",
    test_why: "teach.tokens_test_why",
    read: "teach.tokens_read",
    test_tap: "teach.tokens_test_tap",
    skip: "teach.tokens_skip",
  },
};

/** @type {(lesson: Pick<Lesson, "kind">) => Words} */
export const wordsOf = ({ kind }) => WORDS[kind] ?? WORDS.dice;
