"""The one type of a piece that was seen, be it a die, a tile or a token, and what a look at all of them
tells.

A look says of every piece where it lies, what it may be and how probably, and how surely one lies there
at all; where nothing could be judged, and which pieces touch, how probably. What only one kind of piece
has is in ``own``, a type of that kind; whoever compares looks need not know it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Generic, TypeVar

from vision.dice.grids import contacts_in
from vision.readings.dice import DiceReading, Die, Doubt
from vision.readings.places import PointMm, PointPx
from vision.readings.reading import Guess, Unjudged

OwnT = TypeVar("OwnT", covariant=True)
"""What a kind of pieces adds to a piece: of dice the corners of their top face, say."""

LEAST_CHANCE = 1e-5
"""So probably, at least, a piece is any one of those that no candidate names: an eye that is sure is
wrong, too, now and then."""


@dataclass(frozen=True)
class Candidate:
    """What a piece may be, by its label, and how probably it is that."""

    label: str
    chance: float


@dataclass(frozen=True)
class Place:
    """Where a piece lies and how it is turned; the table's own measures where its plane is known.

    ``size_px``: the side of a die's face or of a cell, the diameter of what is round.
    """

    centre_px: PointPx
    size_px: float
    angle_deg: float | None = None
    centre_mm: PointMm | None = None
    angle_mm_deg: float | None = None

    def way_to(self, other: "Place", size_mm: float) -> tuple[float, float]:
        """Return the way to another place, right and down, in sizes of such a piece."""
        if self.centre_mm is not None and other.centre_mm is not None:
            (x, y), (right, down) = self.centre_mm, other.centre_mm
            return (right - x) / size_mm, (down - y) / size_mm
        (x, y), (right, down) = self.centre_px, other.centre_px
        return (right - x) / self.size_px, (down - y) / self.size_px

    def away(self, other: "Place", size_mm: float) -> float:
        """Return how far away another place is, in sizes of such a piece."""
        return hypot(*self.way_to(other, size_mm))

    def turned_deg(self, other: "Place", alike_deg: float, with_all_deg: float = 0.0) -> float | None:
        """Return by how much another is turned against this; None if one has no direction.

        ``alike_deg``: after so much the piece looks the same again; ``with_all_deg``: so much of it was
        turned with all the others, clockwise.
        """
        one, two = self.angle_deg, other.angle_deg
        if self.centre_mm is not None and other.centre_mm is not None:
            one, two = self.angle_mm_deg, other.angle_mm_deg
        if one is None or two is None:
            return None
        return abs((two - one - with_all_deg + alike_deg / 2) % alike_deg - alike_deg / 2)


@dataclass(frozen=True)
class Piece(Generic[OwnT]):
    """One piece as it was seen.

    ``candidates``, likeliest first, are what it may be if one lies there; ``there``: how probably one
    does. ``sure``: good enough to act on by itself. ``read``: it was read as one; else nothing was, and
    one may have been missed there.
    """

    place: Place
    candidates: tuple[Candidate, ...]
    there: float
    sure: bool
    own: OwnT
    read: bool = True

    @property
    def label(self) -> str:
        """What it most probably is; "" where nothing is known of it."""
        return self.candidates[0].label if self.candidates else ""

    def chance(self, label: str, labels: int) -> float:
        """Return how probably it is that; ``labels``: so many there are in all.

        What the candidates leave over is shared by those that they do not name.
        """
        for candidate in self.candidates:
            if candidate.label == label:
                return max(candidate.chance, LEAST_CHANCE)
        left = 1.0 - sum(candidate.chance for candidate in self.candidates)
        return max(left / max(1, labels - len(self.candidates)), LEAST_CHANCE)


@dataclass(frozen=True)
class Contact:
    """Two pieces, by their numbers in a look, the lower first, that touch edge to edge, or may."""

    pieces: tuple[int, int]
    chance: float


@dataclass(frozen=True)
class Look(Generic[OwnT]):
    """All that one finished reading tells of the pieces of a kind.

    ``unjudged``: parts of the picture of which nothing can be told; ``covered``: something reaches in
    and may hide pieces anywhere; ``is_blind``: a piece may have been missed anywhere.
    """

    pieces: tuple[Piece[OwnT], ...]
    contacts: tuple[Contact, ...] = ()
    unjudged: tuple[Unjudged, ...] = ()
    covered: bool = False
    is_blind: bool = False

    def judges(self, place: PointPx) -> bool:
        """Tell whether a piece that lies at this place would be seen."""
        return not self.covered and not any(part.box_px.holds(place) for part in self.unjudged)


# Dice.

SURE = 0.99995
"""A die that its reader calls sure shows another face no more often than this leaves over."""
MISSED = 0.5
"""How probably a die lies where a reader says no more than that one may have been missed."""
TOUCHING, UNSURE = 0.999, 0.5
"""How probably two dice touch that are read as touching, or of which it is a guess, where their reader
tells no more."""


@dataclass(frozen=True)
class DieTop:
    """What a die adds: its number in the reading, None if none was read but one may lie there."""

    number: int | None
    cut_off: bool = False


def dice_look(reading: DiceReading) -> Look[DieTop]:
    """Return what a reading of dice tells: first its own dice in their order, then those it may have
    missed."""
    # Where a reader says no more than that there is one too many, any that is not sure may be none.
    extra = "maybe_extra" in reading.doubts and all(one.kind != _EXTRA for one in reading.doubtful)
    seen = [
        _die(number, die, reading.doubtful, MISSED if extra and not die.sure else 1.0)
        for number, die in enumerate(reading.dice)
    ]
    missed = [doubt for doubt in reading.doubtful if doubt.kind == "may_be_missed"]
    places = [_missed(doubt) for doubt in missed if not doubt.is_anywhere]
    return Look(
        (*seen, *places),
        tuple(_contacts(reading)),
        reading.unjudged,
        reading.covered,
        any(doubt.is_anywhere for doubt in missed) or ("maybe_missed" in reading.doubts and not missed),
    )


def _die(number: int, die: Die, doubts: Sequence[Doubt], there: float) -> Piece[DieTop]:
    guesses = die.likely or (Guess(die.face, die.confidence),)
    if die.sure:
        guesses = (Guess(die.face, max(SURE, die.confidence)),)
    chances = [doubt.chance for doubt in doubts if number in doubt.dice and doubt.kind != _TOUCH]
    own = DieTop(number, die.cut_off)
    return Piece(place_of(die), _candidates(guesses), min(chances, default=there), die.sure, own)


def place_of(die: Die) -> Place:
    """Return where a die lies."""
    return Place(die.centre_px, die.side_px, die.angle_deg, die.centre_mm, die.angle_mm_deg)


def _missed(doubt: Doubt) -> Piece[DieTop]:
    place = Place(doubt.centre_px, doubt.side_px, None, doubt.centre_mm)
    there = doubt.chance if doubt.chance < 1.0 else MISSED
    return Piece(place, _candidates(doubt.likely), there, sure=False, own=DieTop(None), read=False)


def _candidates(guesses: Sequence[Guess]) -> tuple[Candidate, ...]:
    return tuple(Candidate(guess.label, guess.confidence) for guess in guesses)


_TOUCH, _EXTRA = "touching_or_not", "may_be_a_die"


def _contacts(reading: DiceReading) -> Iterator[Contact]:
    if reading.contacts:
        yield from (Contact(one.dice, one.probability) for one in reading.contacts)
        return
    guessed = {(min(doubt.dice), max(doubt.dice)) for doubt in reading.doubtful if doubt.kind == _TOUCH}
    for pair in sorted(contacts_in(reading.grids) | guessed):
        yield Contact(pair, UNSURE if pair in guessed else TOUCHING)
