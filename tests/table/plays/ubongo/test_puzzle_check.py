"""Whether a puzzle is filled: told where it is known, asked to be put straight where it is not."""

from collections.abc import Mapping

import numpy as np
import pytest

from companion.games.game import EVERYONE
from companion.games.ubongo.cards import cards, face_number, faces
from companion.games.ubongo.components import CARDS, HARD, Symbol
from companion.games.ubongo.solver import find_filling
from companion.table.plays.ubongo.puzzle_check import cells_of, check
from companion.table.shapes.values import Text
from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.ubongo.paper_gems import CORNERS, SIZE, STEP, PaperTable, no_board
from tests.table.plays.ubongo.puzzle_scenes import KINDS, puzzle_picture
from tests.table.plays.ubongo.watched_round import asked, begin, call, notice, proposal
from vision.readings.outlines import Outline, OutlineCell, OutlineLook, OutlineReading
from vision.readings.places import GridCell, PointPx
from vision.sheets.outlines import CELLS, CORNER_CELLS, SIDE_CELLS
from vision.sheets.reader import OutlineReader

NUMBER = 4
WITHIN = cells_of(cards()[NUMBER])
FIRST, SECOND = sorted(WITHIN)[:2]
BESIDE = next(cell for cell in CELLS if cell not in WITHIN)
FULL: dict[GridCell, OutlineLook] = dict.fromkeys(WITHIN, "covered")
FAR = 700.0
"""A place of the picture below the gem board."""


def outline(
    looks: Mapping[GridCell, OutlineLook],
    unsure: tuple[GridCell, ...] = (),
    number: int = NUMBER,
    at: tuple[float, float] = (0.0, FAR),
    side: float = 200.0,
) -> Outline:
    """Return a sheet on which all is as it is printed, but for these cells."""
    left, top = at
    cells = tuple(
        OutlineCell(
            cell,
            looks.get(cell, "inside" if cell in WITHIN else "outside"),
            cell not in unsure,
            PointPx(left + cell.column, top + cell.row),
        )
        for cell in CELLS
    )
    corners = ((left, top), (left + side, top), (left + side, top + side), (left, top + side))
    first, second, third, fourth = (PointPx(*corner) for corner in corners)
    return Outline(number, cells, (first, second, third, fourth))


def reading(*outlines: Outline, twice: tuple[int, ...] = ()) -> OutlineReading:
    return OutlineReading(True, (), SIZE, has_markers=False, outlines=outlines, twice=twice)


def told(bench: Bench) -> Text:
    said = bench.table.state(EVERYONE).get("notice")
    assert said is not None
    return said


def test_there_are_36_cards_with_two_sides_each_with_a_way_for_every_symbol() -> None:
    assert len(faces()) == 2 * CARDS
    assert len({cells_of(face.puzzle) for face in faces()}) == 2 * CARDS
    for number, (card, pieces, puzzle) in enumerate(faces()):
        assert face_number(card, pieces) == number
        assert all(find_filling(puzzle.shape, puzzle.pieces_for(symbol)) for symbol in Symbol)
        assert all(len(puzzle.pieces_for(symbol)) == pieces for symbol in Symbol)
        assert all(0 < cell.column < SIDE_CELLS - 1 for cell in cells_of(puzzle))
        assert not cells_of(puzzle) & set(CORNER_CELLS)


def test_the_side_with_four_pieces_is_told_by_the_card_s_own_number(
    bench: Bench, table: PaperTable
) -> None:
    number = face_number(NUMBER, HARD)
    within = cells_of(cards(HARD)[NUMBER])
    looks: dict[GridCell, OutlineLook] = {
        cell: "covered" if cell in within else "outside" for cell in CELLS
    }
    table.look(outlines=reading(outline(looks, number=number)))
    symbol = Symbol(bench.view()["symbol"])
    assert told(bench)["code"] == "ubongo.puzzle.filled_with"
    assert told(bench)["params"] == {
        "number": NUMBER + 1,
        "term": f"ubongo.symbol.{symbol}",
        "pieces": ", ".join(cards(HARD)[NUMBER].pieces_for(symbol)),
    }


def test_a_filled_puzzle_is_told_with_the_pieces_that_belong_there(
    bench: Bench, table: PaperTable
) -> None:
    table.look(outlines=reading(outline(FULL)))
    symbol = Symbol(bench.view()["symbol"])
    assert told(bench)["code"] == "ubongo.puzzle.filled_with"
    assert told(bench)["params"] == {
        "number": NUMBER + 1,
        "term": f"ubongo.symbol.{symbol}",
        "pieces": ", ".join(cards()[NUMBER].pieces_for(symbol)),
    }
    assert proposal(bench) is None


def test_free_squares_are_counted_and_marked(bench: Bench, table: PaperTable) -> None:
    table.look(outlines=reading(outline({**FULL, FIRST: "inside", SECOND: "inside"})))
    assert told(bench)["code"] == "ubongo.puzzle.bare"
    assert told(bench)["params"]["count"] == 2
    assert len(told(bench)["places"]) == 2


@pytest.mark.parametrize(
    ("looks", "unsure"),
    [
        (FULL, (FIRST,)),
        (FULL, (BESIDE,)),
        ({**FULL, BESIDE: "covered"}, ()),
        ({**FULL, BESIDE: "inside"}, ()),
        ({**FULL, FIRST: "outside"}, ()),
    ],
    ids=["half covered", "half over the edge", "over the edge", "another sheet", "other pattern"],
)
def test_what_is_in_doubt_is_never_called_filled(
    looks: dict[GridCell, OutlineLook], unsure: tuple[GridCell, ...]
) -> None:
    found = check(outline(looks, unsure))
    assert found is not None
    assert found.outcome == "unclear"
    assert len(found.cells) == 1


def test_a_sheet_without_pieces_is_not_spoken_of(bench: Bench, table: PaperTable) -> None:
    table.look(outlines=reading(outline({})))
    assert notice(bench) is None


def test_a_sheet_that_is_no_card_is_not_spoken_of() -> None:
    assert check(outline(FULL, number=len(faces()))) is None


def test_the_fullest_of_several_is_spoken_of_and_one_that_lies_twice(
    bench: Bench, table: PaperTable
) -> None:
    begun = outline({FIRST: "covered"})
    other = outline(FULL, number=NUMBER)
    table.look(outlines=reading(begun, other))
    assert notice(bench) == "ubongo.puzzle.filled_with"
    table.look(outlines=reading(twice=(6,)))
    assert told(bench)["code"] == "ubongo.puzzle.twice"
    assert told(bench)["params"] == {"number": 7}


def test_while_a_sheet_lies_on_the_board_nothing_is_read_of_gems_and_die(
    bench: Bench, table: PaperTable
) -> None:
    call(bench, 1)
    table.take(0)
    board = CORNERS[0]
    over = outline(FULL, at=(board.x - STEP, board.y - STEP), side=4 * STEP)
    table.look(outlines=reading(over))
    assert proposal(bench) is None
    assert notice(bench) == "ubongo.puzzle.filled_with"
    table.look()
    assert asked(bench)["kind"] == "move"


def test_why_nothing_is_read_is_told_where_an_empty_sheet_lies_on_the_board(
    bench: Bench, table: PaperTable
) -> None:
    board = CORNERS[0]
    table.look(outlines=reading(outline({}, at=(board.x - STEP, board.y - STEP), side=4 * STEP)))
    assert notice(bench) == "ubongo.puzzle.on_board"


def test_where_no_board_is_seen_beside_a_sheet_the_puzzle_is_told_and_no_die_read(bench: Bench) -> None:
    table = begin(bench)
    table.look()
    table.roll()
    table.look(no_board(), outlines=reading(outline(FULL)))
    bench.wait()
    assert notice(bench) == "ubongo.puzzle.filled"
    assert bench.view()["phase"] == "to_roll"


def test_what_else_is_wrong_on_the_board_is_told_first(bench: Bench, table: PaperTable) -> None:
    table.board[3][4] = None
    table.look(outlines=reading(outline(FULL)))
    assert notice(bench) == "ubongo.referee.not_nearest"


def test_what_looks_like_a_die_on_a_sheet_is_none(bench: Bench) -> None:
    table = begin(bench)
    table.look()
    die = reading_of([PaperDie("mask", (0.0, 6.0), 0)])
    at = die.dice[0].centre_px
    table.look(die=die, outlines=reading(outline(FULL, at=(at.x - 100, at.y - 100))))
    bench.wait()
    assert bench.view()["phase"] == "to_roll"
    table.look(die=die)
    bench.wait()
    assert bench.view()["phase"] == "running"


@pytest.mark.parametrize("kind", KINDS)
def test_drawn_puzzles_are_read_as_they_are(kind: str) -> None:
    picture = puzzle_picture(np.random.default_rng([7, KINDS.index(kind)]), kind, (1280, 960))
    found = OutlineReader().read(picture.image_bgr).outlines
    said = {outcome.outcome for one in found if (outcome := check(one)) is not None}
    assert said <= picture.may_be | {"unclear"} if kind != "empty" else not said
    if kind == "filled":
        assert said == {"filled"}
