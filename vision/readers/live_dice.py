"""Reads the dice of one table again and again: it is searched only where it has changed since.

What lies where nothing changed is not kept, but examined and named anew like all else: of the last
readings is kept where the tops of dice may be, their corners refined once. So no die that was turned,
taken away or laid down is kept, even where no change was noticed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finders.top_faces import Box, Candidate, TopFaceFinder
from vision.frame import ImageBgr
from vision.marker_finder import find_markers
from vision.plane import TablePlane, markers_seen, table_plane
from vision.pyramid import Pyramid
from vision.readers.dice import DiceReader
from vision.readers.face_examiner import Examined
from vision.readers.first_looks import FirstLooks
from vision.readers.stage_timer import StageTimer
from vision.readers.top_plane import FLAT_SIDE_PX, find_in_flat, flat_view
from vision.reading import Doubt, MarkersSeen
from vision.sets.dice import DiceSet

Markers = Mapping[int, NDArray[np.float64]]
Mask = NDArray[np.uint8]
"""A one at each of some places: (height, width)."""

MOVED_PX = 0.5
"""Where a marker's corner has moved farther, the camera was moved. Chosen by hand: the camera's noise
moves corners by 0.1 px."""
CHANGED = 4
"""A place has changed where its mean over 3 x 3 px differs by more grey levels in any colour. Chosen by
hand: noise of 4 levels in the camera's own pixels makes 0.7 there in the flat picture, and the edges and
shadows of white dice on white paper more than 6."""
SMALL_PX = 450
"""Longer side, at most, of the picture in which changes are looked for where no plane is known."""
SEARCHES = 2
"""So often each place is searched after it has changed, in different pictures: what the finder misses in
one for the camera's noise, it may see in the other, and a die that is missed is missed in silence."""
MOST_DUE = 0.5
"""Where more of the table is to be searched, a search of the whole takes no longer."""
SAME_PLACE, SAME_SIDE = 1 / 3, 1.25
"""What lies within so many sides of another, and is as large within this ratio, is the same one found
again; examined, both would end at the same corners. Chosen by hand."""
CONTEXT_PX = 64
"""So much round what has changed the finder sees, too: of 181 things in simulated pictures each was as
hot in a piece as in the whole, within 0.011. Where 40 px were seen it was within 0.16."""
MULTIPLE = 32
"""Pieces begin at multiples of this: the network halves them four times, and so it halves them as it
does the whole; where they began anywhere, the same die was half as hot at times. Their sides are
multiples of it, too, so that the finder is set up for few sizes."""


@dataclass(frozen=True, eq=False)
class _Search:
    """What was searched last: ``image_bgr`` shows each place as it was when the finder looked there.

    ``image_bgr`` is the flat picture where the plane is known, else the picture made small. ``times``
    (height, width) says how often each of its places was searched since it changed.
    """

    image_bgr: ImageBgr
    size_wh: tuple[int, int]
    markers: Markers
    plane: TablePlane | None
    found: tuple[Candidate, ...]
    times: NDArray[np.uint8]


class LiveDiceReader(DiceReader):
    """Reads one camera's frames, one after the other. Safe to call from several threads."""

    def __init__(self, taught: DiceSet) -> None:
        super().__init__(taught)
        self._last: _Search | None = None
        self._examined_once: dict[Candidate, Examined] = {}
        self._viewed: tuple[ImageBgr, tuple[Doubt, ...]] | None = None

    def _searched(
        self, looks: FirstLooks, timer: StageTimer
    ) -> tuple[list[Candidate], MarkersSeen, TablePlane | None]:
        last, pyramid = self._last, looks.picture
        with timer.stage("markers"):
            if last is not None and self._is_settled(last, pyramid):
                found = self.detector.beside_markers(last.found, list(last.markers.values()))
                return found, markers_seen(last.markers, last.plane), last.plane
            markers = find_markers(pyramid)
            if last is not None and not _is_same_view(last, markers, pyramid):
                last = None
            plane = table_plane(pyramid[0], markers) if last is None else last.plane
        with timer.stage("find"):
            on_plane = None if plane is None else self._on_plane(pyramid, markers, plane, last)
            found = self._anywhere(looks, markers, plane, last) if on_plane is None else on_plane
            found = self.detector.beside_markers(found, list(markers.values()))
        return found, markers_seen(markers, plane), plane

    def _on_plane(
        self, pyramid: Pyramid, markers: Markers, plane: TablePlane, last: _Search | None
    ) -> list[Candidate] | None:
        """Return the candidates in px of the picture; None where nothing can be laid flat."""
        view = flat_view(pyramid, plane, self.taught.side_mm)
        if view is None:
            return None
        flat = view.image_bgr
        if last is None or last.image_bgr.shape != flat.shape:
            last = _nothing_searched(flat, pyramid, markers, plane)
        changed = _changed(last.image_bgr, flat)
        times = np.where(changed, np.uint8(0), last.times)
        due = (times < SEARCHES).astype(np.uint8)
        if due.mean() > MOST_DUE:
            due, seen = np.ones_like(due), find_in_flat(self.detector.finder, flat)
        else:
            seen = found_where(self.detector.finder, flat, due)
        lying = zip(last.found, view.from_picture(last.found), strict=True)
        kept = [one for one, in_flat in lying if not _lies_in(in_flat, changed)]
        found = [*kept, *(one for one in view.in_picture(seen) if _is_new(one, kept))]
        searched = last.image_bgr.copy()
        cv2.copyTo(flat, changed, searched)
        self._last = replace(last, image_bgr=searched, found=tuple(found), times=times + due)
        return found

    def _anywhere(
        self, looks: FirstLooks, markers: Markers, plane: TablePlane | None, last: _Search | None
    ) -> list[Candidate]:
        """Return the candidates where no plane is known; the last search's, too, if nothing changed."""
        small = _made_small(looks.picture)
        if last is None or not _is_alike(last.image_bgr, small):
            last = _nothing_searched(small.copy(), looks.picture, markers, plane)
        if last.times.min() < SEARCHES:
            found = list(last.found)
            for one in self.candidates(looks, plane, list(markers.values())):
                if _is_new(one, found):
                    found.append(one)
            times = last.times + np.uint8(1)
            self._last = last = replace(last, found=tuple(found), times=times)
        return list(last.found)

    def _is_settled(self, last: _Search, pyramid: Pyramid) -> bool:
        """Tell whether nothing has changed since all was searched often enough, nor has any marker."""
        if last.times.min() < SEARCHES or last.size_wh != pyramid.size_wh(0):
            return False
        if last.plane is None:
            return _is_alike(last.image_bgr, _made_small(pyramid))
        view = flat_view(pyramid, last.plane, self.taught.side_mm)
        return view is not None and _is_alike(last.image_bgr, view.image_bgr)

    def _in_other_views(self, pyramid: Pyramid, markers: MarkersSeen) -> tuple[Doubt, ...]:
        """Return the same; what was seen so last, while nothing changes."""
        small = _made_small(pyramid)
        if self._viewed is None or not _is_alike(self._viewed[0], small):
            self._viewed = small.copy(), super()._in_other_views(pyramid, markers)
        return self._viewed[1]

    def _examined(self, looks: FirstLooks, candidates: Sequence[Candidate]) -> list[Examined]:
        """Examine the candidates that are new since the last picture; the others were."""
        before = self._examined_once
        new = [one for one in candidates if one not in before]
        fresh = dict(zip(new, super()._examined(looks, new), strict=True))
        self._examined_once = {one: before.get(one) or fresh[one] for one in candidates}
        return list(self._examined_once.values())


def _nothing_searched(
    image_bgr: ImageBgr, pyramid: Pyramid, markers: Markers, plane: TablePlane | None
) -> _Search:
    return _Search(
        image_bgr, pyramid.size_wh(0), markers, plane, (), np.zeros(image_bgr.shape[:2], np.uint8)
    )


def _made_small(pyramid: Pyramid) -> ImageBgr:
    """Return the picture as small as changes are looked for in where no plane is known."""
    halvings = 0
    while max(pyramid.size_wh(halvings)) > SMALL_PX:
        halvings += 1
    return pyramid[halvings]


def _is_alike(before: ImageBgr, now: ImageBgr) -> bool:
    return before.shape == now.shape and not _changed(before, now).any()


def _is_same_view(last: _Search, markers: Markers, pyramid: Pyramid) -> bool:
    """Tell whether the camera looks as it did, as far as the markers tell."""
    if last.size_wh != pyramid.size_wh(0) or last.markers.keys() != markers.keys():
        return False
    away = (np.abs(quad - last.markers[number]).max() for number, quad in markers.items())
    return max(away, default=0.0) < MOVED_PX


def _changed(before: ImageBgr, now: ImageBgr) -> Mask:
    """Return where two pictures of one size differ, and a die's side round it."""
    blue, green, red = cv2.split(cv2.absdiff(cv2.blur(before, (3, 3)), cv2.blur(now, (3, 3))))
    most = cv2.max(cv2.max(blue, green), red)
    return _widened((most > CHANGED).astype(np.uint8), round(FLAT_SIDE_PX))


def _widened(places: NDArray[np.uint8], by_px: int) -> Mask:
    return np.asarray(cv2.dilate(places, np.ones((2 * by_px + 1, 2 * by_px + 1), np.uint8)), np.uint8)


def found_where(finder: TopFaceFinder, flat_bgr: ImageBgr, due: Mask) -> list[Candidate]:
    """Return the candidates whose middles lie where the flat picture is to be searched, or just beside.

    A middle is read a little elsewhere each time, and none may be lost between what is kept and what is
    found.
    """
    if not due.any():
        return []
    places = _widened(due, round(FLAT_SIDE_PX / 2))
    found = [one for piece in _pieces(due) for one in find_in_flat(finder, flat_bgr, piece)]
    return [one for one in found if _lies_in(one, places)]


def _is_new(one: Candidate, kept: Sequence[Candidate]) -> bool:
    """Tell whether none of those kept lies there and is about as large."""
    middle, side = one.corners_px.mean(0), one.side_px
    return not any(
        np.abs(other.corners_px.mean(0) - middle).max() < SAME_PLACE * side
        and 1 / SAME_SIDE < other.side_px / side < SAME_SIDE
        for other in kept
    )


def _pieces(due: Mask) -> list[Box]:
    """Return a piece round each place to be searched, with what the finder must see beside it."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(due, connectivity=8)
    height, width = due.shape
    boxes = []
    for x, y, across, down, _ in stats[1:].tolist():
        left, right = _stretch(x - CONTEXT_PX, x + across + CONTEXT_PX, width)
        top, bottom = _stretch(y - CONTEXT_PX, y + down + CONTEXT_PX, height)
        boxes.append((left, top, right, bottom))
    return boxes


def _stretch(low: int, high: int, extent: int) -> tuple[int, int]:
    """Return a stretch within the extent around this one; it begins and ends at multiples."""
    low = max(0, low) // MULTIPLE * MULTIPLE
    return low, min(extent, low + -(-(high - low) // MULTIPLE) * MULTIPLE)


def _lies_in(one: Candidate, places: Mask) -> bool:
    """Tell whether a candidate's middle lies there; beyond the picture, at its edge."""
    x, y = np.rint(one.corners_px.mean(0)).astype(int).tolist()
    height, width = places.shape
    return bool(places[min(max(y, 0), height - 1), min(max(x, 0), width - 1)])
