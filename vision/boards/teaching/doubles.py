"""Contradictory lessons: one piece under two names, or two pieces that nobody can tell apart."""

from itertools import combinations

from vision.boards.sets import BoardSet
from vision.lesson import Note
from vision.matching.matcher import BoardMatcher

DOUBTED, SAME = 0.05, 0.3
"""Probabilities of being another piece: above the first, a sample may be mixed up with it; above the
second, it is the same piece, since identical pieces are equally likely."""


def doubles(taught: BoardSet) -> list[Note]:
    """Return a note on each two labels that have a sample of one which may be the other."""
    names = [label.name for label in taught.labels]
    mixed: dict[tuple[str, str], float] = {}
    for sample, chances in zip(taught.samples, BoardMatcher(taught).of_samples(), strict=True):
        for label, chance in chances.items():
            if label != sample.label:
                pair = (min(label, sample.label), max(label, sample.label))
                mixed[pair] = max(mixed.get(pair, 0.0), chance)
    notes = []
    for one, other in combinations(sorted(names), 2):
        chance = mixed.get((one, other), 0.0)
        if chance >= SAME:
            text = f"{one} and {other} look the same: was one piece given two names?"
            notes.append(Note("labelled_differently", text, True, (one, other)))
        elif chance >= DOUBTED:
            text = f"{one} and {other} can hardly be told apart: show both from nearer, in better light"
            notes.append(Note("too_alike", text, faces=(one, other)))
    return notes
