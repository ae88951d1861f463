"""What a game's referee answers to a reading: a proposal, a question, a notice, or nothing.

Whatever a player reads is a ``Say``: a code of the translation catalogue and what to put into it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from companion.table.shapes import JsonObject as JsonObject  # for the plays, which speak of moves
from vision.reading import Die

MOMENT_S, BRIEF_S = 1.5, 0.1
"""So long a proposed move is visible before it is accepted, s: the first, long enough to press *No*,
where taking it back would do harm; the second, a frame of the camera, where a mistake is one tap until
the next move: nobody presses *No* sooner, and whoever waits for a turn feels more."""

MemoryT = TypeVar("MemoryT")
"""What a game remembers of the table between readings; the table itself never looks into it."""


Place = tuple[float, float]
"""A place in the picture: fractions 0…1 of its width and of its height."""


@dataclass(frozen=True)
class Say:
    """Something for a person: a code of the translation catalogue and what to put into it.

    ``places`` are those of the pieces that it speaks of: pages mark them on the picture.
    """

    code: str
    params: Mapping[str, str | int | float] = field(default_factory=dict)
    places: tuple[Place, ...] = ()


@dataclass(frozen=True)
class Choice(Generic[MemoryT]):
    """One answer: the moves it means, and what the game remembers of the table if it is taken.

    ``dice`` are those that the last move's ``faces`` name, in the same order, as they were read: a
    person can put them right one by one.
    """

    id: str
    say: Say
    moves: tuple[JsonObject, ...]
    memory: MemoryT
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True)
class Proposal(Generic[MemoryT]):
    """What a reading means.

    ``move``: the first choice is accepted by itself after a visible moment. ``question``: a person
    picks a choice, likely ones first. ``pending``: nothing happens yet, and the choices are what may be
    done with what lies there (stop now, for instance). ``correction``: a person said that it was read
    wrongly, and puts the dice of a choice right; the table makes it of the other two, no referee does.
    """

    kind: Literal["move", "question", "pending", "correction"]
    say: Say
    choices: tuple[Choice[MemoryT], ...]
    building: tuple[JsonObject, ...] = ()
    """Moves that a pending proposal already sees lying there, to show the state they would lead to."""


@dataclass(frozen=True)
class Verdict(Generic[MemoryT]):
    """A referee's whole answer: what to remember, and what to propose or to say."""

    memory: MemoryT
    proposal: Proposal[MemoryT] | None = None
    notice: Say | None = None
