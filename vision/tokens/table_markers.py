"""Where a table's markers lie, from picture to picture, even if one is hidden for a while."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.board_grid import Matrix, through
from vision.markers.finder import WIDEST_SEARCH_PX, Points, find_markers
from vision.markers.plane import TablePlane, markers_seen, table_plane
from vision.pyramid import Pyramid
from vision.readings.reading import MarkersSeen

STILL_PX = 0.5
"""Movement in px below which markers are still."""
MARKERS_THAT_TELL, MOVED_APART_PX = 2, 4.0
"""Number of markers that determine the camera's movement, if their corners fit within this many px."""


@dataclass(frozen=True, eq=False)
class MarkersThere:
    """The corners, in px, of the ``seen`` markers, and of the ``hidden`` ones at the places implied by
    the others; the table's ``plane``, None if too few are seen; the ``numbers`` of those seen."""

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
        """Return where the markers lie. The plane stays the same while all are where they were."""
        seen = find_markers(picture, self._widest_px)
        if not self._seen or not _are_the_same(self._seen, seen):
            self._plane = table_plane(picture[0], seen)
        self._seen = seen
        self._known = {**self._as_moved(seen), **seen}
        hidden = [self._known[number] for number in self._known.keys() - seen.keys()]
        numbers = markers_seen(seen, self._plane)
        return MarkersThere(tuple(seen.values()), tuple(hidden), self._plane, numbers)

    def _as_moved(self, seen: Mapping[int, Points]) -> dict[int, Points]:
        """Return where the known ones must be now; none if those seen do not determine it."""
        common = sorted(seen.keys() & self._known.keys())
        moved = _moved([self._known[one] for one in common], [seen[one] for one in common])
        return {} if moved is None else {one: through(moved, at) for one, at in self._known.items()}


def _are_the_same(one: Mapping[int, Points], other: Mapping[int, Points]) -> bool:
    return one.keys() == other.keys() and all(
        float(np.abs(one[number] - other[number]).max()) < STILL_PX for number in one
    )


def _moved(before: Sequence[Points], now: Sequence[Points]) -> Matrix | None:
    """Return the homography from the markers' old places to their new ones; None if they moved
    independently."""
    if len(before) < MARKERS_THAT_TELL:
        return None
    old, new = (np.concatenate(points).astype(np.float64) for points in (before, now))
    matrix = np.asarray(cv2.findHomography(old, new, 0)[0], np.float64)
    return matrix if np.abs(through(matrix, old) - new).max() < MOVED_APART_PX else None
