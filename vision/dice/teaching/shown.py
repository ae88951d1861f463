"""The samples given to a lesson: their origin, and their similarity."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.faces.examiner import Vectors
from vision.dice.faces.gallery import PRINT_SHARE
from vision.dice.faces.prints import FacePrints
from vision.frame import ImageBgr
from vision.readings.places import PointPx
from vision.sets.kind import Sample

SAME_DIE_SIDES = 0.5
"""Distance in sides of the die within which two taps on one picture mean the same die."""


@dataclass(frozen=True)
class PlaceInPhotograph:
    """A die's place in its photograph: centre and side (px), and the photograph's size."""

    centre_px: PointPx
    side_px: float
    size_px: tuple[int, int]


@dataclass(frozen=True, eq=False)
class ShownSample:
    """A sample with its embeddings (4 quarter turns clockwise, 48).

    ``upright``: its own top is known to be up. ``photo`` identifies the photograph, ``where`` names the
    die for people, ``turn_deg`` is the crop's turn in the photograph; ``place`` is None for samples of
    an earlier lesson.
    """

    sample: Sample
    vectors: Vectors
    upright: bool
    photo: str
    where: str
    place: PlaceInPhotograph | None = None
    turn_deg: float = 0.0

    @property
    def face(self) -> str:
        """The face's name."""
        return self.sample.label

    def turned(self, turns: int) -> "ShownSample":
        """Return it turned clockwise by this many quarters."""
        crop: ImageBgr = np.ascontiguousarray(np.rot90(self.sample.crop_bgr, -turns))
        return replace(
            self,
            sample=replace(self.sample, crop_bgr=crop),
            vectors=np.roll(self.vectors, -turns, 0),
            turn_deg=self.turn_deg - 90 * turns,
        )


def likeness_in_turns(shown: Sequence[ShownSample], *, known: bool = True) -> NDArray[np.float64]:
    """Return each sample's similarity to each other one turned by t quarters: (n, n, 4).

    As in readers, the prints are compared, too, for faces that the network does not know.
    """
    vectors = np.stack([one.vectors for one in shown]).astype(np.float64)
    flat = vectors.reshape(len(shown), -1)
    turned = [np.roll(vectors, -turns, 1).reshape(len(shown), -1) for turns in range(4)]
    cosines = np.stack([flat @ other.T / 4 for other in turned], axis=2)
    if known:
        return cosines
    crops = [one.sample.crop_bgr for one in shown]
    prints = FacePrints([[crop] for crop in crops])
    alike = np.stack([prints.likeness(crop) for crop in crops])
    return np.asarray((1 - PRINT_SHARE) * cosines + PRINT_SHARE * alike)


def turns_to(views: Vectors, wanted: Vectors) -> int:
    """Return the quarter turns clockwise that make one crop's views (4, 48) most like another's."""
    return max(range(4), key=lambda turns: float((np.roll(views, -turns, 0) * wanted).sum()))


def turn_upright(shown: Sequence[ShownSample], known: dict[str, Vectors]) -> list[ShownSample]:
    """Turn the samples whose top is not known: as the network knows the face, or like its other samples.

    ``known``: the network's own views (4, 48) of faces it knows.
    """
    turned: list[ShownSample] = []
    for one in shown:
        siblings = [other for other in shown if other.face == one.face]
        upright = [other for other in siblings if other.upright]
        if one.upright or (one is siblings[0] and not upright and one.face not in known):
            turned.append(one)
            continue
        wanted = known[one.face] if one.face in known else (upright or siblings)[0].vectors
        right = one.turned(turns_to(one.vectors, wanted))
        turned.append(replace(right, upright=bool(upright) or one.face in known))
    return turned


def same_die(one: ShownSample, other: ShownSample) -> bool:
    """Tell whether two samples show the same die in the same picture."""
    if one.photo != other.photo or one.place is None or other.place is None:
        return False
    away = np.hypot(*np.subtract(one.place.centre_px, other.place.centre_px))
    return bool(away < SAME_DIE_SIDES * one.place.side_px)
