"""Which looks would have prevented an error: the same play is shown again, with more looks."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.rigs.random_play.plane import Event, Look, Role
from tests.rigs.random_play.showing import Result

FAIR = "fair"
BETTER_LOOKS: tuple[tuple[str, tuple[Role, ...]], ...] = (
    (FAIR, ("throw", "aside")),
    ("put aside unseen", ("throw",)),
    ("throw unseen", ()),
)
"""The kinds of errors, and the looks that are taken in any case where one is still made."""
UNNOTICED = "hidden unnoticed"
"""The kind of an error that is made only where a die is hidden without a sign of it."""


def with_looks(events: Sequence[Event], roles: Sequence[Role]) -> list[Event]:
    """Return the same events with all looks of these roles taken, and no die hidden without a sign."""
    return [_better(event, roles) if isinstance(event, Look) else event for event in events]


def fair(events: Sequence[Event]) -> list[Event]:
    """Return the same events with a look at each throw and at all that was put aside before the next."""
    return with_looks(events, ("throw", "aside"))


def kind_of(
    events: Sequence[Event], shown: Callable[[Sequence[Event]], Result], result: Result
) -> tuple[str, Result]:
    """Return which kind of error a play shows, and what came of it with the best such looks.

    ``shown``: shows these events to a table.
    """
    for kind, roles in BETTER_LOOKS:
        again = shown(with_looks(events, roles))
        if again.error:
            return kind, again
    return UNNOTICED, result


def _better(look: Look, roles: Sequence[Role]) -> Look:
    if look.role in roles:
        look = replace(look, taken=True, glimpse=False)
    if look.hand == "unnoticed":
        bare = tuple(replace(die, hidden=False) for die in look.dice)
        look = replace(look, hand="none", dice=bare)
    return look
