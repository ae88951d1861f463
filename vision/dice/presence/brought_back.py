"""Brings back what was suppressed by something that proves to be no die, if it is clearly a die.

Four dots of a cloth may seem a die larger than any, until they are named; a die right beside them was
dropped as its side, and would be missed unnoticed.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from vision.dice.geometry import side_of
from vision.dice.presence.presence import DOUBT_FROM
from vision.dice.presence.sightings import IsSideOf, Sighting, tops_among

FAR_SMALLER = 2.0
"""Ratio of widths from which a thing is too narrow to be the side of a die's top. Chosen by hand: a side
half as wide is seen at less than 15° off the vertical, and is a sliver."""
RIVAL = 1.0
"""Rival strength of something without a face, for example a plug, of which a die may be the side: never
sure."""

Plainly = Callable[[list[Sighting]], list[bool]]
"""Tells which of these are clearly dice by themselves."""


def bring_back(
    seen: Sequence[Sighting],
    suppressed: Sequence[Sequence[Sighting]],
    chances: Sequence[float],
    plainly: Plainly,
    is_side_of: IsSideOf,
) -> list[Sighting]:
    """Return the possible dice including those that were wrongly suppressed; nothing if none were.

    ``seen``: the possible dice; ``suppressed``: everything suppressed by each, including ``seen``
    itself; ``chances``: the final probabilities of being dice.
    """
    suppressed_ones = [
        (place, one)
        for place, (of_one, chance) in enumerate(zip(suppressed, chances, strict=True))
        if chance < DOUBT_FROM
        for one in of_one
    ]
    are_plain = plainly([one for _, one in suppressed_ones]) if suppressed_ones else []
    back = [pair for pair, is_plain in zip(suppressed_ones, are_plain, strict=True) if is_plain]
    if not back:
        return []
    apart = {id(seen[place]) for place, _ in back} | {id(one) for _, one in back}
    others = [replace(one, suppressed=()) for one in seen if id(one) not in apart]
    return tops_among([*others, *(_beside(one, seen[place]) for place, one in back)], is_side_of)


def _beside(one: Sighting, no_die: Sighting) -> Sighting:
    """Return one with its supposed top as a rival, if it can be a side of that."""
    if side_of(no_die.corners_px) > FAR_SMALLER * side_of(one.corners_px):
        return replace(one, suppressed=())
    return replace(one, suppressed=(), rival=RIVAL, rival_as_seen=RIVAL)
