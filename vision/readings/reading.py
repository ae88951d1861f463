"""Readings, the only results that leave the readers: the part shared by all kinds."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self

from vision.readings.places import BoxPx, PointPx

Why = Literal["dark", "bright", "blurred", "moving", "banded", "covered", "not the table"]
"""The reason why a part of a picture cannot be judged."""


@dataclass(frozen=True)
class Unjudged:
    """A part of the picture that cannot be judged: pieces there are not sure, and it is not known to be
    empty."""

    why: Why
    box_px: BoxPx


@dataclass(frozen=True)
class Guess:
    """One possible label of a piece; of a die, its face."""

    label: str
    confidence: float


@dataclass(frozen=True)
class MarkersSeen:
    """The table's markers, by their numbers: those ``seen``, and among these the ``unfit``.

    An unfit one does not lie flat with the others: the table's plane is found without it or, if it may
    be any of them, not at all.
    """

    seen: tuple[int, ...] = ()
    unfit: tuple[int, ...] = ()


@dataclass(frozen=True)
class Reading(ABC):
    """The common part of all kinds of readings.

    ``sure``: every piece is sure *and* nothing is missed or extra; ``doubts`` gives the reasons in code
    words if not. ``size_px`` is the picture's width and height. ``has_markers``: the table's plane is
    known from its markers. ``covered``: at a live table something new reaches in, such as a hand, and
    may hide pieces. ``unjudged``: the parts of the picture that cannot be judged, and why: a piece read
    there is not sure, and an unread one may be there. ``markers``: which were seen, for a kind whose
    reader looks for them. ``stages_ms`` is the time each stage took, by name.
    """

    kind: ClassVar[str]
    """The kind of its pieces, such as "dice"."""

    sure: bool
    doubts: tuple[str, ...]
    size_px: tuple[int, int]
    has_markers: bool
    covered: bool = field(default=False, kw_only=True)
    unjudged: tuple[Unjudged, ...] = field(default=(), kw_only=True)
    markers: MarkersSeen = field(default=MarkersSeen(), kw_only=True)
    stages_ms: tuple[tuple[str, float], ...] = field(default=(), kw_only=True)

    @property
    @abstractmethod
    def is_empty(self) -> bool:
        """Whether nothing of this kind lies there."""

    @property
    @abstractmethod
    def places_px(self) -> tuple[PointPx, ...]:
        """Where each piece lies."""

    @property
    def has_lost_its_board(self) -> bool:
        """Whether the board that pieces of this kind lie on was not found."""
        return False

    @property
    @abstractmethod
    def smallest_px(self) -> float | None:
        """The side of the smallest piece, or sign on one, that must be resolved; None if it is not
        known."""

    @abstractmethod
    def doubt_in(self, unjudged: Sequence[Unjudged]) -> Self:
        """Return the reading without certainty in these parts of the picture: no piece there is sure,
        and no place there is known to be bare."""


def lies_in(place: PointPx, unjudged: Sequence[Unjudged]) -> bool:
    """Tell whether a place lies in one of these parts of the picture."""
    return any(one.box_px.holds(place) for one in unjudged)


def add_doubt(doubt: str, doubts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the doubts with this one among them, once."""
    return doubts if doubt in doubts else (*doubts, doubt)


def raised_often(readings: Sequence[Reading]) -> list[str]:
    """Return the doubts that at least half of these readings have."""
    counts = Counter(doubt for reading in readings for doubt in reading.doubts)
    return [doubt for doubt, many in counts.items() if 2 * many >= len(readings)]
