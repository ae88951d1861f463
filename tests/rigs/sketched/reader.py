"""Readings of dice made of what lies on a sketched table: what a hand or a cup hides is not in them."""

from collections.abc import Iterable, Sequence
from random import Random

import cv2
import numpy as np

from tests.rigs.sketched.table import SeenDie, SketchedTable
from vision.dice.doubts import doubt_of, doubts_of_contacts
from vision.dice.geometry import angle_of
from vision.dice.grids import touching
from vision.dice.places import DiePlace, places_of
from vision.dice.pooling import pool_dice
from vision.dice.sets import DiceSet
from vision.frame import ImageBgr
from vision.markers.finder import Points
from vision.markers.plane import TablePlane, table_plane
from vision.readings.dice import DiceReading, Die, Doubt, DoubtKind
from vision.readings.places import PointPx
from vision.readings.reading import Guess

MISREAD_PX = 0.3
"""By so much corners are misread, as a standard deviation: about as much as drawn ones are."""
UNSURE, WRONG_FIRST = 0.004, 0.25
"""The chance of a die in full view not to be read surely, and of such a one to seem another face."""
SURE, MAYBE = 0.999, 0.7
IN_PART: tuple[DoubtKind, ...] = ("may_be_missed", "which_face", "may_be_a_die")
"""What may be doubted about a die that is seen in part."""
HIDDEN_SHARE, BARE_SHARE = 0.5, 0.08
"""Of a top that is covered by more than the first, nothing is read; by less than the second, all is."""


class SketchReader:
    """Reads the dice of one set as they lie; what is seen in part leaves a doubt."""

    kind = DiceReading.kind

    def __init__(self, table: SketchedTable, taught: DiceSet) -> None:
        self._table, self._taught = table, taught

    def read(self, image_bgr: ImageBgr) -> DiceReading:  # noqa: ARG002
        """Return what can be seen of the table now."""
        now = self._table.now
        width, height = self._table.size_wh
        plane = table_plane(np.empty((height, width, 3), np.uint8), self._table.markers_px())
        dice = self._table.seen_dice(now)
        covers = [*self._table.hands_px(now), *self._table.cups_px()]
        shares = [_covered(one, [*covers, *_above(one, dice)], (width, height)) for one in dice]
        seen = sorted(zip(dice, shares, strict=True), key=lambda pair: pair[0].centre_px[::-1])
        return self._reading([pair for pair in seen if pair[1] <= HIDDEN_SHARE], plane)

    def pool(self, readings: Sequence[DiceReading]) -> DiceReading:
        """Return several readings of a still table as one. Raises ``ValueError`` for none."""
        return pool_dice(readings, self._taught)

    def _reading(self, seen: list[tuple[SeenDie, float]], plane: TablePlane | None) -> DiceReading:
        noise = np.random.default_rng(round(1000 * self._table.now))
        corners = [one.corners_px + noise.normal(0, MISREAD_PX, (4, 2)) for one, _ in seen]
        places = places_of(corners, plane, self._taught.side_mm)
        dice: list[Die] = []
        doubtful: list[Doubt] = []
        for (one, share), place in zip(seen, places, strict=True):
            found, doubt = self._die(one, share, place)
            if doubt == "may_be_missed":
                doubtful.append(doubt_of(found, "may_be_missed", 0.4))
                continue
            if doubt is not None:
                doubtful.append(doubt_of(found, doubt, 0.9, (len(dice),)))
            dice.append(found)
        kept = [place for place in places if any(die.centre_px == place.centre_px for die in dice)]
        contacts, grids, unsure = touching([place.level for place in kept])
        doubtful += doubts_of_contacts(dice, unsure)
        doubts = tuple(sorted({_KINDS[doubt.kind] for doubt in doubtful}))
        return DiceReading(
            dice=tuple(dice),
            grids=grids,
            contacts=contacts,
            sure=not doubts,
            doubts=doubts,
            doubtful=tuple(doubtful),
            size_px=self._table.size_wh,
            has_markers=plane is not None,
        )

    def _die(self, one: SeenDie, share: float, place: DiePlace) -> tuple[Die, DoubtKind | None]:
        """Return how a die is read, and the doubt about it; the same each time while it lies there."""
        luck = Random(repr((one.id, one.die)))
        cut_off = share < 0
        doubt: DoubtKind | None = "cut_off" if cut_off else None
        if share > BARE_SHARE:
            doubt = luck.choice(IN_PART)
        elif not cut_off and luck.random() < UNSURE:
            doubt = "which_face"
        likely = self._likely(one.face, doubt, luck)
        a, b, c, d = (PointPx(x, y) for x, y in place.corners_px.tolist())
        flat = place.square_mm
        has_turn = bool(self._taught.face(likely[0].label).rotations)
        return Die(
            face=likely[0].label,
            centre_px=place.centre_px,
            corners_px=(a, b, c, d),
            angle_deg=angle_of(place.corners_px) if has_turn else None,
            confidence=likely[0].confidence,
            sure=doubt is None,
            cut_off=cut_off,
            centre_mm=place.centre_mm,
            likely=likely,
            angle_mm_deg=angle_of(flat) if has_turn and flat is not None else None,
        ), doubt

    def _likely(self, face: str, doubt: DoubtKind | None, luck: Random) -> tuple[Guess, ...]:
        other = luck.choice([one for one in self._faces if one != face])
        if doubt is None:
            return (Guess(face, SURE), Guess(other, 1 - SURE))
        first, second = (other, face) if luck.random() < WRONG_FIRST else (face, other)
        return (Guess(first, MAYBE), Guess(second, 1 - MAYBE))

    @property
    def _faces(self) -> list[str]:
        return sorted(set(self._table.style.faces))


_KINDS = {
    "which_face": "die",
    "cut_off": "cut_off",
    "may_be_missed": "maybe_missed",
    "may_be_a_die": "maybe_extra",
    "touching_or_not": "grid",
}
"""What each kind of doubt is called among a reading's doubts."""


def _above(one: SeenDie, dice: Iterable[SeenDie]) -> list[Points]:
    """Return the outlines of the dice that lie higher."""
    return [other.outline_px for other in dice if other.top_mm > one.top_mm + 1]


def _covered(one: SeenDie, covers: Sequence[Points], size_wh: tuple[int, int]) -> float:
    """Return which part of a top is covered, or out of the picture; -1 where the edge cuts it a little.

    The part is that of 25 places spread over the top.
    """
    a, b, c, d = one.corners_px
    steps = np.linspace(0.1, 0.9, 5)
    spots = [a + u * (b - a) + v * (d - a) + u * v * (a - b + c - d) for u in steps for v in steps]
    hidden = sum(any(_inside(cover, spot) for cover in covers) for spot in spots) / len(spots)
    inside = [0 <= x < size_wh[0] and 0 <= y < size_wh[1] for x, y in one.corners_px.tolist()]
    x, y = one.centre_px
    if not (0 <= x < size_wh[0] and 0 <= y < size_wh[1]):
        return 1.0
    return hidden if all(inside) or hidden > BARE_SHARE else -1.0


def _inside(outline: Points, spot: Points) -> bool:
    x, y = spot.tolist()
    return cv2.pointPolygonTest(outline.astype(np.float32), (x, y), False) >= 0
