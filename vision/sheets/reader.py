"""Reads sheets with a printed outline: which of their cells are covered, and which are free.

The sheet's own markers say where it lies. Its picture is straightened, and the printed patterns are
looked for in nine windows of every cell. A free cell shows one of them; a covered one neither. A pattern
is recognised by its correlation with the printed one, which depends little on light and shadow.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.markers.finder import at_their_edges
from vision.markers.plane import fit
from vision.pyramid import Pyramid
from vision.readings.outlines import Outline, OutlineCell, OutlineLook, OutlineReading
from vision.readings.places import GridCell, PointPx
from vision.sheets.outlines import (
    CELL_MM,
    CELLS,
    MARKERS_OF_A_SHEET,
    MOST_SHEETS,
    SHEET_MM,
    dictionary,
    draw_cells,
    marker_corners_mm,
)

Floats = NDArray[np.float64]
Points = NDArray[np.float64]
Pixels = NDArray[np.float32]

WIDEST_SEARCH_PX: Final = 1700
"""Longer side of the largest picture in which markers are searched for."""
SMALL_PX: Final = 850
"""Pictures no longer than this are searched at twice their size: their markers have few pixels."""
LEAST_MARKERS: Final = 3
"""Least number of a sheet's markers that must be seen: then its plane is known from twelve corners."""
MOST_MISFIT: Final = 0.08
"""Greatest distance between a marker's seen and expected corners, in its sides: beyond that the paper is
bent."""
PX_PER_MM: Final = 2
MARGIN_MM: Final = 2.0
REACH_PX: Final = 2
"""Greatest shift of a pattern, in px of the straightened sheet: 1 mm."""
WINDOW_MM: Final = 7.0
WINDOWS_MM: Final = (1.0, 5.5, 10.0)
"""Where windows begin in a cell, across and down: three in each direction, clear of its edges."""
_WINDOWS_AT: Final = tuple((across, down) for down in WINDOWS_MM for across in WINDOWS_MM)
WHOLE_AT_MM, WHOLE_MM = 1.0, 16.0
"""Almost a whole cell: where it begins, and its side."""
PRINT_BLUR_PX: Final = 0.7
GAMMA: Final = 2.2
SEEN, ABSENT = 0.55, 0.4
"""Correlation from which a pattern is seen in a window, and below which it is not seen in a whole cell.
Chosen by hand."""
LEAST_STRENGTH: Final = 0.3
"""Least contrast of a visible pattern, as a share of the printed one."""
LEAST_SEEN: Final = 7
"""Number of a cell's nine windows that must show its pattern if it is free."""
MOST_SEEN: Final = 1
"""Number that may show a pattern if it is covered: paper beside a piece."""
STRIP: Final = 0.65
"""Or as many as lie along one edge, if none correlates better than this: pieces that lie a millimetre
apart leave a strip of paper. Chosen by hand: the square of a correlation is about the visible part,
0.4."""
_EDGES: Final = ({0, 1, 2}, {6, 7, 8}, {0, 3, 6}, {2, 5, 8})
"""The windows along each edge of a cell."""
SATURATED: Final = 250
"""Lightness from which nothing can be recognised."""


class OutlineReader:
    """Reads every sheet with an outline in a picture."""

    kind = "outlines"

    def read(self, image_bgr: ImageBgr) -> OutlineReading:
        """Return the sheets that are seen, by their numbers."""
        height, width = image_bgr.shape[:2]
        pyramid = Pyramid(image_bgr)
        found, twice = _sheets(pyramid)
        outlines = tuple(
            outline
            for number in sorted(found)
            if (outline := _read_sheet(pyramid, number, found[number])) is not None
        )
        return _reading(outlines, twice, (width, height))

    def pool(self, readings: Sequence[OutlineReading]) -> OutlineReading:
        """Return several readings of a still table as one. Raises ``ValueError`` for none.

        Sheets are those of the last reading. A cell is sure if most readings agree, and none reads
        something else with certainty.
        """
        if not readings:
            raise ValueError("no readings to pool")
        last = readings[-1]
        every = [{one.number: one for one in reading.outlines} for reading in readings]
        pooled = tuple(
            _pool([by_number[one.number] for by_number in every if one.number in by_number], one)
            for one in last.outlines
        )
        return _reading(pooled, last.twice, last.size_px)


def _reading(
    outlines: tuple[Outline, ...], twice: tuple[int, ...], size_px: tuple[int, int]
) -> OutlineReading:
    doubts = (
        *(["cell"] if not all(outline.sure for outline in outlines) else []),
        *(["twice"] if twice else []),
    )
    return OutlineReading(not doubts, doubts, size_px, has_markers=False, outlines=outlines, twice=twice)


def _pool(seen: Sequence[Outline], last: Outline) -> Outline:
    cells = []
    for at, cell in enumerate(last.cells):
        looks = Counter(one.cells[at].look for one in seen if one.cells[at].sure)
        look = next(iter(looks), cell.look)
        sure = len(looks) == 1 and 2 * looks[look] > len(seen)
        cells.append(replace(cell, look=look, sure=sure))
    return replace(last, cells=tuple(cells))


# Where sheets lie.


def _sheets(pyramid: Pyramid) -> tuple[dict[int, dict[int, Points]], tuple[int, ...]]:
    """Return the sheets' markers, by their places 0 to 3 on the sheet, as corners (4, 2) px.

    Also return the numbers of sheets of which some marker is seen twice: those are left out.
    """
    times = 0
    while max(pyramid.size_wh(times)) > WIDEST_SEARCH_PX:
        times += 1
    grey = cv2.cvtColor(pyramid[times], cv2.COLOR_BGR2GRAY)
    if max(grey.shape) <= SMALL_PX:
        times, grey = -1, cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    corners, ids, _ = _detector().detectMarkers(grey)
    known = [int(number) for number in np.ravel(ids)] if len(corners) else []
    twice = {n // MARKERS_OF_A_SHEET for n, count in Counter(known).items() if count > 1}
    found: dict[int, dict[int, Points]] = {}
    for marker, quad in zip(known, corners, strict=True):
        number, place = divmod(marker, MARKERS_OF_A_SHEET)
        if number < MOST_SHEETS and number not in twice:
            full = (quad.reshape(4, 2).astype(np.float64) + 0.5) * 2.0**times - 0.5
            found.setdefault(number, {})[place] = full
    return found, tuple(sorted(number for number in twice if number < MOST_SHEETS))


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(dictionary(), parameters)


def _read_sheet(pyramid: Pyramid, number: int, markers: dict[int, Points]) -> Outline | None:
    """Return the state of a sheet; None if too few of its markers are seen, or they do not fit."""
    if len(markers) < LEAST_MARKERS:
        return None
    places = sorted(markers)
    seen = at_their_edges(pyramid[0], np.stack([markers[place] for place in places]))
    to_px = _fit(marker_corners_mm()[places], seen)
    if to_px is None:
        return None
    looks = _looks(_straighten(pyramid, to_px))
    corners = _at(to_px, np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * SHEET_MM)
    centres = _at(to_px, (np.array(CELLS, np.float64) + 0.5) * CELL_MM)
    cells = tuple(
        OutlineCell(cell, look, sure, centre)
        for cell, (look, sure), centre in zip(CELLS, looks, centres, strict=True)
    )
    first, second, third, fourth = corners
    return Outline(number, cells, (first, second, third, fourth))


def _fit(corners_mm: Points, seen_px: Points) -> Floats | None:
    """Return the homography from the sheet's mm to px; None if a corner is not where it should be."""
    misfit, found = fit(corners_mm, seen_px)
    return found if misfit < MOST_MISFIT else None


def _at(to_px: Floats, points_mm: Floats) -> list[PointPx]:
    seen = cv2.perspectiveTransform(points_mm.reshape(1, -1, 2).astype(np.float64), to_px)[0]
    return [PointPx(float(x), float(y)) for x, y in seen]


def _straighten(pyramid: Pyramid, to_px: Floats) -> NDArray[np.uint8]:
    """Return the sheet with a margin, from above: gray, ``PX_PER_MM``."""
    ends = _at(to_px, np.array([[0.0, 0.0], [SHEET_MM, SHEET_MM]]))
    scale = float(np.hypot(*np.subtract(ends[1], ends[0]))) / (SHEET_MM * 2**0.5)
    times = 0
    while scale / 2**times > 2 * PX_PER_MM:
        times += 1
    shrink = np.array([[2.0**-times, 0, (2.0**-times - 1) / 2]] * 2 + [[0, 0, 1]])
    shrink[1] = [0, 2.0**-times, (2.0**-times - 1) / 2]
    onto_mm = np.array([[1 / PX_PER_MM, 0, -MARGIN_MM], [0, 1 / PX_PER_MM, -MARGIN_MM], [0, 0, 1.0]])
    pixel_middle = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    side = round((SHEET_MM + 2 * MARGIN_MM) * PX_PER_MM)
    matrix = shrink @ to_px @ onto_mm @ pixel_middle
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(pyramid[times], matrix, (side, side), flags=flags)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.uint8)


# The content of a cell.


def _looks(sheet: NDArray[np.uint8]) -> list[tuple[OutlineLook, bool]]:
    return [_look(sheet, cell) for cell in CELLS]


def _look(sheet: NDArray[np.uint8], cell: GridCell) -> tuple[OutlineLook, bool]:
    """Return the state of a cell, and whether that is sure."""
    windows = [_window(sheet, cell, *at, WINDOW_MM) for at in _WINDOWS_AT]
    seen: dict[OutlineLook, dict[int, float]] = {
        look: {
            number: _alike(window, pattern)
            for number, (window, pattern) in enumerate(zip(windows, patterns, strict=True))
            if _shows(window, pattern)
        }
        for look, patterns in _patterns().items()
    }
    best: OutlineLook = max(seen, key=lambda look: len(seen[look]))
    if len(seen[best]) >= LEAST_SEEN:
        return best, True
    if len(seen[best]) > MOST_SEEN and not _is_strip(seen[best]):
        return "covered", False
    whole = _window(sheet, cell, WHOLE_AT_MM, WHOLE_AT_MM, WHOLE_MM)
    is_clear = all(_alike(whole, pattern) < ABSENT for pattern in _whole_patterns())
    return "covered", is_clear and not any(window.min() >= SATURATED for window in windows)


def _is_strip(seen: Mapping[int, float]) -> bool:
    """Tell whether windows show no more of a pattern than a strip along one edge."""
    return any(seen.keys() <= edge for edge in _EDGES) and max(seen.values()) < STRIP


def _window(
    sheet: NDArray[np.uint8], cell: GridCell, across_mm: float, down_mm: float, side_mm: float
) -> Pixels:
    """Return the part of a sheet in which a part of a cell is looked for."""
    left, top = (
        round((MARGIN_MM + at * CELL_MM + shift) * PX_PER_MM) - REACH_PX
        for at, shift in ((cell.column, across_mm), (cell.row, down_mm))
    )
    side = round(side_mm * PX_PER_MM) + 2 * REACH_PX
    return sheet[top : top + side, left : left + side].astype(np.float32)


def _alike(window: Pixels, pattern: Pixels) -> float:
    """Return a window's correlation with a pattern, at its best place."""
    return float(cv2.matchTemplate(window, pattern, cv2.TM_CCOEFF_NORMED).max())


def _shows(window: Pixels, pattern: Pixels) -> bool:
    """Tell whether a window shows a pattern, with enough of its contrast."""
    if _alike(window, pattern) < SEEN:
        return False
    strength = float(window.std()) / max(float(window.mean()), 1.0)
    return strength >= LEAST_STRENGTH * float(pattern.std() / pattern.mean())


@cache
def _patterns() -> dict[OutlineLook, list[Pixels]]:
    """Return both patterns as they are expected in each of a cell's windows."""
    return {
        look: [_pattern(look == "inside", *at, WINDOW_MM) for at in _WINDOWS_AT]
        for look in ("inside", "outside")
    }


@cache
def _whole_patterns() -> list[Pixels]:
    """Return both patterns as they are expected in almost a whole cell."""
    return [_pattern(inside, WHOLE_AT_MM, WHOLE_AT_MM, WHOLE_MM) for inside in (True, False)]


def _pattern(inside: bool, across_mm: float, down_mm: float, side_mm: float) -> Pixels:
    """Return a part of a pattern as it is expected in a picture."""
    light = cv2.GaussianBlur(draw_cells(PX_PER_MM, inside=inside), (0, 0), PRINT_BLUR_PX) ** (1 / GAMMA)
    side = round(side_mm * PX_PER_MM)
    # The second cell of the second row is like all others.
    left, top = (round((CELL_MM + at) * PX_PER_MM) for at in (across_mm, down_mm))
    return np.ascontiguousarray(light[top : top + side, left : left + side], np.float32)
