"""Pieces, and cards as text."""

import pytest

from companion.errors import BadPuzzle
from companion.games.ubongo.components import PuzzlePiece, Symbol, orientations, shape_of
from companion.games.ubongo.puzzle import Puzzle, read_puzzle

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


@pytest.mark.parametrize(
    ("piece", "ways"),
    {"I2": 2, "I3": 2, "L3": 4, "I4": 2, "O4": 1, "T4": 4, "S4": 4, "L4": 8, "P5": 8, "L5": 8, "Y5": 8,
     "Z5": 4}.items(),
)  # fmt: skip
def test_pieces_are_rotated_and_flipped_freely(piece: str, ways: int) -> None:
    lying = orientations(PuzzlePiece(piece).shape)
    assert len(lying) == ways


def test_no_piece_is_another_one_turned() -> None:
    assert len({orientations(piece.shape)[0] for piece in PuzzlePiece}) == len(PuzzlePiece)


def test_a_card_is_read() -> None:
    card = read_puzzle(CARD)
    assert card.shape == shape_of(".##", "###")
    assert card.pieces_for(Symbol.HAND) == (PuzzlePiece.I2, PuzzlePiece.I3)
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
