"""What hands do with dice that are thrown, and may be kept while the others are thrown again.

A game of such dice says how many are thrown, and what a throw is in its words.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any, ClassVar, Protocol

from companion.table.plays.verdict import JsonObject
from companion.table.tracking.beam import Beam
from companion.table.tracking.likelihood import KINDS, Explained, Fate, Telling
from companion.table.tracking.rates import RATES
from companion.table.tracking.world import Hypothesis, Lain
from companion.table.tracking.worlds import fallen, stayed
from vision.piece import DieTop, Look, dice_look
from vision.reading import DiceReading, Die

SIZE_MM = 16.0
"""The side of a die whose set does not say another."""
ALIKE_DEG = {"1": 90.0, "4": 90.0, "5": 90.0, "2": 180.0, "3": 180.0, "6": 180.0}
"""After what turn pips look the same again."""
RESTS, TAKEN, ASIDE, THROWN, UNREAD = 0.35, 0.2, 0.1, 0.35, 0.3
"""How often, between two looks, nothing is done; dice are taken up; those that are kept are put
aside; dice are thrown; a throw that began is over before it was seen whole."""
UNSEEN = 0.02
"""How often another is made besides before anybody looked."""
UNSAID = 0.2
"""How often a throw that was made is not confirmed where the page offers it, until the next is."""
_RESTING = Fate(0.9, leaves=0.1)
_LEFT = Fate(0.4, leaves=0.6)
_PUT_ASIDE = Fate(0.5, leaves=0.5, carried=0.9)
_KEPT_OR_THROWN = Fate(0.4, goes=0.6, carried=0.3)
_LEFT_LYING = Fate(0.95, goes=0.05)
_IN_HAND = Fate(0.02, goes=0.98)
_FALLEN = Fate(0.97, leaves=0.03, pushed=0.02, carried=0.02)
_ANYHOW = Fate(0.3, goes=0.3, carried=0.1)
_GONE_ON = Fate(0.45, leaves=0.55, carried=0.3)
_CLEARED = Fate(0.0, leaves=1.0)


class ThrowRules(Protocol):
    """What a game says of its throws in a position.

    ``first``: so many dice are thrown if a throw begins anew now; None: it does not. ``again``: whether
    some of those that lie there may be thrown again; ``lying``: the faces of all of those.
    """

    @property
    def first(self) -> int | None:
        """How many dice a throw that begins anew throws."""

    @property
    def again(self) -> bool:
        """Whether dice may be thrown again."""

    @property
    def lying(self) -> Sequence[str]:
        """The faces that lie there."""

    def after(self, moves: Sequence[JsonObject]) -> "ThrowRules":
        """Return what holds after these moves, which are allowed."""

    def throw(self, faces: Sequence[str], kept: Sequence[str]) -> JsonObject:
        """Return the move of a throw."""

    def key(self, moves: Sequence[JsonObject]) -> Hashable:
        """Return what these moves do to the game; None where it refuses them."""


@dataclass(frozen=True)
class ThrownDice:
    """Tells what may have happened to such dice."""

    rules: ThrowRules
    rolled: bool
    alike_deg: ClassVar[Mapping[str, float]] = ALIKE_DEG
    size_mm: ClassVar[float] = SIZE_MM

    def key(self, moves: Sequence[JsonObject]) -> Hashable:
        """Return what these moves do to the game."""
        return self.rules.key(moves)

    def tellings(self, one: Hypothesis, look: Look[Any]) -> Iterable[Telling]:  # noqa: ARG002
        """Yield what may have happened since."""
        threw = RATES.rolled if self.rolled else 1 - RATES.rolled
        idle = RATES.idle if self.rolled else 1 - RATES.idle
        anyhow = tuple(_ANYHOW for _ in one.pieces)
        yield Telling("else", 0.5 if one.lost else RATES.something_else, anyhow, is_free=True)
        if one.lost:
            return
        if one.due:
            gone_on = tuple(_GONE_ON for _ in one.pieces)
            yield Telling("unread", UNREAD, gone_on)
            yield Telling("unread", UNREAD * UNSEEN, gone_on, is_free=True)
            yield Telling("more", threw, tuple(_FALLEN for _ in one.pieces), one.due)
            return
        yield Telling("rest", RESTS * idle, tuple(_RESTING for _ in one.pieces))
        yield Telling("taken", TAKEN * idle, tuple(_LEFT for _ in one.pieces))
        yield Telling("aside", ASIDE * idle, tuple(_PUT_ASIDE for _ in one.pieces))
        rules = self.rules.after(one.moves) if one.moves else self.rules
        threw *= UNSAID if one.moves else 1.0
        if rules.first is not None:
            gone = tuple(_CLEARED for _ in one.pieces)
            yield Telling("throw", THROWN * threw, gone, rules.first)
        elif not one.pieces:
            yield Telling("found", THROWN * idle, (), len(rules.lying))
        if rules.again and not one.pieces:
            yield Telling("again", THROWN * threw, (), len(rules.lying))
        elif rules.again:
            left = _LEFT_LYING if any(piece.is_away for piece in one.pieces) else _KEPT_OR_THROWN
            fates = tuple(_IN_HAND if piece.is_away else left for piece in one.pieces)
            yield Telling("again", THROWN * threw, fates, None)

    def after(self, one: Hypothesis, look: Look[Any], told: Explained) -> Iterator[Hypothesis]:
        """Yield what a hypothesis becomes."""
        there = [piece for _, piece in stayed(one, look, told)]
        fell = fallen(look, told)
        name = told.telling.name
        if name in ("rest", "taken", "aside"):
            yield replace(one, pieces=tuple(there))
        elif name == "found":
            if sorted(piece.label for piece in fell) == sorted(self.rules.lying):
                known = len(fell) * log(KINDS)  # what they show was no matter of luck
                yield replace(one, pieces=tuple(fell), weight=one.weight + known)
        elif name in ("else", "unread"):
            yield replace(one, pieces=(*there, *fell), due=0, lost=True)
        else:
            yield from self._thrown(one, there, fell, told)

    def _thrown(
        self, one: Hypothesis, there: Sequence[Lain], fell: Sequence[Lain], told: Explained
    ) -> Iterator[Hypothesis]:
        """Yield the throw, whole or in part."""
        began = told.telling.name != "more"
        kept = [piece.label for piece in there] if told.telling.name == "again" else []
        faces = [piece.label for piece in fell]
        if not began:
            kept, faces = one.moves[-1].get("kept", []), [*one.moves[-1]["faces"], *faces]
        left = there if told.telling.name != "throw" else ()
        words = self.rules.throw(faces, kept)
        earlier = one.moves if began else one.moves[:-1]
        if told.hidden or self.rules.key((*earlier, words)) is not None:
            yield replace(one, pieces=(*left, *fell), moves=(*earlier, words), due=told.hidden)


def look_of(reading: DiceReading) -> Look[DieTop]:
    """Return what a reading tells."""
    return dice_look(reading)


def lying(reading: DiceReading | None) -> Beam:
    """Return what is known where a person said what was thrown: what lies there now is that."""
    if reading is None:
        return Beam()
    look = look_of(reading)
    pieces = tuple(Lain(piece.label, piece.place) for piece in look.pieces if piece.read)
    return Beam((Hypothesis(pieces),), look)


def put_right(beam: Beam, read: Die, face: str) -> Beam:
    """Return the same; the die that was ``read`` at its place shows this face."""
    hypotheses = tuple(
        replace(
            one,
            pieces=tuple(
                replace(piece, label=face) if piece.place.centre_px == read.centre_px else piece
                for piece in one.pieces
            ),
        )
        for one in beam.hypotheses
    )
    return replace(beam, hypotheses=hypotheses)


def dice_thrown(one: Hypothesis, reading: DiceReading) -> tuple[Die, ...]:
    """Return the dice of the last throw in the order of its faces; none where they are not all seen."""
    at = {die.centre_px: die for die in reading.dice}
    left = [piece for piece in one.pieces if piece.place.centre_px in at]
    found: list[Die] = []
    for face in one.moves[-1]["faces"]:
        piece = next((piece for piece in reversed(left) if piece.label == face), None)
        if piece is None:
            return ()
        left.remove(piece)
        found.append(replace(at[piece.place.centre_px], face=face))
    return tuple(found)
