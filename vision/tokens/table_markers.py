"""Where a table's markers lie, from picture to picture: also one that something hides for a while."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.boards.grid import Matrix, through
from vision.markers.finder import WIDEST_SEARCH_PX, Points, find_markers
from vision.markers.plane import TablePlane, markers_seen, table_plane
from vision.pyramid import Pyramid
from vision.reading import MarkersSeen

STILL_PX = 0.5
"""Markers that moved by less lie where they lay."""
MARKERS_THAT_TELL, MOVED_APART_PX = 2, 4.0
"""So many markers tell how the camera was moved, if their corners fit that within so much."""


@dataclass(frozen=True, eq=False)
class MarkersThere:
    """The corners, in px, of the markers that are ``seen``, and of those ``hidden``, which lie where the
    others tell; the table's ``plane``, None if too few are seen; the ``numbers`` of those seen."""

    seen: tuple[Points, ...]
    hidden: tuple[Points, ...]
    plane: TablePlane | None
    numbers: MarkersSeen


class TableMarkers:
    """Finds the markers in one camera's pictures, one after the other.

    ``widest_px``: longer side of the largest picture that is searched.
    """

    def __init__(self, widest_px: int = WIDEST_SEARCH_PX) -> None:
        self._widest_px = widest_px
        self._seen: Mapping[int, Points] = {}
        self._known: Mapping[int, Points] = {}
        self._plane: TablePlane | None = None

    def look(self, picture: Pyramid) -> MarkersThere:
        """Return where the markers lie. The plane is that of before while all are where they were."""
        seen = find_markers(picture, self._widest_px)
        if not self._seen or not _are_the_same(self._seen, seen):
            self._plane = table_plane(picture[0], seen)
        self._seen = seen
        self._known = {**self._as_moved(seen), **seen}
        hidden = [self._known[number] for number in self._known.keys() - seen.keys()]
        numbers = markers_seen(seen, self._plane)
        return MarkersThere(tuple(seen.values()), tuple(hidden), self._plane, numbers)

    def _as_moved(self, seen: Mapping[int, Points]) -> dict[int, Points]:
        """Return where those known must lie now; none where those seen do not tell."""
        common = sorted(seen.keys() & self._known.keys())
        moved = _moved([self._known[one] for one in common], [seen[one] for one in common])
        return {} if moved is None else {one: through(moved, at) for one, at in self._known.items()}


def _are_the_same(one: Mapping[int, Points], other: Mapping[int, Points]) -> bool:
    return one.keys() == other.keys() and all(
        float(np.abs(one[number] - other[number]).max()) < STILL_PX for number in one
    )


def _moved(before: Sequence[Points], now: Sequence[Points]) -> Matrix | None:
    """Return the homography from where markers were to where they are; None if they moved apart."""
    if len(before) < MARKERS_THAT_TELL:
        return None
    old, new = (np.concatenate(points).astype(np.float64) for points in (before, now))
    matrix = np.asarray(cv2.findHomography(old, new, 0)[0], np.float64)
    return matrix if np.abs(through(matrix, old) - new).max() < MOVED_APART_PX else None
