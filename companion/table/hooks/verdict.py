"""A game's answer to a reading: a proposal, a question, a notice, or nothing.

Any text for a player is a ``Say``: a code of the translation catalogue and its parameters.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from companion.table.shapes.values import JsonObject as JsonObject
from companion.table.shapes.values import Text
from companion.table.storage.codec import SELDOM, as_json
from vision.readings.dice import Die

MOMENT_S, BRIEF_S = 1.5, 0.1
"""Seconds for which a proposed move is visible before it is accepted: the first, long enough to press
*No*, if taking it back would do harm; the second, a frame of the camera, if a mistake is one tap to mend
until the next move."""

MemoryT = TypeVar("MemoryT")
"""A game's memory of the table between readings; the table itself never looks into it."""


Place = tuple[float, float]
"""A place in the picture: fractions 0…1 of its width and of its height."""


def place_of(point_px: Sequence[float], size_px: tuple[int, int]) -> Place:
    """Return a point as a place in a picture of that width and height."""
    return round(point_px[0] / size_px[0], 5), round(point_px[1] / size_px[1], 5)


def places_of(points_px: Iterable[Sequence[float]], size_px: tuple[int, int]) -> tuple[Place, ...]:
    """Return points as places in a picture of that width and height."""
    return tuple(place_of(point, size_px) for point in points_px)


@dataclass(frozen=True)
class Say:
    """A message for a person: a code of the translation catalogue and its parameters.

    ``places``: those of the pieces concerned, which pages mark on the picture.
    """

    code: str
    params: Mapping[str, str | int | float] = field(default_factory=dict)
    places: tuple[Place, ...] = field(default=(), metadata=SELDOM)


def text(say: Say) -> Text:
    """Return a saying as it leaves the table."""
    said: Text = as_json(say)
    return said


@dataclass(frozen=True)
class Choice(Generic[MemoryT]):
    """One answer: its moves, and the game's memory of the table if it is chosen.

    ``dice`` are those named by the last move's ``faces``, in the same order, as they were read: a person
    can correct them one by one.
    """

    id: str
    say: Say
    moves: tuple[JsonObject, ...]
    memory: MemoryT
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True)
class Proposal(Generic[MemoryT]):
    """What a reading means.

    ``move``: the first choice is accepted by itself after a visible moment. ``question``: a person picks
    a choice, likely ones first. ``pending``: nothing happens yet; the choices are the possible moves
    with the pieces lying there (stopping now, for instance). ``correction``: a person said that it was
    read wrongly, and corrects the dice of a choice; the table makes it from the other two kinds, a
    referee never does.
    """

    kind: Literal["move", "question", "pending", "correction"]
    say: Say
    choices: tuple[Choice[MemoryT], ...]
    building: tuple[JsonObject, ...] = ()
    """Moves that a pending proposal already sees on the table; pages show the state after them."""


@dataclass(frozen=True)
class Verdict(Generic[MemoryT]):
    """A referee's whole answer: what to remember, and what to propose or say."""

    memory: MemoryT
    proposal: Proposal[MemoryT] | None = None
    notice: Say | None = None
