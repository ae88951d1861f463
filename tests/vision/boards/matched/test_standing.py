"""Which pawn stands there, and how surely what lies under it is known."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import BoardGrid
from vision.boards.matched.pawns import CameraPoint, PawnPlace
from vision.boards.matched.standing import PawnFinder, rightness_under
from vision.boards.sets import BoardSet, Label
from vision.matching.answers import CellAnswer, Name
from vision.matching.light import as_seen
from vision.matching.matcher import BoardMatcher
from vision.sets.kind import Sample
from vision.stage_timer import StageTimer

GRID = BoardGrid(4, 3)
Paint = tuple[int, int, int]
RED, GREEN, BLUE = (40, 30, 200), (40, 160, 50), (200, 60, 30)
CAMERA = CameraPoint((2.0, 1.5), 15.0)
CELL = 5
"""Column 1, row 1."""


def with_pawn(picture: NDArray[np.uint8], x: int, y: int, paint: Paint) -> NDArray[np.uint8]:
    seen = picture.copy()
    cv2.circle(seen, (x, y), 8, paint, -1, cv2.LINE_AA)
    return seen


def standing(
    pawns: tuple[tuple[str, Paint], ...] = (("red", RED), ("blue", BLUE)), *, pieces: bool = True
) -> tuple[BoardMatcher, PawnFinder]:
    width, height = GRID.straightened_wh
    rng = np.random.default_rng(0)
    board = cv2.GaussianBlur(rng.integers(60, 200, (height, width, 3)).astype(np.uint8), (0, 0), 1.5)
    tile = np.full((72, 72, 3), 150, np.uint8)
    tile[14:58, 31:41] = 20, 90, 30
    shown = [
        Sample(name, with_pawn(np.asarray(board[60:132, 60:132]), 36, 36, paint), "")
        for name, paint in pawns
    ]
    taught = BoardSet(
        "made up",
        GRID,
        np.asarray(board, np.uint8),
        np.full((height, width), 255, np.uint8),
        ((24, 24), (168, 24), (168, 120), (24, 120)),
        (192, 144),
        (Label("bar", 4),) if pieces else (),
        (Sample("bar", tile, ""),) if pieces else (),
        tuple(shown),
    )
    matcher = BoardMatcher(taught)
    return matcher, PawnFinder(taught, matcher)


def test_the_colour_tells_which_pawn_it_is_and_a_strange_one_may_be_any() -> None:
    _, by = standing()
    blue = as_seen(np.array([[BLUE]], np.uint8))[0, 0]
    figure = PawnPlace((0, 0), (0, 0), blue, np.zeros(1))
    label, share = by._on(figure)[0]
    assert label == "blue"
    assert share > 0.95
    strange = replace(figure, colour=blue + np.float32(5))
    assert by._on(strange)[0][1] < 0.6


def test_a_pawn_is_seen_where_it_stands() -> None:
    matcher, by = standing()
    x, y = 48 + 72, 48 + 72
    told = matcher.told(with_pawn(matcher.taught.board_bgr, x, y, RED), StageTimer())
    answers = by.seen(told, CAMERA).answers
    assert answers[CELL].pawn > 0.5
    assert answers[CELL].on[0][0] == "red"
    assert max(answer.pawn for n, answer in enumerate(answers) if n != CELL) < 0.5


def test_a_pawn_shown_in_several_colours_may_have_any_of_them() -> None:
    _, by = standing((("gang", RED), ("gang", GREEN), ("king", BLUE)))
    for paint, whose in ((RED, "gang"), (GREEN, "gang"), (BLUE, "king")):
        seen = as_seen(np.array([[paint]], np.uint8))[0, 0]
        label, share = by._on(PawnPlace((0, 0), (0, 0), seen, np.zeros(1)))[0]
        assert label == whose
        assert share > 0.95


def test_a_pawn_is_seen_on_a_board_of_which_only_it_was_shown() -> None:
    matcher, by = standing((("gang", RED),), pieces=False)
    told = matcher.told(with_pawn(matcher.taught.board_bgr, 48 + 72, 48 + 72, RED), StageTimer())
    answers = by.seen(told, CAMERA).answers
    assert answers[CELL].on == (("gang", 1.0),)
    assert all(0 <= answer.pawn < 0.5 for n, answer in enumerate(answers) if n != CELL)


def test_a_name_under_a_pawn_is_likely_right_if_it_leads_all_others() -> None:
    def answer(first: float, second: float, stranger: float) -> CellAnswer:
        names = ((Name("bar", 0), first), (Name("bar", 1), second))
        return CellAnswer(1 - first - second - stranger, names, stranger, 0.0)

    plain = rightness_under(answer(0.98, 0.005, 0.005))
    assert plain > 0.9
    assert rightness_under(answer(0.5, 0.45, 0.01)) < plain - 0.2
    assert rightness_under(answer(0.5, 0.005, 0.49)) < plain
