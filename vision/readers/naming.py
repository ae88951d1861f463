"""Looks again at what may be dice, and says which faces they are like."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.frame import ImageBgr
from vision.readers.confidence import Signs
from vision.readers.crops import Corners
from vision.readers.eye import Eye, Look, TurnedLook
from vision.readers.gallery import Gallery, Match
from vision.readers.presence import HARDLY_FROM, Hint, presence
from vision.readers.sightings import Sighting, without_sides

CLOSELY_STRETCHED = 1.13
"""As ``STRETCHED``, where corners were looked at twice."""


@dataclass(frozen=True, eq=False)
class Named:
    """Something that might be a die: the looks at it, and the faces it is like, the likest first.

    ``earlier`` is the face it seemed at the first look.
    """

    hint: Hint
    last: TurnedLook
    ranked: list[Match]
    earlier: str

    @property
    def best(self) -> Match:
        """The likest face."""
        return self.ranked[0]

    @cached_property
    def corners_px(self) -> Corners:
        """The face's corners from its own top left on."""
        return np.roll(self.last.corners_px, -self.best.turns, 0)

    def signs(self, rotations: int, chance: float) -> Signs:
        """Return what speaks for the name; ``rotations`` as in the set, ``chance`` of being a die."""
        next_likeness = self.ranked[1].likeness if len(self.ranked) > 1 else -1.0
        return Signs(
            likeness=self.best.likeness,
            lead=self.best.likeness - next_likeness,
            turns_lead=self.best.turns_margin if rotations > 1 else 1.0,
            presence=chance,
            unrest=self.last.unrest,
            agrees=float(self.earlier == self.best.face),
        )


class Namer:
    """Eye and gallery together."""

    def __init__(self, eye: Eye, gallery: Gallery) -> None:
        self._eye = eye
        self._gallery = gallery

    def named(self, image_bgr: ImageBgr, seen: Sequence[Sighting]) -> list[Named]:
        """Look again at what may be dice, drop sides for good, and name what is left."""
        earlier = self._gallery.likest([one.look.vector for one in seen])
        hints = [
            Hint(one.heat, one.look.face, cosine, one.look.corners_px)
            for one, (_, cosine) in zip(seen, earlier, strict=True)
        ]
        chances = presence(hints)
        close = [number for number, chance in enumerate(chances) if chance >= HARDLY_FROM]
        looks = self._eye.look_turned(image_bgr, [hints[number].corners_px for number in close])
        again = [
            replace(seen[number], look=Look(look.corners_px, look.face, look.vectors[0]))
            for number, look in zip(close, looks, strict=True)
        ]
        tops = {id(one.look): one for one in without_sides(again, CLOSELY_STRETCHED)}
        return [
            self._name(tops[id(one.look)], look, earlier[number][0])
            for number, look, one in zip(close, looks, again, strict=True)
            if id(one.look) in tops
        ]

    def _name(self, seen: Sighting, look: TurnedLook, earlier: str) -> Named:
        ranked = self._gallery.ranked(look.vectors, look.crop_bgr)
        hint = Hint(seen.heat, look.face, ranked[0].cosine, look.corners_px, seen.rival)
        return Named(hint, look, ranked, earlier)
