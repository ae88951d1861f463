"""What a matcher answers where little was taught."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.boards.grid import BoardGrid
from vision.boards.sets import BoardSet, Label, PieceSample
from vision.matching.light import as_seen
from vision.matching.matcher import Matcher
from vision.stage_timer import StageTimer

GRID = BoardGrid(4, 3)


def matcher(
    known: int = 255, *, pieces: bool = True, upright: bool = False, pawns: tuple[str, ...] = ()
) -> Matcher:
    width, height = GRID.straightened_wh
    board = np.random.default_rng(0).integers(60, 200, (height, width, 3)).astype(np.uint8)
    disc = np.full((72, 72, 3), 90, np.uint8)
    disc[20:52, 30:44] = 20, 30, 220
    taught = BoardSet(
        "made up",
        GRID,
        board,
        np.full((height, width), known, np.uint8),
        ((24, 24), (168, 24), (168, 120), (24, 120)),
        (192, 144),
        (Label("bar", 4),) if pieces else (),
        (PieceSample("bar", disc, ""),) if pieces else (),
        tuple(PieceSample(name, np.roll(disc, 9 * n, 0), "") for n, name in enumerate(pawns)),
        upright=upright,
    )
    return Matcher(taught)


def board_of(by: Matcher) -> NDArray[np.uint8]:
    return by.taught.board_bgr


def test_all_that_may_lie_on_a_cell_has_one_chance_of_1() -> None:
    by = matcher(known=0)
    for answer in by.answers(board_of(by), StageTimer()):
        together = answer.bare + answer.stranger + sum(chance for _, chance in answer.names)
        assert together == pytest.approx(1, abs=1e-6)


def test_what_was_never_seen_bare_is_never_called_bare() -> None:
    by = matcher(known=0)
    assert all(answer.bare < 1e-6 for answer in by.answers(board_of(by), StageTimer()))


def test_a_board_without_pieces_knows_no_names() -> None:
    by = matcher(pieces=False)
    answers = by.answers(board_of(by), StageTimer())
    assert not any(answer.names for answer in answers)
    assert all(0 <= answer.bare <= 1 for answer in answers)


def test_where_nothing_was_shown_turned_a_turned_one_is_unlikely() -> None:
    """By so much less as it was never seen in one showing."""
    any_way, one_way = matcher(known=0), matcher(known=0, upright=True)
    board = board_of(any_way)
    for free, held in zip(*(by.answers(board, StageTimer()) for by in (any_way, one_way)), strict=True):
        turned = [sum(c for name, c in one.names if name.turns) for one in (free, held)]
        assert turned[1] < turned[0]


def test_answers_of_cells_that_have_not_changed_stand() -> None:
    by = matcher()
    before = by.answers(board_of(by), StageTimer())
    changed = np.zeros(len(before), bool)
    changed[5] = True
    after = by.answers(board_of(by), StageTimer(), (changed, before))
    assert all(one is other for n, (one, other) in enumerate(zip(after, before, strict=True)) if n != 5)
    assert after[5].bare == pytest.approx(before[5].bare, abs=1e-4)


def test_which_pawn_stands_there_is_told_where_several_were_taught() -> None:
    cells = np.array([0, 5])
    seen = as_seen(board_of(matcher()))
    assert matcher()._standing(seen, cells) == {}
    assert matcher(pawns=("gang",))._standing(seen, cells)[5] == (("gang", 1.0),)
    of_two = matcher(pawns=("gang", "king"))._standing(seen, cells)[5]
    assert {label for label, _ in of_two} == {"gang", "king"}
    assert sum(chance for _, chance in of_two) == pytest.approx(1)
    assert of_two[0][1] >= of_two[1][1]
