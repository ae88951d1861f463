"""What to do with what is known: act on one meaning, ask, or look again. The costs, in one place."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Literal
from zlib import crc32

from companion.table.tracking.beam import SAME, UNKNOWN, Beam, Tells, meaning
from companion.table.tracking.world import Hypothesis

SILENT_ERROR = 200.0
"""What a move costs that did not happen and that nobody was asked about, in questions."""
EPSILON = 1 / SILENT_ERROR
"""Acting on a meaning is cheaper than asking as long as it is wrong less often than this."""
WORTH_ASKING = 0.15
"""So probable at least it must be that something happened before anybody is asked: until then another
look costs less, and what may have happened is one tap."""
WORTH_AN_ANSWER = EPSILON
"""A meaning less probable than this is no answer of its own: reading it costs more than it gains."""
WORTH_WAITING = 0.05
"""Least probability that more is still to fall for a question to wait for it."""

MOST_ANSWERS = 4
"""Maximum number of answers offered to a question."""


@dataclass(frozen=True)
class Meaning:
    """What some hypotheses come to alike: ``chance`` of all together, and the likeliest of them."""

    key: Hashable
    chance: float
    best: Hypothesis

    @property
    def name(self) -> str:
        """A name that stays the same from look to look, however likely it becomes."""
        return f"meaning-{crc32(repr(self.key).encode()):x}"


@dataclass(frozen=True)
class Decision:
    """Whether to ``act`` on the first of the meanings, to ``ask`` which holds, or to ``wait``.

    ``meanings``: those that make a move, likeliest first, as many as may be answers; ``same``,
    ``unknown``: how probably none was made, or one that nobody can tell.
    """

    kind: Literal["act", "ask", "wait"]
    meanings: tuple[Meaning, ...]
    same: float
    unknown: float


def meanings(beam: Beam, tells: Tells) -> list[Meaning]:
    """Return what the hypotheses mean, likeliest first."""
    groups: dict[Hashable, list[Hypothesis]] = {}
    for one in beam.hypotheses:
        groups.setdefault(meaning(one, tells), []).append(one)
    found = [
        Meaning(key, sum(one.chance for one in group), replace(group[0], moves=group[0].known_moves))
        for key, group in groups.items()
    ]
    return sorted(found, key=lambda one: -one.chance)


def undecided(beam: Beam, tells: Tells) -> Decision:
    """Return what is cheapest to do where nothing is sure: ask, or wait for another look."""
    found = meanings(beam, tells)
    idle = {one.key: one.chance for one in found if one.key in (SAME, UNKNOWN)}
    same, unknown = idle.get(SAME, 0.0), idle.get(UNKNOWN, 0.0)
    acted = [one for one in found if one.key not in idle]
    answers = tuple(one for one in acted if one.chance > WORTH_AN_ANSWER)[:MOST_ANSWERS]
    # A hand that reaches in goes, and then another look tells more than any answer.
    is_covered = beam.last is not None and beam.last.covered
    # Where it is likelier that nothing was done the page goes on with that, and has a tap for the other.
    is_worth = sum(one.chance for one in acted) > max(same, WORTH_ASKING) and not is_covered
    return Decision("ask" if answers and is_worth else "wait", answers, same, unknown)


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
    """Return what is cheapest to do: what all likely hypotheses share is acted on."""
    open_still = undecided(beam, tells)
    answers = open_still.meanings
    common = begun(beam, tells)
    if common is not None:
        others = (one for one in answers if one.key != common.key)
        return replace(open_still, kind="act", meanings=(common, *others)[:MOST_ANSWERS])
    # Pieces that are due fall: another look tells more than any answer.
    is_due = sum(one.chance for one in beam.hypotheses if one.due) > WORTH_WAITING
    return replace(open_still, kind="wait") if is_due else open_still
