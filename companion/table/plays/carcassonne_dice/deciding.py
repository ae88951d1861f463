"""What to do with what is known of a throw or a city: what all likely hypotheses share is acted on.

At Yacht, which decides by ``tracking/decide.py``, the same costs a few silent errors more.
"""

from collections.abc import Hashable
from dataclasses import replace

from companion.table.tracking.beam import SAME, UNKNOWN, Beam, Tells
from companion.table.tracking.decide import (
    EPSILON,
    MOST_ANSWERS,
    WORTH_AN_ANSWER,
    WORTH_ASKING,
    Decision,
    Meaning,
    meanings,
)
from companion.table.tracking.world import Hypothesis

WORTH_WAITING = 0.05
"""So probable at least it must be that more is still to fall for a question to wait for it."""


def begun(beam: Beam, tells: Tells) -> Meaning | None:
    """Return the most that all likely hypotheses have in common, if it is sure; more may follow it."""
    groups: dict[Hashable, list[Hypothesis]] = {}
    for one in beam.hypotheses:
        for count in range(1, len(one.known_moves) + 1):
            key = tells.key(one.moves[:count])
            if key is not None:
                groups.setdefault(key, []).append(replace(one, moves=one.moves[:count]))
    found = [Meaning(key, sum(one.chance for one in group), group[0]) for key, group in groups.items()]
    sure = [one for one in found if one.chance >= 1 - EPSILON]
    return max(sure, key=lambda one: len(one.best.moves), default=None)


def decided(beam: Beam, tells: Tells) -> Decision:
    """Return what is cheapest to do."""
    found = meanings(beam, tells)
    common = begun(beam, tells)
    idle = {one.key: one.chance for one in found if one.key in (SAME, UNKNOWN)}
    same, unknown = idle.get(SAME, 0.0), idle.get(UNKNOWN, 0.0)
    acted = [one for one in found if one.key not in idle]
    answers = tuple(one for one in acted if one.chance > WORTH_AN_ANSWER)[:MOST_ANSWERS]
    if common is not None:
        return Decision(
            "act",
            (common, *(one for one in answers if one.key != common.key))[:MOST_ANSWERS],
            same,
            unknown,
        )
    # A hand that reaches in goes, dice that are due fall: another look tells more than any answer.
    is_covered = beam.last is not None and beam.last.covered
    is_covered |= sum(one.chance for one in beam.hypotheses if one.due) > WORTH_WAITING
    # Where it is likelier that nothing was done the page goes on with that, and has a tap for the other.
    is_worth = sum(one.chance for one in acted) > max(same, WORTH_ASKING) and not is_covered
    return Decision("ask" if answers and is_worth else "wait", answers, same, unknown)
