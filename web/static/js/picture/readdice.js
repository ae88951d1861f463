// The dice of a reading that a player stopped, in the order in which they are put right.

/** A die as it was read, and its place in the list that the table gave. @typedef {{ read: SeenDie, place: number }} Read */

/** The choice that is put right: the likeliest that names dice. @param {Proposal} proposal */
export const choiceOf = ({ choices }) => choices.find(({ dice }) => dice.length > 0);

/**
 * The dice to be put right: doubtful ones first, then from left to right. They are numbered so, here and on
 * the picture.
 * @type {(proposal: Proposal | null) => Read[]}
 */
export function diceInOrder(proposal) {
  const choice = proposal?.kind === "correction" ? choiceOf(proposal) : null;
  const dice = (choice?.dice ?? []).map((read, place) => ({ read, place }));
  return dice.sort(
    (one, other) =>
      Number(one.read.sure) - Number(other.read.sure) || one.read.centre[0] - other.read.centre[0],
  );
}
