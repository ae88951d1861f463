"""``companion print``: the pages, rendered as a printer would, have everything in its place."""

from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from tests.cli.command import run
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.markers.cards import MARKER_IDS, MARKER_SIDE_MM, MAT_LAYOUT, MAT_PAPER_MARGIN_MM, draw_mat
from vision.markers.finder import find_markers
from vision.markers.plane import table_plane
from vision.pyramid import Pyramid

PX_PER_MM = 10.0
POINTS_PER_MM = 72 / 25.4
NEAR_PX = 5


def printed(what: str, folder: Path) -> tuple[ImageBgr, tuple[float, float]]:
    """Return a page as a printer draws it at 10 px a mm, and its size in mm."""
    out = folder / "page.pdf"
    assert run("print", what, str(out))[0] == 0
    document: Any = pypdfium2.PdfDocument(out)
    assert len(document) == 1
    width, height = document[0].get_size()
    drawn = document[0].render(scale=PX_PER_MM / POINTS_PER_MM).to_numpy()
    picture = np.repeat(drawn, 3, 2) if drawn.shape[2] == 1 else drawn[..., :3]
    document.close()
    return np.ascontiguousarray(picture), (width / POINTS_PER_MM, height / POINTS_PER_MM)


def markers_mm(picture: ImageBgr, size_mm: tuple[float, float]) -> dict[int, NDArray[np.float64]]:
    """Return the markers that the eyes find, each with its black square's corners as they were drawn."""
    px_per_mm = np.array(picture.shape[1::-1]) / size_mm  # whole pixels: not quite 10
    return {
        number: _square(picture, quad) / px_per_mm
        for number, quad in find_markers(Pyramid(picture)).items()
    }


def _square(picture: ImageBgr, quad_px: NDArray[np.float64]) -> NDArray[np.float64]:
    low = np.round(quad_px.min(0) - NEAR_PX).astype(int)
    high = np.round(quad_px.max(0) + NEAR_PX).astype(int)
    rows, columns = np.nonzero(picture[low[1] : high[1], low[0] : high[0], 0] < 128)
    left, right, top, bottom = columns.min(), columns.max() + 1, rows.min(), rows.max() + 1
    square = np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) + low
    assert np.abs(square - quad_px).max() < NEAR_PX, "it stands upright, its own top left first"
    return np.asarray(square, np.float64)


def test_the_mat_is_true_to_a_tenth_of_a_millimetre(tmp_path: Path) -> None:
    picture, size_mm = printed("mat", tmp_path)
    assert size_mm == pytest.approx((297, 210), abs=0.02)
    found = markers_mm(picture, size_mm)
    assert set(found) == set(MARKER_IDS)
    for number, corners in zip(MARKER_IDS, MAT_LAYOUT.corners_mm() + MAT_PAPER_MARGIN_MM, strict=True):
        assert found[number] == pytest.approx(corners, abs=0.1)


def test_the_mat_is_the_one_that_the_simulated_table_has(tmp_path: Path) -> None:
    picture, _ = printed("mat", tmp_path)
    drawn = draw_mat(int(PX_PER_MM))
    grey = picture[: drawn.shape[0], : drawn.shape[1], 0]
    black = (grey < 60) != (drawn < 60)
    assert black.mean() < 0.001


def test_the_mat_alone_is_an_empty_table(tmp_path: Path) -> None:
    picture, _ = printed("mat", tmp_path)
    assert table_plane(picture, find_markers(Pyramid(picture))) is not None
    for kind in ("pips", "carcassonne"):
        reading = DiceReader(load(kind)).read(picture)
        assert reading.sure
        assert reading.is_empty


def test_the_cards_are_true_and_each_has_white_round_it(tmp_path: Path) -> None:
    picture, size_mm = printed("markers", tmp_path)
    assert size_mm == pytest.approx((210, 297), abs=0.02)
    found = markers_mm(picture, size_mm)
    assert set(found) == set(MARKER_IDS)
    for corners in found.values():
        sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
        assert sides == pytest.approx([MARKER_SIDE_MM] * 4, abs=0.1)
        left, top = np.round((corners[0] - 5) * PX_PER_MM).astype(int)
        card = picture[top : top + 400, left : left + 400, 0].copy()
        card[49:351, 49:351] = 255
        assert card.min() == 255
    centres = {number: corners.mean(0) for number, corners in found.items()}
    assert centres[0][0] == pytest.approx(centres[3][0], abs=0.1)
    assert centres[0][1] == pytest.approx(centres[1][1], abs=0.1)
    assert (centres[2] > centres[0] + 40).all()


@pytest.mark.parametrize("what", ["mat", "markers"])
def test_the_line_to_measure_is_100_mm_long(tmp_path: Path, what: str) -> None:
    picture, _ = printed(what, tmp_path)
    dark = picture[..., 0] < 200
    longest = max((longest_run(row), number) for number, row in enumerate(dark))
    assert longest[0] / PX_PER_MM == pytest.approx(100, abs=0.4)


def longest_run(row: NDArray[np.bool_]) -> int:
    """Return the length of the longest run of dark pixels that is no marker's."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
    return max((int(end - start) for start, end in edges.reshape(-1, 2)), default=0)


def test_what_cannot_be_printed_is_told(tmp_path: Path) -> None:
    status, _, err = run("print", "hat", str(tmp_path / "hat.pdf"))
    assert status == 2
    assert "'markers', 'mat'" in err
    status, _, err = run("print", "mat", str(tmp_path / "nowhere" / "mat.pdf"))
    assert status == 1
    assert "nowhere" in err


def test_the_same_page_is_printed_every_time(tmp_path: Path) -> None:
    pages = [tmp_path / name for name in ("a.pdf", "b.pdf")]
    for page in pages:
        assert run("print", "markers", str(page))[0] == 0
    assert pages[0].read_bytes() == pages[1].read_bytes()
