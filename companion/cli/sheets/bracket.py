"""``companion print bracket``: the plate that carries the camera at the end of a bought arm.

A plate of plywood or acrylic, 3 to 5 mm thick. The arm's screw (1/4 inch, like any tripod's) goes
through its large hole; a Raspberry Pi's camera is screwed below the other end, lens down, or a webcam is
clipped over it.
"""

from typing import Final

from companion.cli.sheets.page import A4_MM, Page
from companion.cli.sheets.piece import Hole, SheetPiece, draw, rectangle

WIDTH, LENGTH = 40.0, 80.0
"""Size of the plate, in mm."""
SCREW_HOLE: Final = 6.6
"""For a 1/4 inch screw, which is 6.35 mm thick."""
CAMERA_HOLE: Final = 2.3
"""For M2 screws. The holes are 2.2 mm wide in the camera's own board."""
CAMERA_ACROSS, CAMERA_ALONG = 21.0, 12.5
"""Distances between the holes of Camera Modules 1, 2 and 3 (mechanical drawings, raspberrypi.com)."""
CAMERA_TOP, SCREW_BELOW = 12.0, 60.0
"""Distances of the first two holes, and of the arm's screw, from the plate's upper edge."""


_HOW: Final = (
    "Of plywood or acrylic, 3 to 5 mm thick. The arm's screw, 1/4 inch, goes through the large hole.",
    "The camera hangs below the other end, its lens down: four screws M2 × 12, and on each a spacer",
    "of 5 mm between plate and board, for the plugs behind it. Its cable leaves towards the arm.",
)


def bracket() -> SheetPiece:
    """Return the plate."""
    return SheetPiece("bracket", 1, rectangle(WIDTH, LENGTH), (*_camera(), _screw()))


def bracket_sheet() -> bytes:
    """Return the plate's sheet, as PDF."""
    page = Page("A bracket for the camera", *A4_MM)
    draw(page, bracket())
    for number, line in enumerate(_HOW):
        page.text(25, 125 + 6 * number, line)
    return page.finished()


def _camera() -> tuple[Hole, ...]:
    left = (WIDTH - CAMERA_ACROSS) / 2
    return tuple(
        ((left + x, CAMERA_TOP + y), CAMERA_HOLE, "M2")
        for x in (0.0, CAMERA_ACROSS)
        for y in (0.0, CAMERA_ALONG)
    )


def _screw() -> Hole:
    return (WIDTH / 2, SCREW_BELOW), SCREW_HOLE, "the arm's screw"
