"""How sure names of gems in a board's holes are: what their clusters in the picture tell of them."""

from dataclasses import replace

import numpy as np

from vision.tokens.confidence import SURELY, name_chances_in_holes
from vision.tokens.naming.clusters import NUMBERS, Taught
from vision.tokens.naming.names import PictureExplanation, TokenNames, Values

MANY, LABELS = 6, 2
NEAR, FAR = 8.0, 60.0
OPEN_OUTLINE = 0.7
"""What the regression says of a gem whose outline hardly shows."""


def named(chance: float = 0.99999, distance: float = NEAR) -> TokenNames:
    """Return six gems of one label, each so likely of it and so far from its cluster."""
    every, one = np.tile(np.eye(NUMBERS), (LABELS, 1, 1)), np.ones(MANY)
    taught = Taught(np.zeros((LABELS, NUMBERS)), every, np.eye(NUMBERS), LABELS)
    chances = np.column_stack([chance * one, (1 - chance) * one])
    moved, why = np.zeros((MANY, 2)), PictureExplanation([], taught, True, np.eye(LABELS))
    return TokenNames(
        chances, distance * one, one, 0 * one, moved, one, one, one, one, 9 * one, np.zeros(3), why
    )


def told(gems: TokenNames, presence: float = 1.0, regression: float = OPEN_OUTLINE) -> Values:
    return name_chances_in_holes(gems, np.full(MANY, presence), np.full(MANY, regression))


def test_what_lies_well_within_its_own_cluster_is_surely_of_it() -> None:
    assert (told(named()) >= SURELY).all()


def test_what_lies_farther_from_it_is_as_sure_as_before() -> None:
    assert (told(named(distance=FAR)) == OPEN_OUTLINE).all()


def test_a_cluster_of_few_or_a_wide_one_or_one_far_off_tells_nothing() -> None:
    assert (told(named(), presence=0.1) == OPEN_OUTLINE).all()
    assert (told(replace(named(), width=np.full(MANY, 4.0))) == OPEN_OUTLINE).all()
    assert (told(replace(named(), label_distance=np.full(MANY, 70.0))) == OPEN_OUTLINE).all()


def test_no_name_is_likelier_right_than_it_is_among_the_taught_ones() -> None:
    assert (told(named(chance=0.6, distance=FAR), regression=0.97) == 0.6).all()
