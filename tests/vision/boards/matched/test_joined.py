"""What lies beside a cell tells what lies there, where pieces reach over several cells."""

import numpy as np
import pytest

from vision.board_grid import BoardGrid
from vision.boards.matched.joined import Joined
from vision.boards.sets import BoardSet, Label, PartsJoin
from vision.matching.answers import CellAnswer, Name

GRID = BoardGrid(3, 2)
BARE = CellAnswer(0.9999, (), 0.0001, 0.0, 0.0)
JOINS = (PartsJoin("river.start", "river.end", 0), PartsJoin("wall.start", "wall.end", 0))


def joined(joins: tuple[PartsJoin, ...] = JOINS) -> Joined:
    width, height = GRID.straightened_wh
    names = ("river.start", "river.end", "wall.start", "wall.end", "well")
    taught = BoardSet(
        "made up",
        GRID,
        np.zeros((height, width, 3), np.uint8),
        np.full((height, width), 255, np.uint8),
        ((24, 24), (120, 24), (120, 72), (24, 72)),
        (144, 96),
        tuple(Label(name, 4) for name in names),
        joins=joins,
    )
    return Joined(taught)


def of(*chances: tuple[str, int, float], covered: float = 0.0) -> CellAnswer:
    names = tuple((Name(label, turns), chance) for label, turns, chance in chances)
    rest = 1 - sum(chance for _, chance in names)
    return CellAnswer(rest / 2, names, rest / 2, covered, 0.0)


def told(answers: list[CellAnswer], by: Joined | None = None) -> list[CellAnswer]:
    """Answers of the upper row, the lower one being bare: turned by three, a piece runs leftwards."""
    return (by or joined()).answers([*answers, BARE, BARE, BARE])[:3]


def test_what_a_pawn_hides_is_told_by_the_other_part_of_its_piece() -> None:
    hidden = of(("wall.end", 3, 0.55), ("river.end", 3, 0.44))
    _, end, start = told([BARE, hidden, of(("river.start", 3, 0.999))])
    assert end.names[0][0] == Name("river.end", 3)
    assert end.names[0][1] > 0.995
    assert start.names[0][1] > 0.995


def test_parts_that_do_not_go_together_are_doubted() -> None:
    _, end, start = told([BARE, of(("river.end", 1, 0.9999)), of(("river.start", 3, 0.9999))])
    assert min(end.names[0][1], start.names[0][1]) < 0.995


def test_a_part_alone_is_doubted_unless_what_lies_beside_it_is_hidden() -> None:
    alone = told([BARE, BARE, of(("river.start", 3, 0.9999))])[2]
    assert alone.names[0][1] < 0.995
    under_a_hand = CellAnswer(0.5, (), 0.5, 1.0, 0.0)
    assert told([BARE, under_a_hand, of(("river.start", 3, 0.9999))])[2].names[0][1] > 0.995


def test_pieces_of_one_cell_are_as_they_were_told() -> None:
    answers = told([BARE, of(("well", 2, 0.97)), BARE])
    assert answers[1].names[0][1] == pytest.approx(0.97, abs=0.01)
    assert answers[0].bare > 0.999


def test_without_joins_nothing_is_told_by_neighbours() -> None:
    given = [BARE, of(("river.end", 1, 0.9)), BARE]
    assert told(given, joined(())) == given


def test_all_that_may_lie_on_a_cell_still_has_one_chance_of_1() -> None:
    for answer in told([of(("river.end", 3, 0.6)), of(("river.start", 3, 0.6)), BARE]):
        together = answer.bare + answer.stranger + sum(chance for _, chance in answer.names)
        assert together == pytest.approx(1, abs=1e-3)


def test_every_part_of_a_piece_is_doubted_with_one_that_does_not_fit() -> None:
    by, under_a_hand = joined(), CellAnswer(0.5, (), 0.5, 1.0, 0.0)
    start, end = of(("river.start", 3, 0.9999)), of(("river.end", 3, 0.9999))
    other = of(("wall.end", 3, 0.9999))
    cases = [
        ([other, end, start], [True, True, True]),
        ([BARE, end, start], [False, False, False]),
        ([BARE, of(("well", 0, 0.9999)), start], [False, True, True]),
        ([BARE, under_a_hand, start], [False, False, False]),
    ]
    for upper, doubted in cases:
        assert by.doubted([*upper, BARE, BARE, BARE])[:3].tolist() == doubted
