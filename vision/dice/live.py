"""Reads the dice of one table repeatedly: only what has changed since is searched.

Dice in unchanged places are not kept, but examined and named again like all others: only the possible
places of tops, with their corners refined once, are kept from the last readings. So a die that was
turned, taken away or put down is never kept, even if no change was noticed.
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
from vision.dice.finding.top_faces import Box, TopFace, TopFaceFinder
from vision.dice.finding.top_plane import FLAT_SIDE_PX, FlatView, find_in_flat, flat_view
from vision.dice.reader import DiceReader
from vision.dice.sets import DiceSet
from vision.frame import ImageBgr
from vision.markers.cards import MARKER_IDS
from vision.markers.finder import find_markers
from vision.markers.plane import TablePlane, markers_seen, table_plane
from vision.pyramid import Pyramid
from vision.readings.dice import Doubt
from vision.readings.reading import MarkersSeen
from vision.stage_timer import StageTimer

Markers = Mapping[int, NDArray[np.float64]]
Mask = NDArray[np.uint8]
"""Ones mark places: (height, width)."""
_SearchWhere = Callable[[Mask, Sequence[TopFace]], tuple[list[TopFace], Mask]]
"""Searches the due places, given the kept candidates; returns the new ones, and where it searched."""

MOVED_PX = 0.5
"""Movement of a marker's corner, px, above which the camera was moved. Chosen by hand: the camera's
noise moves corners by 0.1 px."""
CHANGED = 4
"""Difference in grey levels of any colour, averaged over 3 x 3 px, above which a place has changed.
Chosen by hand: noise of 4 levels in the camera's own pixels becomes 0.7 in the flat picture, and the
edges and shadows of white dice on white paper more than 6."""
SMALL_PX = 450
"""Greatest longer side of the picture in which changes are looked for without a known plane."""
SEARCHES = 2
"""Number of searches of each place after a change, in different pictures: the finder may see in one what
it misses in another because of noise, and a missed die goes unnoticed."""
MOST_DUE = 0.5
"""Share of the table to be searched above which a complete search takes no longer."""
SAME_PLACE, SAME_SIDE, SAME_HEAT = 1 / 3, 1.25, 0.1
"""Distance in sides, ratio of sizes and difference of heat within which a find is the same as before:
examining either gives the same corners. Chosen by hand: with more heat between, a poor outline of the
die beside a lifted one, half as hot, was kept instead of that die."""
WIDEST_PX = 36.0
"""Width of dice in the small picture up to which, without a known plane, only changes are searched, and
margin by which changes are widened: all edges of one die then form one place."""
LARGEST_PLACE_PX = 110
"""A larger change in the small picture may be the edges of one wide die: then all of it is searched.
Chosen by hand: three dice of 20 px side by side are within it."""


@dataclass(frozen=True, eq=False)
class _View(FlatView):
    """The picture in which changes are looked for: flattened or, without a known plane, reduced."""

    is_flat: bool


@dataclass(frozen=True, eq=False)
class _LastSearch:
    """The last search: ``image_bgr`` shows each place as it was when the finder looked there.

    ``image_bgr`` is the flat picture if the plane is known, otherwise the reduced one. ``times``
    (height, width) says how often each of its places was searched since it changed.
    """

    image_bgr: ImageBgr
    size_wh: tuple[int, int]
    markers: Markers
    plane: TablePlane | None
    found: tuple[TopFace, ...]
    times: NDArray[np.uint8]

    @property
    def is_settled(self) -> bool:
        """Whether everything was searched often enough, if nothing has changed since."""
        return bool(self.times.min() >= SEARCHES)


class LiveDiceReader(DiceReader):
    """Reads one camera's frames, one after the other. Safe to call from several threads."""

    def __init__(self, taught: DiceSet) -> None:
        super().__init__(taught)
        self._last: _LastSearch | None = None
        self._examined_once: dict[TopFace, Examined] = {}
        self._viewed: tuple[ImageBgr, tuple[Doubt, ...]] | None = None

    def _looks(self, picture: Pyramid) -> FirstLooks:
        return FirstLooks(self._examiner, picture, self._examined_once)

    def _search(
        self, looks: FirstLooks, timer: StageTimer
    ) -> tuple[list[TopFace], MarkersSeen, TablePlane | None]:
        last, pyramid = self._last, looks.picture
        with timer.stage("markers"):
            if last is not None and last.size_wh != pyramid.size_wh(0):
                last = None
            view = None if last is None else self._view(pyramid, last.plane)
            changed = (
                None if last is None or view is None else _find_changes(last.image_bgr, view.image_bgr)
            )
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
            self._last = last = _search_again(last, view, changed, partial(search, looks, view, last))
            found = self.detector.beside_markers(last.found, list(markers.values()))
        return found, markers_seen(markers, plane), plane

    def _view(self, pyramid: Pyramid, plane: TablePlane | None) -> _View:
        """Return the flattened picture or, if that is impossible, the reduced one."""
        flat = None if plane is None else flat_view(pyramid, plane, self.taught.side_mm)
        return _small_view(pyramid) if flat is None else _View(flat.image_bgr, flat.to_picture, True)

    def _in_flat(
        self, _looks: FirstLooks, view: _View, _last: _LastSearch, due: Mask, _kept: Sequence[TopFace]
    ) -> tuple[list[TopFace], Mask]:
        """Search the due parts of the flattened picture; return what is found, and where was
        searched."""
        if due.mean() > MOST_DUE:
            seen, due = find_in_flat(self.detector.finder, view.image_bgr), np.ones_like(due)
        else:
            seen = found_where(self.detector.finder, view.image_bgr, due)
        return view.in_picture(seen), due

    def _anywhere(
        self, looks: FirstLooks, view: _View, last: _LastSearch, due: Mask, kept: Sequence[TopFace]
    ) -> tuple[list[TopFace], Mask]:
        """Search the picture itself, without a known plane, in the same way."""
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
        """Return the same; while nothing changes, the last result of this kind."""
        small = _small_view(pyramid).image_bgr
        changed = None if self._viewed is None else _find_changes(self._viewed[0], small)
        if self._viewed is None or changed is None or changed.any():
            self._viewed = small.copy(), super()._in_other_views(pyramid, markers)
        return self._viewed[1]

    def _examine(self, looks: FirstLooks, candidates: Sequence[TopFace]) -> list[Examined]:
        """Examine the candidates that are new since the last picture; the others were examined
        before."""
        examined = super()._examine(looks, candidates)
        self._examined_once = dict(zip(candidates, examined, strict=True))
        return examined


def _search_again(last: _LastSearch, view: _View, changed: Mask, search: _SearchWhere) -> _LastSearch:
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
) -> _LastSearch:
    times = np.zeros(view.image_bgr.shape[:2], np.uint8)
    return _LastSearch(view.image_bgr, pyramid.size_wh(0), markers, plane, (), times)


def _markers(
    pyramid: Pyramid, last: _LastSearch | None, view: _View | None, changed: Mask | None
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
    """Tell whether a marker, or something near it, has changed: a moved camera moves edges."""
    to_view = np.linalg.inv(view.to_picture)
    for quad in markers.values():
        corners = cv2.perspectiveTransform(quad[None], to_view)[0]
        x, y = np.floor(corners.min(0)).astype(int).clip(0).tolist()
        x_end, y_end = np.ceil(corners.max(0)).astype(int).clip(0).tolist()
        if changed[y : y_end + 1, x : x_end + 1].any():
            return True
    return False


def _small_view(pyramid: Pyramid) -> _View:
    """Return the picture at the size in which changes are looked for without a known plane."""
    halvings = 0
    while max(pyramid.size_wh(halvings)) > SMALL_PX:
        halvings += 1
    return _View(pyramid[halvings], np.diag([2.0**halvings, 2.0**halvings, 1.0]), False)


def _is_same_view(last: _LastSearch, markers: Markers) -> bool:
    """Tell whether the camera looks the same way as before, according to the markers."""
    if last.markers.keys() != markers.keys():
        return False
    away = (np.abs(quad - last.markers[number]).max() for number, quad in markers.items())
    return max(away, default=0.0) < MOVED_PX


def _find_changes(before: ImageBgr, now: ImageBgr) -> Mask | None:
    """Return where two pictures differ, with a die's side around it; None if they differ in size."""
    if before.shape != now.shape:
        return None
    blue, green, red = cv2.split(cv2.absdiff(cv2.blur(before, (3, 3)), cv2.blur(now, (3, 3))))
    most = cv2.max(cv2.max(blue, green), red)
    return _widen((most > CHANGED).astype(np.uint8), round(FLAT_SIDE_PX))


def _widen(places: NDArray[np.uint8], by_px: int) -> Mask:
    return np.asarray(cv2.dilate(places, np.ones((2 * by_px + 1, 2 * by_px + 1), np.uint8)), np.uint8)


def found_where(finder: TopFaceFinder, flat_bgr: ImageBgr, due: Mask) -> list[TopFace]:
    """Return the candidates whose centres lie in the searched part of the flat picture, or just beside.

    A centre is read slightly differently each time, and none may be lost between the kept and the new
    candidates.
    """
    if not due.any():
        return []
    places = _widen(due, round(FLAT_SIDE_PX / 2))
    found = [
        one
        for piece in pieces_round(_boxes(due), due.shape[::-1])
        for one in find_in_flat(finder, flat_bgr, piece)
    ]
    return [one for one in found if _lies_in(one, places)]


def _is_new(one: TopFace, kept: Sequence[TopFace]) -> bool:
    """Tell whether none of the kept ones lies there with about the same size and heat."""
    centre, side = one.corners_px.mean(0), one.side_px
    return not any(
        np.abs(other.corners_px.mean(0) - centre).max() < SAME_PLACE * side
        and 1 / SAME_SIDE < other.side_px / side < SAME_SIDE
        and other.heat > one.heat - SAME_HEAT
        for other in kept
    )


def _boxes(due: Mask) -> list[Box]:
    """Return a box around each due place."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(due, connectivity=8)
    return [(x, y, x + across, y + down) for x, y, across, down, _ in stats[1:].tolist()]


def _extent(boxes: Sequence[Box]) -> int:
    """Return the longest side of these."""
    return max(max(right - left, bottom - top) for left, top, right, bottom in boxes)


def _lies_in(one: TopFace, places: Mask) -> bool:
    """Tell whether a candidate's centre lies there; beyond the picture, its edge counts."""
    x, y = np.rint(one.corners_px.mean(0)).astype(int).tolist()
    height, width = places.shape
    return bool(places[min(max(y, 0), height - 1), min(max(x, 0), width - 1)])
