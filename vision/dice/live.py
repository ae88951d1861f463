"""Reads the dice of one table again and again: it is searched only where it has changed since.

What lies where nothing changed is not kept, but examined and named anew like all else: of the last
readings is kept where the tops of dice may be, their corners refined once. So no die that was turned,
taken away or laid down is kept, even where no change was noticed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.faces.examiner import Examined
from vision.dice.faces.first_looks import FirstLooks
from vision.dice.finding.boxes import pieces_round, scaled
from vision.dice.finding.partial_search import PartialSearch
from vision.dice.finding.top_faces import Box, Candidate, TopFaceFinder
from vision.dice.finding.top_plane import FLAT_SIDE_PX, FlatView, find_in_flat, flat_view
from vision.dice.reader import DiceReader
from vision.dice.sets import DiceSet
from vision.frame import ImageBgr
from vision.markers.cards import MARKER_IDS
from vision.markers.finder import find_markers
from vision.markers.plane import TablePlane, markers_seen, table_plane
from vision.pyramid import Pyramid
from vision.reading import Doubt, MarkersSeen
from vision.stage_timer import StageTimer

Markers = Mapping[int, NDArray[np.float64]]
Mask = NDArray[np.uint8]
"""A one at each of some places: (height, width)."""
_SearchWhere = Callable[[Mask, Sequence[Candidate]], tuple[list[Candidate], Mask]]
"""Searches where it is due, given what is kept; returns what is found there, and where was searched."""

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
SAME_PLACE, SAME_SIDE, SAME_HEAT = 1 / 3, 1.25, 0.1
"""What lies within so many sides of another, is as large within this ratio and as hot within this is the
same one found again; examined, both would end at the same corners. Chosen by hand: beside a die that was
lifted a poor outline of the next one was kept, half as hot as the die, and the die missed."""
WIDEST_PX = 36.0
"""Where no plane is known, dice at most so wide in the small picture are searched for where something
changed, as far as changes are widened to both sides: all edges of one make one place then."""
LARGEST_PLACE_PX = 110
"""A place that is larger in the small picture may show edges of a wider die: all is searched then.
Chosen by hand: three dice of 20 px side by side are within it."""


@dataclass(frozen=True, eq=False)
class _View(FlatView):
    """What changes are looked for in: the picture laid flat, or made small where no plane is known."""

    is_flat: bool


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

    @property
    def is_settled(self) -> bool:
        """Whether all was searched often enough, if nothing has changed since."""
        return bool(self.times.min() >= SEARCHES)


class LiveDiceReader(DiceReader):
    """Reads one camera's frames, one after the other. Safe to call from several threads."""

    def __init__(self, taught: DiceSet) -> None:
        super().__init__(taught)
        self._last: _Search | None = None
        self._examined_once: dict[Candidate, Examined] = {}
        self._viewed: tuple[ImageBgr, tuple[Doubt, ...]] | None = None

    def _looks(self, picture: Pyramid) -> FirstLooks:
        return FirstLooks(self._examiner, picture, self._examined_once)

    def _searched(
        self, looks: FirstLooks, timer: StageTimer
    ) -> tuple[list[Candidate], MarkersSeen, TablePlane | None]:
        last, pyramid = self._last, looks.picture
        with timer.stage("markers"):
            if last is not None and last.size_wh != pyramid.size_wh(0):
                last = None
            view = None if last is None else self._view(pyramid, last.plane)
            changed = None if last is None or view is None else _changed(last.image_bgr, view.image_bgr)
            if last is not None and changed is not None and last.is_settled and not changed.any():
                found = self.detector.beside_markers(last.found, list(last.markers.values()))
                return found, markers_seen(last.markers, last.plane), last.plane
            markers = _markers(pyramid, last, view, changed)
            if last is not None and not _is_same_view(last, markers):
                last = None
            plane = table_plane(pyramid[0], markers) if last is None else last.plane
        with timer.stage("find"):
            if last is None or view is None or changed is None:
                view = self._view(pyramid, plane)
                last = _nothing_searched(view, pyramid, markers, plane)
                changed = np.ones(last.times.shape, np.uint8)
            search = self._in_flat if view.is_flat else self._anywhere
            self._last = last = _searched_again(last, view, changed, partial(search, looks, view, last))
            found = self.detector.beside_markers(last.found, list(markers.values()))
        return found, markers_seen(markers, plane), plane

    def _view(self, pyramid: Pyramid, plane: TablePlane | None) -> _View:
        """Return the picture laid flat, or made small where that cannot be."""
        flat = None if plane is None else flat_view(pyramid, plane, self.taught.side_mm)
        return _small_view(pyramid) if flat is None else _View(flat.image_bgr, flat.to_picture, True)

    def _in_flat(
        self, _looks: FirstLooks, view: _View, _last: _Search, due: Mask, _kept: Sequence[Candidate]
    ) -> tuple[list[Candidate], Mask]:
        """Search the picture laid flat where it is due; return what is found, and where was searched."""
        if due.mean() > MOST_DUE:
            seen, due = find_in_flat(self.detector.finder, view.image_bgr), np.ones_like(due)
        else:
            seen = found_where(self.detector.finder, view.image_bgr, due)
        return view.in_picture(seen), due

    def _anywhere(
        self, looks: FirstLooks, view: _View, last: _Search, due: Mask, kept: Sequence[Candidate]
    ) -> tuple[list[Candidate], Mask]:
        """Search the picture itself, where no plane is known, in the same way."""
        places, markers = _boxes(due), list(last.markers.values())
        if not places:
            return [], due
        scale = float(view.to_picture[0, 0])
        widest_px = max(self._plain_sides(looks, kept), default=0.0) / scale
        if due.mean() > MOST_DUE or widest_px > WIDEST_PX or _extent(places) > LARGEST_PLACE_PX:
            return self.candidates(looks, last.plane, markers), np.ones_like(due)
        part = PartialSearch([scaled(box, scale) for box in places], kept)
        return self.candidates(looks, last.plane, markers, part), due

    def _in_other_views(self, pyramid: Pyramid, markers: MarkersSeen) -> tuple[Doubt, ...]:
        """Return the same; what was seen so last, while nothing changes."""
        small = _small_view(pyramid).image_bgr
        changed = None if self._viewed is None else _changed(self._viewed[0], small)
        if self._viewed is None or changed is None or changed.any():
            self._viewed = small.copy(), super()._in_other_views(pyramid, markers)
        return self._viewed[1]

    def _examined(self, looks: FirstLooks, candidates: Sequence[Candidate]) -> list[Examined]:
        """Examine the candidates that are new since the last picture; the others were."""
        examined = super()._examined(looks, candidates)
        self._examined_once = dict(zip(candidates, examined, strict=True))
        return examined


def _searched_again(last: _Search, view: _View, changed: Mask, search: _SearchWhere) -> _Search:
    """Return the search of a further picture of the same view."""
    times = np.where(changed, np.uint8(0), last.times)
    lying = zip(last.found, view.from_picture(last.found), strict=True)
    kept = [one for one, in_view in lying if not _lies_in(in_view, changed)]
    seen, searched = search((times < SEARCHES).astype(np.uint8), kept)
    found = (*kept, *(one for one in seen if _is_new(one, kept)))
    image_bgr = last.image_bgr.copy()
    cv2.copyTo(view.image_bgr, changed, image_bgr)
    return replace(last, image_bgr=image_bgr, found=found, times=times + searched)


def _nothing_searched(
    view: _View, pyramid: Pyramid, markers: Markers, plane: TablePlane | None
) -> _Search:
    times = np.zeros(view.image_bgr.shape[:2], np.uint8)
    return _Search(view.image_bgr, pyramid.size_wh(0), markers, plane, (), times)


def _markers(
    pyramid: Pyramid, last: _Search | None, view: _View | None, changed: Mask | None
) -> dict[int, NDArray[np.float64]]:
    """Return the markers; they are searched for only where something has changed."""
    if last is None or view is None or changed is None:
        return find_markers(pyramid)
    if (
        last.markers.keys() == set(MARKER_IDS)
        and view.is_flat
        and not _reaches(changed, last.markers, view)
    ):
        return dict(last.markers)
    if last.markers:
        return find_markers(pyramid)
    scale = float(view.to_picture[0, 0])
    for left, top, right, bottom in (scaled(box, scale) for box in _boxes(changed)):
        if find_markers(Pyramid(pyramid[0][top:bottom, left:right])):
            return find_markers(pyramid)
    return {}


def _reaches(changed: Mask, markers: Markers, view: _View) -> bool:
    """Tell whether a marker has changed, or what is near it: a moved camera moves edges."""
    to_view = np.linalg.inv(view.to_picture)
    for quad in markers.values():
        corners = cv2.perspectiveTransform(quad[None], to_view)[0]
        x, y = np.floor(corners.min(0)).astype(int).clip(0).tolist()
        x_end, y_end = np.ceil(corners.max(0)).astype(int).clip(0).tolist()
        if changed[y : y_end + 1, x : x_end + 1].any():
            return True
    return False


def _small_view(pyramid: Pyramid) -> _View:
    """Return the picture as small as changes are looked for in where no plane is known."""
    halvings = 0
    while max(pyramid.size_wh(halvings)) > SMALL_PX:
        halvings += 1
    return _View(pyramid[halvings], np.diag([2.0**halvings, 2.0**halvings, 1.0]), False)


def _is_same_view(last: _Search, markers: Markers) -> bool:
    """Tell whether the camera looks as it did, as far as the markers tell."""
    if last.markers.keys() != markers.keys():
        return False
    away = (np.abs(quad - last.markers[number]).max() for number, quad in markers.items())
    return max(away, default=0.0) < MOVED_PX


def _changed(before: ImageBgr, now: ImageBgr) -> Mask | None:
    """Return where two pictures differ, and a die's side round it; None if they differ in size."""
    if before.shape != now.shape:
        return None
    blue, green, red = cv2.split(cv2.absdiff(cv2.blur(before, (3, 3)), cv2.blur(now, (3, 3))))
    most = cv2.max(cv2.max(blue, green), red)
    return _widened((most > CHANGED).astype(np.uint8), round(FLAT_SIDE_PX))


def _widened(places: NDArray[np.uint8], by_px: int) -> Mask:
    return np.asarray(cv2.dilate(places, np.ones((2 * by_px + 1, 2 * by_px + 1), np.uint8)), np.uint8)


def found_where(finder: TopFaceFinder, flat_bgr: ImageBgr, due: Mask) -> list[Candidate]:
    """Return the candidates whose centres lie where the flat picture is to be searched, or just beside.

    A centre is read a little elsewhere each time, and none may be lost between what is kept and what is
    found.
    """
    if not due.any():
        return []
    places = _widened(due, round(FLAT_SIDE_PX / 2))
    found = [
        one
        for piece in pieces_round(_boxes(due), due.shape[::-1])
        for one in find_in_flat(finder, flat_bgr, piece)
    ]
    return [one for one in found if _lies_in(one, places)]


def _is_new(one: Candidate, kept: Sequence[Candidate]) -> bool:
    """Tell whether none of those kept lies there, is about as large and as hot."""
    centre, side = one.corners_px.mean(0), one.side_px
    return not any(
        np.abs(other.corners_px.mean(0) - centre).max() < SAME_PLACE * side
        and 1 / SAME_SIDE < other.side_px / side < SAME_SIDE
        and other.heat > one.heat - SAME_HEAT
        for other in kept
    )


def _boxes(due: Mask) -> list[Box]:
    """Return a box round each place that is due."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(due, connectivity=8)
    return [(x, y, x + across, y + down) for x, y, across, down, _ in stats[1:].tolist()]


def _extent(boxes: Sequence[Box]) -> int:
    """Return the longest side of these."""
    return max(max(right - left, bottom - top) for left, top, right, bottom in boxes)


def _lies_in(one: Candidate, places: Mask) -> bool:
    """Tell whether a candidate's centre lies there; beyond the picture, at its edge."""
    x, y = np.rint(one.corners_px.mean(0)).astype(int).tolist()
    height, width = places.shape
    return bool(places[min(max(y, 0), height - 1), min(max(x, 0), width - 1)])
