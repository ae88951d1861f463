"""The sheet that shows where each part is soldered on the strip board, at twice its size."""

from typing import Final

from companion.cli.sheets.page import Page, PointMm
from companion.devices.strip_board import (
    COLUMNS,
    CUT,
    PI,
    FittedPart,
    Joint,
    StripBoard,
    StripHole,
)

LEFT: Final = 15.0
GRID_MM: Final = 5.08
"""Distance between holes on the page; on the board it is 2.54 mm."""
FIRST: Final = (150.0, 26.0)
"""Place of the top left hole, in mm of the page."""
COPPER: Final = 0.86
"""Grey of a copper strip, which is on the other side of the board."""
HOW: Final = (
    "Seen from the side of the parts; the strips, grey, are on the other side.",
    "Shops sell boards of 10 × 16 cm whose strips are 16 cm long: saw 5 cm off.",
    "1. Break each strip at its cross (turn a 4 mm drill in the hole),",
    "    and hold it against the light: nothing may be left.",
    "2. Resistors first, lying over the crosses; the four of 10 kΩ,",
    "    the pull-ups of the calls, stand.",
    "3. The diode, its ring towards 5 V; then the transistor: look up",
    "    which of its legs is which, and bend them to their strips.",
    "4. Wires: those to the Pi on the left, those to the parts on the",
    "    right. One wire goes from key to key, one from lamp to lamp.",
    "    What leaves the box goes through its back first.",
    "5. Before the Pi is plugged in: does a meter find no way from",
    "    any strip to its neighbour, nor from 5 V to ground?",
)


def draw_board(page: Page, board: StripBoard) -> None:
    """Draw the board."""
    page.text(LEFT, 13, "The strip board", size=13, grey=0, bold=True)
    for number, line in enumerate(HOW):
        page.text(LEFT, 24 + 5.2 * number, line, size=7)
    for row, strip in enumerate(board.strips):
        _strip(page, row, is_cut=strip.is_cut)
    for part in board.parts:
        _part(page, part)
    for wire in board.wires:
        _wire(page, wire, is_last_row=wire.at.row == len(board.strips) - 1)


def _at(hole: StripHole) -> PointMm:
    return FIRST[0] + hole.column * GRID_MM, FIRST[1] + hole.row * GRID_MM


def _strip(page: Page, row: int, *, is_cut: bool) -> None:
    left, y = _at(StripHole(row, 0))
    right, half = left + (COLUMNS - 1) * GRID_MM, 1.6
    corners = [(left - half, y - half), (right + half, y - half), (right + half, y + half)]
    page.shape([*corners, (left - half, y + half)], fill=COPPER, width=0.05)
    for column in range(COLUMNS):
        page.circle(_at(StripHole(row, column)), 0.8, fill=1, width=0.1)
    if is_cut:
        x, _ = _at(StripHole(row, CUT))
        for up in (1.5, -1.5):
            page.line([(x - 1.5, y - up), (x + 1.5, y + up)], width=0.5)


def _part(page: Page, part: FittedPart) -> None:
    points = [_at(leg) for leg in part.legs]
    page.line(points, width=0.5)
    for point in points:
        page.circle(point, 1.3, fill=0)
    (x, y), (to_x, to_y) = points[0], points[-1]
    middle = ((x + to_x) / 2, (y + to_y) / 2)
    if part.kind == "transistor":
        for leg, point in zip("CBE", points, strict=True):
            page.text(point[0] + 1.2, point[1] - 0.6, leg, size=5.5, grey=0, bold=True)
        return
    if part.kind == "diode":
        page.line([(x - 1.4, y + 1.6), (x + 1.4, y + 1.6)], width=0.6)
    elif y == to_y:
        _box(page, (middle[0] + GRID_MM / 2, y), (13.0, 2.6))
        page.text(middle[0] + GRID_MM / 2, y + 0.8, part.what, size=5.5, grey=0, anchor="middle")
    else:
        _box(page, middle, (1.8, 3.2))


def _box(page: Page, middle: PointMm, size: PointMm) -> None:
    (x, y), (width, height) = middle, size
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    page.shape([(left, top), (right, top), (right, bottom), (left, bottom)], fill=1)


def _wire(page: Page, wire: Joint, *, is_last_row: bool) -> None:
    """Draw the end of a wire that leaves the board: to the Pi on the left, to one part on the right, to
    several parts below."""
    x, y = _at(wire.at)
    page.circle((x, y), 1.3, fill=0)
    if wire.at.column == PI:
        page.line([(x, y), (x - 7, y)], width=0.5)
        page.text(x - 8, y + 0.9, f"Pi, {wire.to}", size=6.5, grey=0, anchor="right")
        return
    right, _ = _at(StripHole(wire.at.row, COLUMNS))
    down = y + 3.6 * (COLUMNS - wire.at.column) if is_last_row else y
    page.line([(x, y), (x, down), (right + 2, down)], width=0.5)
    page.text(right + 3, down + 0.9, wire.to, size=6.5, grey=0)
