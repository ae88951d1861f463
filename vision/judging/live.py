"""Judges pictures at a live table: each by itself, and against what the camera showed before.

A thing is recognised by its own looks. Its absence is recognised only by the looks of the bare table: a
picture without a piece is believed if it shows the known table, and one without the known board if its
light is that of the table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.judging.frozen import FrozenWatch
from vision.judging.judge import Judgement, judge, smaller, whole
from vision.readings.places import BoxPx, PointPx
from vision.readings.reading import Reading, Unjudged, Why

LARGE = 0.1
"""Share of the picture from which an unjudged part is never ignored."""
CELLS_WH = (24, 18)
"""Cells into which the table's looks are divided, across and down."""
DETAILED = 80
"""Percentile of the cells that measures a picture's detail: a camera that was moved shows the same
detail elsewhere."""
LEAST_DETAIL = 0.02
"""Mean slope per px of that cell, as a share of its light, from which there is detail to compare."""
SOFTER = 0.4
"""Remaining share of detail below which the picture has become blurred: blurred by a tenth of a die, a
printed mat keeps a third."""
OTHER_LIGHT = 0.35
"""Difference in colour (log of light, mean over cells), after removing exposure, from which it is
another table: lamps and dusk change it by 0.2, a wall or a screen instead of the table by 0.5 and
more."""
RELIT = 0.4
"""Change of light (as ``OTHER_LIGHT``, median over cells) that explains why little is seen of the known
table: with a third less light the little shade of a mat is gone, so that it seems covered."""
SAME_LIGHT = 0.1
"""Difference in colour (as ``OTHER_LIGHT``, exposure included) up to which an even place is that of the
known table whose light and shade is lost in noise, or to compression: a cover hardly has its colour."""
BLURRIER = 1.25
"""Ratio of blur that explains a doubt: of 24 pictures of eight resting tables it is at most 1.11, of
those blurred by 2 px (of 1280) at least 1.5, moved by 5 px 1.15 and more."""
LIT = 0.1
"""Change of light (as ``OTHER_LIGHT``, exposure included, of a cell) that explains a doubt if so much of
the picture has it that it is ``LARGE``: a quarter of the light. Bands of a fifth stay below."""
GOOD_AGAIN = 0.6
"""Share of these two, below which a picture is good again: at their limit the table would be read over
and over."""
THING_CELLS = 5
"""Side, in cells, of the median filter that removes things from a change of light: a die is one cell
wide, a line of tiles two."""
DARKEST = 4.0
"""Grey levels that are added before logarithms are taken: darker values are noise."""


@dataclass(frozen=True, eq=False)
class TableLook:
    """The table's looks: by cell (down, across) its mean slope, as a share of its light, and its colour.

    ``light``: (down, across, 3), logarithm of blue, green, red.
    """

    detail: NDArray[np.float32]
    light: NDArray[np.float32]


def look_of(image_bgr: ImageBgr) -> TableLook:
    """Return how a picture looks in each of its cells."""
    picture, _ = smaller(image_bgr)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    across, down = cv2.spatialGradient(grey)
    slope = cv2.add(cv2.convertScaleAbs(across, alpha=0.25), cv2.convertScaleAbs(down, alpha=0.25))
    means = cv2.resize(picture.astype(np.float32), CELLS_WH, interpolation=cv2.INTER_AREA) + DARKEST
    slopes = cv2.resize(slope.astype(np.float32), CELLS_WH, interpolation=cv2.INTER_AREA)
    return TableLook(
        np.asarray(slopes / means.mean(axis=2), np.float32), np.asarray(np.log(means), np.float32)
    )


class LiveJudge:
    """Judges one camera's frames, one after the other; not thread-safe."""

    def __init__(self) -> None:
        self._known: TableLook | None = None
        self._judged = Judgement((1, 1))
        """The judgement of the last frame."""
        self._sure: tuple[TableLook, Judgement] | None = None
        """How the table looked when it was last read surely, and how finely."""
        self._places: tuple[tuple[float, float], ...] = ()
        self._smallest: float | None = None
        self._boards: frozenset[str] = frozenset()
        self._frozen = FrozenWatch()
        self.parts: tuple[Unjudged, ...] = ()
        """The parts of the last frame that cannot be judged, if most of it can."""

    def blind_in(self, image_bgr: ImageBgr) -> tuple[Unjudged, ...]:
        """Return the reasons why a frame is not read: much of it, or places of pieces, cannot be
        judged."""
        height, width = image_bgr.shape[:2]
        self._judged = judge(image_bgr)
        parts = self._judged.of_pieces(None if self._smallest is None else self._smallest * width)
        self.parts = self._uncovered(image_bgr, parts)
        if (frozen := self._frozen.follow(image_bgr)) is not None:
            self.parts += (Unjudged("banded", frozen),)
        return tuple(part for part in self.parts if self._matters(part.box_px, (width, height)))

    def doubted(self, image_bgr: ImageBgr, readings: Iterable[Reading]) -> tuple[Unjudged, ...]:
        """Return why readings of a frame are not believed; nothing if they are."""
        found = list(readings)
        size = (image_bgr.shape[1], image_bgr.shape[0])
        smallest = min((one.smallest_px for one in found if one.smallest_px is not None), default=None)
        coarse = judge(image_bgr).of_pieces(smallest) if smallest is not None else ()
        if any(part.box_px == whole(size) for part in coarse):
            return coarse
        if self._known is None:
            return ()
        now = look_of(image_bgr)
        if _is_softer(self._known, now, self._cells_of(found, size)):
            return (_all(size, "blurred"),)
        lost = any(one.has_lost_its_board and one.kind in self._boards for one in found)
        if lost and (why := _relit(self._known, now)) is not None:
            return (_all(size, why),)
        is_bare = all(one.is_empty for one in found) and not any(one.markers.seen for one in found)
        return (_all(size, "not the table"),) if is_bare and _is_other(self._known, now) else ()

    def why_unsure(self, image_bgr: ImageBgr) -> tuple[Unjudged, ...]:
        """Return what has made the last frame worse than one that was surely read; nothing if it is as
        good.

        It explains the doubts of readings that are believed as far as they go.
        """
        why = self._worse(image_bgr, 1.0)
        return () if why is None else (_all(self._judged.size_px, why),)

    def is_good_again(self, image_bgr: ImageBgr) -> bool:
        """Tell whether the last frame is as good as one that was surely read, after one that was not."""
        return self._worse(image_bgr, GOOD_AGAIN) is None

    def _worse(self, image_bgr: ImageBgr, share: float) -> Why | None:
        """Return in what way a frame is worse, by such a share of what explains a doubt."""
        if self._sure is None:
            return None
        look, judged = self._sure
        light = _lit_otherwise(look, look_of(image_bgr), share * LIT)
        return light or _blurrier(judged, self._judged, 1 + share * (BLURRIER - 1))

    def learn(self, image_bgr: ImageBgr, readings: Sequence[Reading]) -> None:
        """Take in a frame that was read and believed."""
        height, width = image_bgr.shape[:2]
        self._known = look_of(image_bgr)
        self._places = tuple(
            (x / width, y / height) for reading in readings for x, y in reading.places_px
        )
        if all(reading.sure for reading in readings):
            self._sure = self._known, self._judged
        self._boards = frozenset(one.kind for one in readings if not one.has_lost_its_board)
        sides = [one.smallest_px for one in readings if one.smallest_px is not None]
        if sides:
            self._smallest = min(sides) / width

    def _uncovered(self, image_bgr: ImageBgr, parts: tuple[Unjudged, ...]) -> tuple[Unjudged, ...]:
        """Return the parts; those that only seem covered, since the known table has little light, or
        little of it is resolved, say so."""
        if self._known is None or all(part.why != "covered" for part in parts):
            return parts
        now = look_of(image_bgr)
        is_dark = not _is_other(self._known, now) and _relit(self._known, now) == "dark"
        change = np.abs(now.light - self._known.light).mean(axis=2)
        size = (image_bgr.shape[1], image_bgr.shape[0])

        def why(part: Unjudged) -> Why:
            if part.why != "covered":
                return part.why
            is_same = float(change[_cells_in(part.box_px, size)].mean()) <= SAME_LIGHT
            return "dark" if is_dark else "blurred" if is_same else "covered"

        return tuple(replace(part, why=why(part)) for part in parts)

    def _matters(self, box: BoxPx, size_px: tuple[int, int]) -> bool:
        width, height = size_px
        lies = any(box.holds(PointPx(x * width, y * height)) for x, y in self._places)
        return lies or box.width * box.height > LARGE * width * height

    def _cells_of(self, readings: Iterable[Reading], size_px: tuple[int, int]) -> NDArray[np.bool_]:
        """Return the cells in which pieces lie or lay: they may have changed."""
        width, height = size_px
        now = [(x / width, y / height) for one in readings for x, y in one.places_px]
        cells = np.zeros(CELLS_WH[::-1], np.uint8)
        for x, y in (*now, *self._places):
            column, row = int(x * CELLS_WH[0]), int(y * CELLS_WH[1])
            if 0 <= column < CELLS_WH[0] and 0 <= row < CELLS_WH[1]:
                cells[row, column] = 1
        return np.asarray(cv2.dilate(cells, np.ones((3, 3), np.uint8)), np.bool_)


def _cells_in(box: BoxPx, size_px: tuple[int, int]) -> tuple[slice, slice]:
    """Return the rows and columns of the cells that a box reaches into."""
    across, down = CELLS_WH[0] / size_px[0], CELLS_WH[1] / size_px[1]
    left, top = int(box.x * across), int(box.y * down)
    right, low = int((box.x + box.width) * across), int((box.y + box.height) * down)
    return slice(top, max(top, low) + 1), slice(left, max(left, right) + 1)


def _all(size_px: tuple[int, int], why: Why) -> Unjudged:
    return Unjudged(why, whole(size_px))


def _is_softer(before: TableLook, now: TableLook, but: NDArray[np.bool_]) -> bool:
    if but.all():
        return False
    was, is_now = (float(np.percentile(look.detail[~but], DETAILED)) for look in (before, now))
    return was >= LEAST_DETAIL and is_now <= SOFTER * was


def _relit(before: TableLook, now: TableLook) -> Why | None:
    """Return what the light has become, if it has changed much."""
    change = float(np.median(now.light - before.light))
    return "dark" if change <= -RELIT else "bright" if change >= RELIT else None


def _blurrier(before: Judgement, now: Judgement, times: float) -> Why | None:
    """Return in what way a picture resolves less than another, as far as their edges tell."""
    if before.finest_px <= 0 or now.finest_px <= times * before.finest_px:
        return None
    return now.why_coarse


def _lit_otherwise(before: TableLook, now: TableLook, least: float) -> Why | None:
    """Return what the light has become in a large part of the picture.

    Things that come and go are small; a view that was moved darkens as much as it brightens.
    """
    change = cv2.medianBlur((now.light - before.light).mean(axis=2), THING_CELLS)
    brighter, darker = float((change >= least).mean()), float((change <= -least).mean())
    if max(brighter, darker) < max(LARGE, 2 * min(brighter, darker)):
        return None
    return "bright" if brighter >= darker else "dark"


def _is_other(before: TableLook, now: TableLook) -> bool:
    change = now.light - before.light
    change = change - np.median(change)
    return float(np.abs(change).mean()) > OTHER_LIGHT
