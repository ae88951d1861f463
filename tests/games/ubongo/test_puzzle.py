"""Is this filling right? And puzzles and fillings as text."""

import pytest

from companion.errors import BadPuzzle
from companion.games.ubongo.components import Cell, Piece, Symbol, orientations, shape_of
from companion.games.ubongo.puzzle import (
    Fault,
    Puzzle,
    faults,
    is_piece,
    read_filling,
    read_puzzle,
    read_shape,
    write_filling,
    write_puzzle,
    write_shape,
)

SHAPE = shape_of("###", "###")
PIECES = (Piece.I2, Piece.O4)
RIGHT = "I2 O4 O4\nI2 O4 O4"

CARD = """\
.##
###

shield    I2 L3
hand      I2 I3
antelope  P5
snake     P5
elephant  P5
mask      P5
"""


def wrong(text: str, pieces: tuple[Piece, ...] = PIECES) -> list[str]:
    return [str(fault) for fault in faults(SHAPE, pieces, read_filling(text))]


def test_a_right_filling_has_no_faults() -> None:
    assert wrong(RIGHT) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        pytest.param(
            ".. O4 O4\n.. O4 O4",
            ["I2 is missing", "nothing covers column 0 row 0, column 0 row 1"],
            id="piece missing and gap",
        ),
        pytest.param(
            "I3 O4 O4\nI3 O4 O4\nI3",
            [
                "I2 is missing",
                "I3 does not belong to this puzzle",
                "I3 sticks out at column 0 row 2",
            ],
            id="piece extra and outside",
        ),
        pytest.param(
            "I2 I2 O4\nO4 O4 O4",
            ["what lies as O4 has not its shape: column 2 row 0, column 0 row 1, column 1 row 1, "
             "column 2 row 1"],
            id="not that piece's shape",
        ),
        pytest.param(
            "I2 .. O4\nI2 O4 O4",
            [
                "what lies as O4 has not its shape: column 2 row 0, column 1 row 1, column 2 row 1",
                "nothing covers column 1 row 0",
            ],
            id="a square of a piece missing",
        ),
        pytest.param(
            "I2 O4 O4\n.. O4 O4\nI2",
            [
                "what lies as I2 has not its shape: column 0 row 0, column 0 row 2",
                "I2 sticks out at column 0 row 2",
                "nothing covers column 0 row 1",
            ],
            id="piece in two",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(text: str, named: list[str]) -> None:
    assert wrong(text) == named


def test_an_overlap_is_named_with_both_pieces() -> None:
    filling = {Piece.I3: shape_of("###"), Piece.O4: shape_of("##", "##")}
    shape = shape_of("###", "##.")
    found = faults(shape, [Piece.I3, Piece.O4], filling)
    assert found == (
        Fault("overlap", (Piece.I3, Piece.O4), (Cell(0, 0),)),
        Fault("overlap", (Piece.I3, Piece.O4), (Cell(1, 0),)),
    )
    assert str(found[0]) == "I3 and O4 overlap at column 0 row 0"


def test_nothing_laid_is_every_piece_missing_and_one_gap() -> None:
    assert [fault.kind for fault in faults(SHAPE, PIECES, {})] == ["missing", "missing", "gap"]


def test_a_piece_laid_nowhere_has_not_its_shape() -> None:
    filling = {**read_filling(RIGHT), Piece.I2: frozenset[Cell]()}
    assert [fault.kind for fault in faults(SHAPE, PIECES, filling)] == ["wrong_shape", "gap"]


@pytest.mark.parametrize(
    ("piece", "ways"),
    {"I2": 2, "I3": 2, "L3": 4, "I4": 2, "O4": 1, "T4": 4, "S4": 4, "L4": 8, "P5": 8, "L5": 8, "Y5": 8,
     "Z5": 4}.items(),
)  # fmt: skip
def test_pieces_are_rotated_and_flipped_freely(piece: str, ways: int) -> None:
    lying = orientations(Piece(piece).shape)
    assert len(lying) == ways
    assert all(is_piece(Piece(piece), cells) for cells in lying)


def test_no_piece_is_another_one_turned() -> None:
    assert all(not is_piece(one, other.shape) for one in Piece for other in Piece if one is not other)


def test_a_piece_is_itself_anywhere() -> None:
    assert is_piece(Piece.L3, frozenset({Cell(7, 7), Cell(8, 7), Cell(8, 8)}))


# Text


@pytest.mark.parametrize("piece", Piece)
def test_every_orientation_of_a_shape_survives_being_written_and_read(piece: Piece) -> None:
    for shape in orientations(piece.shape):
        assert read_shape(write_shape(shape)) == shape


def test_a_filling_survives_being_written_and_read() -> None:
    filling = read_filling(RIGHT)
    assert filling == {Piece.I2: shape_of("#", "#"), Piece.O4: shape_of(".##", ".##")}
    assert write_filling(filling) == RIGHT


def test_a_filling_of_an_odd_shape_has_dots_where_nothing_lies() -> None:
    assert write_filling({Piece.L3: shape_of("##", "#.")}) == "L3 L3\nL3 .."


def test_a_card_survives_being_written_and_read() -> None:
    card = read_puzzle(CARD)
    assert card.shape == shape_of(".##", "###")
    assert card.pieces_for(Symbol.HAND) == (Piece.I2, Piece.I3)
    assert write_puzzle(card) == CARD
    assert read_puzzle(CARD.replace("\n", "\r\n")) == card


def test_a_puzzle_can_be_told_from_another() -> None:
    card = read_puzzle(CARD)
    assert hash(card) == hash(Puzzle(card.shape, card.choices))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param(CARD.replace(".##", ".#x"), "line 1: 'x' is neither '#' nor '.'", id="mark"),
        pytest.param(CARD.replace("#", "."), "the shape has no squares", id="no shape"),
        pytest.param(CARD.replace("hand", "hnad"), "line 5: no symbol is called 'hnad'", id="symbol"),
        pytest.param(CARD.replace("I3", "J3"), r"line 5: no piece is called 'J3'", id="piece"),
        pytest.param(CARD.replace("I3", "I2"), "line 5: there is only one of each piece", id="twice"),
        pytest.param(CARD.replace("mask ", "snake"), "line 9: snake stands twice", id="symbol twice"),
        pytest.param(CARD[:30], "no pieces for hand, antelope, snake, elephant, mask", id="cut off"),
        pytest.param("", "no pieces for shield", id="empty"),
    ],
)  # fmt: skip
def test_text_that_is_no_card_is_refused_by_name(text: str, fault: str) -> None:
    with pytest.raises(BadPuzzle, match=fault):
        read_puzzle(text)


def test_text_that_is_no_filling_is_refused_by_name() -> None:
    with pytest.raises(BadPuzzle, match="line 2: no piece is called 'I9'"):
        read_filling("I2 I2\nI9 I9")
    with pytest.raises(BadPuzzle, match="no piece lies in the filling"):
        read_filling(".. ..\n")


def test_overlapping_pieces_have_no_text() -> None:
    with pytest.raises(BadPuzzle, match="pieces overlap"):
        write_filling({Piece.I2: shape_of("##"), Piece.I3: shape_of("###")})
    with pytest.raises(BadPuzzle, match="no piece lies in the filling"):
        write_filling({})
