"""A small board and its pieces, for tests."""

from dataclasses import replace

from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.boards.scenery import BoardKit, GrowingLine, looks_of
from vision.workshop.simulation.boards.things import BoardMake, LaidBoard, SlabMake
from vision.workshop.simulation.scene import CameraPose, Photo, Scene, Surface
from vision.workshop.simulation.things import ThingsNow

GRID = (6, 4)
MARKS = (
    (GridCell(0, 0), "start lane"),
    (GridCell(2, 1), "barn 3"),
    (GridCell(4, 1), "inn 1"),
    (GridCell(5, 3), "start brook"),
)
PIECES = (("lane.single",), ("lane.start", "lane.end"), ("lane.start", "lane.bridge", "lane.end"))
KIT = BoardKit(
    GRID,
    MARKS,
    looks_of((("lane", "road"), ("brook", "water"))),
    (
        GrowingLine(PIECES, (GridCell(0, 0),)),
        GrowingLine(
            tuple(tuple(part.replace("lane", "brook") for part in piece) for piece in PIECES),
            (GridCell(5, 3),),
        ),
    ),
    "pawn",
)
SLABS = SlabMake("frontier", KIT.looks, 1)
BOARD = LaidBoard(BoardMake("frontier", GRID, MARKS, 1), PointMm(110.0, 80.0))
CAMERA = CameraPose(PointMm(110.0, 80.0), 300.0, focal=1.0)
SIZE = (320, 240)


def scene(
    camera: CameraPose = CAMERA, board: LaidBoard = BOARD, things: ThingsNow | None = None
) -> Scene:
    """Return that board in even light without shadows or noise."""
    dark = Scene(
        dice=(),
        camera=camera,
        surface=Surface("white", gloss=0.0),
        lamps=(),
        ambient=(0.9, 0.9, 0.9),
        photo=Photo(noise=0.0, jpeg=None, focus_px=0.0, vignette=0.0),
        board=board,
    )
    return dark if things is None else replace(dark, things=things)
