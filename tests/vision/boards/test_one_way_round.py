"""Boards whose pieces were all taught one way round: whatever lies there then is read."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.rigs.other_art import Laid, OtherBoard
from vision.board_grid import BoardGrid
from vision.boards.matched.reader import BoardReader
from vision.boards.teaching.teacher import BoardTeacher
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledBoard, LabelledCell
from vision.readings.places import GridCell, PointPx

GRID = BoardGrid(8, 5)
PARTS = ("road.start", "road.middle", "road.end", "wall.start", "wall.end", "well")
PIECES = (("road.start", "road.middle", "road.end"), ("wall.start", "wall.end"), ("well",))
Cells = Mapping[GridCell, Laid]


def labelled(cells: Cells, corners: tuple[PointPx, ...], name: str) -> LabelledBoard:
    said = {cell: LabelledCell(laid.label or "", laid.turns) for cell, laid in cells.items()}
    return LabelledBoard(Path(name), name, GRID, said, corners, frozenset())


def taught(board: OtherBoard) -> BoardReader:
    """Return a reader taught with the bare board and each piece laid once, its parts side by side."""
    laid = [
        (GridCell(2 * row + number, row), Laid(part))
        for row, parts in enumerate(PIECES)
        for number, part in enumerate(parts)
    ]
    teacher = BoardTeacher("mine", GRID)
    for number, cells in enumerate((dict[GridCell, Laid](), dict(laid))):
        image, corners = board.photograph(cells, number)
        teacher.show(image, labelled(cells, corners, f"{number}.jpg"))
    found = teacher.lesson().taught
    assert found.upright
    assert found.joins
    reader = BoardReader(found)
    assert isinstance(reader, BoardReader)
    return reader


def in_play(board: OtherBoard, luck: Random, number: int) -> tuple[ImageBgr, Cells]:
    """Return a picture of pieces laid anyhow, whole ones turned, a pawn on every fourth part."""
    cells: dict[GridCell, Laid] = {}
    for _ in range(6):
        parts, turns, first = luck.choice(PIECES), luck.randrange(4), luck.choice(GRID.cells)
        way = ((1, 0), (0, 1), (-1, 0), (0, -1))[turns]
        for along, part in enumerate(parts):
            cell = GridCell(first.column + along * way[0], first.row + along * way[1])
            if cell in GRID.cells:
                cells[cell] = Laid(part, turns, luck.random() < 0.25)
    return board.photograph(cells, number)[0], cells


@pytest.mark.parametrize("seed", range(4))
def test_parts_that_lie_turned_or_alone_are_read_but_never_surely_wrong(seed: int) -> None:
    board, luck = OtherBoard(seed, GRID), Random(seed)
    reader = taught(board)
    for number in range(10, 15):
        image, cells = in_play(board, luck, number)
        reading = reader.read(image)
        assert reading.corners_px is not None
        for cell in reading.cells:
            if cell.sure:
                assert (cell.label, cell.turns) == (cells[cell.cell].label, cells[cell.cell].turns)


def test_pieces_laid_as_they_were_taught_are_read_as_such() -> None:
    board = OtherBoard(5, GRID)
    cells = {GridCell(4, 3): Laid("wall.start"), GridCell(5, 3): Laid("wall.end")}
    reading = taught(board).read(board.photograph(cells, 30)[0])
    assert {one.cell: one.label for one in reading.cells} == {
        cell: laid.label for cell, laid in cells.items()
    }
