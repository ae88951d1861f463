"""What cannot be judged is told with its reason; nothing is sure there, and all else is left alone."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.figures.simulated import house_throw
from tests.rigs.spoilt.kinds import Shot, spoilt
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.judging.judge import Judgement, judge
from vision.judging.judged import UNJUDGED, as_far_as_judged, read_judged
from vision.readings.outlines import Outline, OutlineCell, OutlineReading
from vision.readings.places import BoxPx, GridCell, PointPx
from vision.readings.reading import Reading, Unjudged
from vision.readings.tokens import Token, TokenReading

SEEDS = (7001, 7002, 7005)
SIDE_PX = 60.0

SPOILT = {
    ("black", 0.0): {"dark"},
    ("grey", 0.22): {"covered"},
    ("clipped", 1.0): {"bright"},
    ("covered", 0.5): {"dark", "covered"},
    ("half over", 8.0): {"bright"},
    ("sun patch", 12.0): {"bright"},
    ("defocus", 0.6): {"blurred"},
    ("gaussian", 10.0): {"blurred"},
    ("motion", 80.0): {"moving"},
    ("noise", 64.0): {"dark"},
    ("rain", 0.2): {"dark"},
    ("frozen half", 0.5): {"banded"},
    ("tearing", 160.0): {"banded"},
}
"""Kinds of spoiling and their steps, and why such a picture cannot be judged: one of these at least."""


@cache
def picture(seed: int) -> ImageBgr:
    return house_throw(seed)[0]


@cache
def reader() -> DiceReader:
    return DiceReader(load("carcassonne"))


def spoil(kind: str, step: float, seed: int) -> ImageBgr:
    return spoilt(kind, step, Shot(picture(seed), SIDE_PX, lambda: picture(seed + 4)), seed)


def reasons(image: ImageBgr, side_px: float | None = SIDE_PX) -> set[str]:
    return {part.why for part in judge(image).of_pieces(side_px)}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_wrong_with_the_whole_picture_comes_before_its_parts(seed: int) -> None:
    parts = judge(spoil("noise", 64.0, seed)).of_pieces(SIDE_PX)
    assert len(parts) > 1
    assert parts[0].why == "dark", "pages tell the first"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("kind", "step"), SPOILT)
def test_a_spoilt_picture_is_told_from_one_that_can_be_judged(kind: str, step: float, seed: int) -> None:
    assert reasons(picture(seed)) == set()
    assert reasons(spoil(kind, step, seed)) & SPOILT[kind, step]


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_that_came_from_a_little_beside_are_told_by_the_grain(seed: int) -> None:
    torn = picture(seed).copy()
    torn[400:] = np.roll(torn[400:], 10, axis=1)
    assert reasons(torn) == {"banded"}


def throw_into_a_tray(seed: int) -> ImageBgr:
    """Three dice in a pale, even tray, in the upper or the lower half in hardly more light, stored as
    JPEG."""
    light = np.linspace(225, 180, 640) + np.linspace(9, -9, 640)[:, None] + 0.9 * (seed % 2)
    tray = light + np.random.default_rng(seed).normal(0.0, 1.5, (640, 640))
    for die in range(3):
        top, left = 37 + 350 * (seed % 2) + 61 * die, 90 + 190 * die
        tray[top : top + 60, left : left + 60] = 40
    _, data = cv2.imencode(".jpg", np.rint(tray).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 60])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def test_two_throws_into_one_tray_are_told_at_the_border_of_jpegs_blocks_where_they_meet() -> None:
    first, then = throw_into_a_tray(2), throw_into_a_tray(1)
    assert reasons(first) == reasons(then) == set()
    assert reasons(np.concatenate([first[:320], then[320:]])) == {"banded"}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "kind_step", [("black", 0.0), ("clipped", 1.0), ("gaussian", 10.0), ("covered", 0.5)]
)
def test_dice_in_a_spoilt_picture_are_never_surely_missing(
    kind_step: tuple[str, float], seed: int
) -> None:
    reading = read_judged(reader(), spoil(*kind_step, seed), "spoilt")
    assert not reading.sure
    assert reading.unjudged
    assert UNJUDGED in reading.doubts


@pytest.mark.parametrize("seed", range(7000, 7010))
def test_a_bare_table_and_one_with_dice_can_be_judged_on_every_surface(seed: int) -> None:
    assert reasons(picture(seed)) == set()


def test_a_pale_table_that_moved_is_not_one_in_focus() -> None:
    grain = np.random.default_rng(5).normal(0.0, 4.0, (480, 640))
    streaks = 5 * cv2.GaussianBlur(grain, (0, 0), sigmaX=15.0, sigmaY=0.8)
    lit = np.linspace(215, 190, 640)[None] + np.linspace(5, -8, 480)[:, None] + streaks
    assert reasons(np.repeat(np.rint(lit).astype(np.uint8)[..., None], 3, axis=2)) == {"covered"}


def test_only_the_part_that_is_washed_out_cannot_be_judged() -> None:
    lit = picture(7001)
    spot = np.zeros(lit.shape[:2], np.uint8)
    cv2.circle(spot, (350, 200), 120, 255, -1)
    lit = np.maximum(lit, cv2.GaussianBlur(spot, (0, 0), 6)[..., None])
    (part,) = judge(lit).of_pieces(SIDE_PX)
    assert part.why == "bright"
    assert part.box_px.holds(PointPx(350, 200))
    assert not part.box_px.holds(PointPx(700, 600))


@pytest.mark.parametrize("seed", SEEDS)
def test_noise_counts_against_the_light_there_is(seed: int) -> None:
    noise = np.random.default_rng(seed).normal(0.0, 6.0, picture(seed).shape)
    lit, dim = (
        np.clip(picture(seed) * light + noise, 0, 255).round().astype(np.uint8) for light in (1.0, 0.25)
    )
    assert reasons(lit) == set()
    assert "dark" in reasons(dim)


def test_a_blur_counts_against_the_size_of_the_pieces() -> None:
    soft = np.asarray(cv2.GaussianBlur(picture(7001), (0, 0), 4.0), np.uint8)
    assert reasons(soft, side_px=300.0) == set()
    assert reasons(soft, side_px=40.0) == {"blurred"}


def test_what_makes_a_picture_a_little_worse_leaves_it_to_be_judged() -> None:
    for kind, step in (
        ("jpeg", 30),
        ("gaussian", 1),
        ("motion", 5),
        ("defocus", 0.05),
        ("exposure", 0.794),
    ):
        assert reasons(spoil(kind, step, 7001)) == set(), kind


def test_nothing_is_sure_where_it_cannot_be_judged_and_all_else_is_as_it_was() -> None:
    reading = reader().read(picture(7001))
    first = reading.dice[0]
    x, y = first.centre_px
    part = Unjudged("bright", BoxPx(x - 20, y - 20, 40, 40))
    seen = as_far_as_judged(reading, [part])
    assert not seen.dice[0].sure
    assert seen.dice[1:] == reading.dice[1:]
    assert seen.unjudged == (part,)


def test_a_kind_of_piece_that_cannot_doubt_a_part_of_the_picture_is_never_read() -> None:
    class Cards(Reading):
        is_empty = False
        places_px = ()
        smallest_px = None

    with pytest.raises(TypeError, match="doubt_in"):
        Cards(True, (), (200, 100), has_markers=False)  # type: ignore[abstract]


def test_squares_of_a_sheet_are_doubted_one_by_one() -> None:
    cells = tuple(OutlineCell(GridCell(x, 0), "inside", True, PointPx(50 * x, 20)) for x in range(3))
    sheet = Outline(1, cells, (PointPx(0, 0), PointPx(150, 0), PointPx(150, 40), PointPx(0, 40)))
    reading = OutlineReading(True, (), (200, 100), has_markers=False, outlines=(sheet,))
    seen = as_far_as_judged(reading, [Unjudged("dark", BoxPx(40, 0, 20, 40))])
    assert [cell.sure for cell in seen.outlines[0].cells] == [True, False, True]


def test_a_bare_hole_that_cannot_be_judged_is_hidden() -> None:
    corners = (PointPx(0, 0), PointPx(100, 0), PointPx(100, 100), PointPx(0, 100))
    token = Token("red", PointPx(0, 0), 20.0, 1.0, sure=True, cell=GridCell(0, 0))
    reading = TokenReading(
        True, (), (200, 200), has_markers=False, tokens=(token,), grid=(2, 2), corners_px=corners
    )
    seen = as_far_as_judged(reading, [Unjudged("dark", BoxPx(0, 0, 100, 10))])
    assert (seen.hidden, seen.doubts, seen.sure) == ((GridCell(1, 0),), ("hidden",), False)
    assert not seen.tokens[0].sure


def test_a_blind_picture_says_so_once() -> None:
    judgement = Judgement((100, 80), (Unjudged("dark", BoxPx(0, 0, 100, 80)),), finest_px=1e9)
    assert [part.why for part in judgement.of_pieces(None)] == ["dark"]


@pytest.mark.parametrize("size_wh", [(1, 1), (1, 40), (40, 1), (2, 2), (7, 5), (33, 9)])
def test_the_smallest_pictures_are_judged_without_an_error(size_wh: tuple[int, int]) -> None:
    width, height = size_wh
    rng = np.random.default_rng(0)
    for image in (
        np.zeros((height, width, 3), np.uint8),
        np.asarray(rng.integers(0, 256, (height, width, 3)), np.uint8),
    ):
        assert isinstance(judge(image), Judgement)
