"""Random natural play of Yacht: no throw is accepted unasked that was not made."""

import pytest

from tests.rigs.random_yacht.__main__ import Turn

ASKED = 0.15
"""So few looks lead to a question, of which every twenty-fifth shows a face in doubt."""


@pytest.mark.parametrize("begin", range(0, 80, 20))
def test_no_throw_is_accepted_that_was_not_made_and_little_is_asked(begin: int) -> None:
    looks = asked = 0
    for seed in range(begin, begin + 20):
        turn = Turn(seed)
        turn.play()
        assert turn.error is None, seed
        looks, asked = looks + turn.sums["looks"], asked + turn.sums["asked"]
    assert asked <= ASKED * looks
