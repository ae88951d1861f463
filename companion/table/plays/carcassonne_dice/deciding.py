"""What to do with what is known of a throw or a city: what all likely hypotheses share is acted on.

At Yacht, which decides by ``tracking/decide.py``, the same costs a few silent errors more.
"""

from collections.abc import Hashable
from dataclasses import replace

from companion.table.tracking.beam import Beam, Tells
from companion.table.tracking.decide import EPSILON, MOST_ANSWERS, Decision, Meaning, undecided
from companion.table.tracking.world import Hypothesis

WORTH_WAITING = 0.05
"""Least probability that more is still to fall for a question to wait for it."""


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
    open_still = undecided(beam, tells)
    common = begun(beam, tells)
    if common is not None:
        others = (one for one in open_still.meanings if one.key != common.key)
        return replace(open_still, kind="act", meanings=(common, *others)[:MOST_ANSWERS])
    # Dice that are due fall: another look tells more than any answer.
    is_due = sum(one.chance for one in beam.hypotheses if one.due) > WORTH_WAITING
    return replace(open_still, kind="wait") if is_due else open_still
