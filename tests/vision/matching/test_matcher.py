"""What a matcher answers where little was taught."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board_grid import BoardGrid
from vision.boards.sets import BoardSet, Label
from vision.matching.answers import Name
from vision.matching.matcher import BoardMatcher
from vision.sets.kind import Sample
from vision.stage_timer import StageTimer

GRID = BoardGrid(4, 3)


def matcher(known: int = 255, *, pieces: bool = True, upright: bool = False) -> BoardMatcher:
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
        (Sample("bar", disc, ""),) if pieces else (),
        upright=upright,
    )
    return BoardMatcher(taught)


def board_of(by: BoardMatcher) -> NDArray[np.uint8]:
    return by.taught.board_bgr


def test_all_that_may_lie_on_a_cell_has_one_chance_of_1() -> None:
    by = matcher(known=0)
    for answer in by.told(board_of(by), StageTimer()).answers:
        together = answer.bare + answer.stranger + sum(chance for _, chance in answer.names)
        assert together == pytest.approx(1, abs=1e-6)


def test_what_was_never_seen_bare_is_never_called_bare() -> None:
    by = matcher(known=0)
    assert all(answer.bare < 1e-6 for answer in by.told(board_of(by), StageTimer()).answers)


def test_a_board_without_pieces_knows_no_names() -> None:
    by = matcher(pieces=False)
    answers = by.told(board_of(by), StageTimer()).answers
    assert not any(answer.names for answer in answers)
    assert all(0 <= answer.bare <= 1 for answer in answers)


def test_where_nothing_was_shown_turned_a_turned_one_is_unlikely() -> None:
    """By so much less as it was never seen in one showing."""
    any_way, one_way = matcher(known=0), matcher(known=0, upright=True)
    board = board_of(any_way)
    for free, held in zip(
        *(by.told(board, StageTimer()).answers for by in (any_way, one_way)), strict=True
    ):
        turned = [sum(c for name, c in one.names if name.turns) for one in (free, held)]
        assert turned[1] < turned[0]


def test_answers_of_cells_that_have_not_changed_stand() -> None:
    by = matcher()
    before = by.told(board_of(by), StageTimer())
    changed = np.zeros(len(before.answers), bool)
    changed[5] = True
    after = by.told(board_of(by), StageTimer(), (changed, before))
    both = list(zip(after.answers, before.answers, strict=True))
    assert all(one is other for n, (one, other) in enumerate(both) if n != 5)
    assert both[5][0].bare == pytest.approx(both[5][1].bare, abs=1e-4)
    assert after.context is before.context


def test_a_piece_never_shown_turned_is_still_compared_with_what_lies_there() -> None:
    """Though many others, upright, are more likely by rule and nearly as similar."""
    by, names = matcher(known=0, upright=True), [f"disc {n}" for n in range(8)]
    discs = []
    for n in range(len(names)):
        disc = np.full((72, 72, 3), 200, np.uint8)
        cv2.circle(disc, (36, 36), 18, (40, 40, 160), -1)
        cv2.line(disc, (36, 36), (33 + n, 24), (43, 43, 164), 1)
        discs.append(disc)
    taught = replace(
        by.taught,
        labels=tuple(Label(name, 4) for name in names),
        samples=tuple(Sample(name, disc, "") for name, disc in zip(names, discs, strict=True)),
    )
    board = board_of(by).copy()
    board[36:108, 36:108] = np.rot90(discs[0], -1)
    likely = [name for name, _ in BoardMatcher(taught).told(board, StageTimer()).answers[0].names]
    assert Name("disc 0", 1) in likely


def test_what_resembles_a_taught_piece_is_rather_not_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where both look covered in the whole board: a block of pieces may look like a sheet."""
    by = matcher()
    board, piece = board_of(by).copy(), by.taught.samples[0].crop_bgr
    board[84:156, 84:156] = piece
    board[84:156, 156:228] = 90, 120, 180
    as_covered = np.tile([-2.0, 0.0, 2.5], (len(GRID.cells), 1))
    monkeypatch.setattr(BoardMatcher, "_sight", lambda *_: as_covered)
    covered = [answer.covered for answer in by.told(board, StageTimer()).answers]
    lying, hand = GRID.columns + 1, GRID.columns + 2
    assert covered[lying] < 0.5 < covered[hand]
