// A question's answers as two or three large pictures, each with its words.

import { h } from "../base/dom.js";
import { gameOf } from "../games/registry.js";
import { usePicture } from "../play/proposal.js";

export function usePictures() {
  usePicture((state, choice, words) => {
    const drawn = gameOf(state).choicePicture(state, choice);
    return [drawn && h("div.choice-picture", drawn), h("div.words", words)];
  });
}
