"""Copies of a picture on which a reader must say what it says of the picture: larger, turned, cut …"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import dist

import cv2
import numpy as np

from vision.dice.reader import DiceReader
from vision.frame import ImageBgr
from vision.readings.dice import DiceReading, Die
from vision.readings.places import PointPx

TIMES = (0.25, 0.5, 2.0, 4.0)
LEAST_SIDE_PX = 20.0
LEAST_EXTENT_PX, MOST_PX = 320, 12_000_000
"""Copies whose smallest die is smaller, whose longer side is shorter or which have more pixels are left
out."""
DARKENED = 0.45
RESIZED = "times"
JPEG_QUALITY = 40
NOISE = 6.0
"""Standard deviation of the noise added, in grey levels: a webcam's in the evening."""
NEAR_SIDES = 0.5
CLEAR_SIDES = 1.5
"""A picture is cut in two only where no die's middle is so near, in its sides: what stands up from the
table is seen beside it."""


@dataclass(frozen=True, eq=False)
class Copy:
    """A changed picture: ``times`` as large, its upper side where the right one was if ``turned``.

    ``left_px``: so much of the picture was cut off at its left.
    """

    name: str
    image_bgr: ImageBgr
    times: float = 1.0
    turned: bool = False
    left_px: int = 0

    def place(self, point: PointPx, original: ImageBgr) -> PointPx:
        """Return where a point of the original lies in the copy."""
        x, y = ((number + 0.5) * self.times - 0.5 for number in point)
        return PointPx(y, original.shape[1] - 1 - x) if self.turned else PointPx(x - self.left_px, y)

    def shows(self, point: PointPx, original: ImageBgr) -> bool:
        """Tell whether a point of the original lies in the copy."""
        return bool(0 <= self.place(point, original).x < self.image_bgr.shape[1])


@dataclass
class Agreement:
    """What was counted over pairs of a picture and a copy: which agree, which do not.

    ``contradicted``: one reading is sure of a die that the other, sure as a whole, has not.
    """

    alike: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    sure_faces_differ: list[str] = field(default_factory=list)
    surely_empty: list[str] = field(default_factory=list)
    contradicted: list[str] = field(default_factory=list)

    def share(self, kind: str = "") -> float:
        """Return the share of the pairs that agree, of copies of one kind or of all."""
        alike, others = (sum(kind in name for name in names) for names in (self.alike, self.others))
        return alike / max(alike + others, 1)

    def __str__(self) -> str:
        pairs = len(self.alike) + len(self.others)
        return f"{len(self.alike)} of {pairs} pairs agree; not: {self.others}"

    def take(self, name: str, original: ImageBgr, reader: DiceReader) -> None:
        """Read a picture and its copies and count how many readings agree."""
        first = reader.read(original)
        for copy in copies(original, first.dice):
            self._judge(f"{name}, {copy.name}", first, reader.read(copy.image_bgr), copy, original)

    def _judge(
        self, name: str, first: DiceReading, second: DiceReading, copy: Copy, original: ImageBgr
    ) -> None:
        dice = [die for die in whole(first.dice) if copy.shows(die.centre_px, original)]
        others = whole(second.dice)
        pairs = [(die, nearest(copy.place(die.centre_px, original), others)) for die in dice]
        same = all(other is not None and other.face == die.face for die, other in pairs)
        (self.alike if same and len(dice) == len(others) else self.others).append(name)
        if any(one.sure and other and other.sure and one.face != other.face for one, other in pairs):
            self.sure_faces_differ.append(name)
        seen = [other for _, other in pairs]
        gone = any(one.sure and other is None for one, other in pairs)
        come = any(one.sure and one not in seen for one in others)
        if (gone and second.sure) or (come and first.sure):
            self.contradicted.append(name)
        if dice and not second.dice and second.sure:
            self.surely_empty.append(name)


def copies(image_bgr: ImageBgr, dice: Iterable[Die]) -> Iterator[Copy]:
    """Return the copies of a picture in which these dice lie."""
    dice = list(dice)
    side = min((die.side_px for die in dice if not die.cut_off), default=0.0)
    for times in TIMES:
        height, width = (round(extent * times) for extent in image_bgr.shape[:2])
        fits = max(width, height) >= LEAST_EXTENT_PX and width * height <= MOST_PX
        if fits and side * times >= LEAST_SIDE_PX:
            how = cv2.INTER_CUBIC if times > 1 else cv2.INTER_AREA
            resized = np.asarray(cv2.resize(image_bgr, (width, height), interpolation=how), np.uint8)
            yield Copy(f"{RESIZED} {times}", resized, times)
    yield Copy("turned", np.ascontiguousarray(np.rot90(image_bgr)), turned=True)
    yield Copy("darkened", (image_bgr * DARKENED).astype(np.uint8))
    yield Copy("noisy", _noisy(image_bgr))
    yield from parts(image_bgr, dice)
    coded = cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    yield Copy(f"JPEG {JPEG_QUALITY}", np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8))


def _noisy(image_bgr: ImageBgr) -> ImageBgr:
    noise = np.random.default_rng(1).normal(0, NOISE, image_bgr.shape)
    return np.clip(np.rint(image_bgr + noise), 0, 255).astype(np.uint8)


def parts(image_bgr: ImageBgr, dice: list[Die]) -> Iterator[Copy]:
    """Return the two parts of a picture cut between dice, as near the middle as can be; or none."""
    width = image_bgr.shape[1]
    clear = [
        x
        for x in range(LEAST_EXTENT_PX // 2, width - LEAST_EXTENT_PX // 2, 4)
        if all(abs(die.centre_px.x - x) > CLEAR_SIDES * die.side_px for die in dice)
    ]
    cut = min(clear, key=lambda x: abs(x - width / 2), default=0)
    for left, right in ((0, cut), (cut, width)) if cut else ():
        if any(left < die.centre_px.x < right for die in dice):
            yield Copy("cropped", np.ascontiguousarray(image_bgr[:, left:right]), left_px=left)


def whole(dice: Iterable[Die]) -> list[Die]:
    return [die for die in dice if not die.cut_off]


def nearest(place: PointPx, dice: list[Die]) -> Die | None:
    """Return the die that lies there."""
    near = [die for die in dice if dist(die.centre_px, place) < NEAR_SIDES * die.side_px]
    return min(near, key=lambda die: dist(die.centre_px, place), default=None)
