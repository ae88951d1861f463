"""The finished voting box, drawn aslant with its door open, and how it is put together."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from companion.cli.sheets.page import Page, PointMm

SCALE = 0.4
"""Scale of the drawing."""
ASLANT = (0.4, 0.5)
"""Where a millimetre towards the back is drawn, in millimetres to the right and up, before scaling."""
LEFT, FLOOR = 42.0, 155.0
"""Where the front's lower left corner is drawn, in mm of the page."""
DOOR_OPEN = (-0.17, -0.98)
"""Direction in which the open door is drawn, to the right and to the back, in widths of the door."""
STEPS = (
    "Print all sheets at 100 %, and measure the line on each: 100 mm.",
    "Glue the sheets onto cardboard or plywood of {thick:g} mm, and cut along the black lines. The "
    "second side is the first one turned over. Bore the holes; in cardboard push a pencil through.",
    "The door: cut its three black sides. Cardboard is folded at the dashed line; plywood is cut there, "
    "too, and gets a hinge of tape. Paint a moon on it, but cut none: the lamps would shine out.",
    "Glue the floor between the sides (high edges to the front), and the panel upright onto the "
    "floor, its front along the dashed lines.",
    "Glue the face (companion print labels) onto the panel. Keys into it from the front, their nuts "
    "behind; a lamp left of each key, with a drop of glue. Then glue the front on; the status lamp into "
    "its hole.",
    "From behind: the buzzer behind its hole; the strip board onto the other side, with foam tape. Put "
    "the calls' leads and the wires to the Pi through the back, a knot in each inside; then wire all of "
    "it: companion print wiring. The back stays off as long as that takes.",
    "Close the back with tape. Two strips glued below the roof, inside the walls, hold it.",
)
LINE = 110
"""Most letters in a line of the steps."""


@dataclass(frozen=True)
class Outside:
    """Outside measures of the box without its roof, in mm; ``door``: its distances from left, below and
    above."""

    width: float
    depth: float
    front: float
    back: float
    overhang: float
    door: tuple[float, float, float]
    panel: tuple[float, float]
    """The panel's left edge, and the height of its top edge above the ground."""


Holes = Sequence[tuple[PointMm, float, str]]


def draw_assembled(
    page: Page,
    outside: Outside,
    panel: Holes,
    pieces: Sequence[tuple[str, int, float, float]],
    thick: float,
) -> None:
    """Draw the box with its door open, list its pieces (name, count, width, height) and the steps.

    ``panel``: the holes of the panel, from its top left corner.
    """
    page.text(15, 13, "The voting box", size=13, grey=0, bold=True)
    page.text(15, 19, "An outhouse with a door: who votes is alone with it, and closes the door again.")
    _draw(page, outside, panel)
    page.text(134, 40, "Pieces, each on a sheet of its own", size=9, grey=0, bold=True)
    for number, (name, count, width, height) in enumerate(pieces):
        page.text(
            134, 47 + 6 * number, f"{count} × {name}, {width:.0f} × {height:.0f} mm", grey=0, size=7
        )
    page.text(15, 180, "How it is put together", size=9, grey=0, bold=True)
    y = 187.0
    for number, step in enumerate(STEPS, 1):
        for line in wrap(f"{number}. {step.format(thick=thick)}", LINE, subsequent_indent="    "):
            page.text(15, y, line, size=7, grey=0)
            y += 5.0


def on_page(right: float, up: float, behind: float = 0) -> PointMm:
    """Return where a point of the box is drawn, given its distances in mm from the front's lower left
    corner."""
    x = LEFT + SCALE * (right + ASLANT[0] * behind)
    return x, FLOOR - SCALE * (up + ASLANT[1] * behind)


def _draw(page: Page, outside: Outside, panel: Holes) -> None:
    width, depth, front, back = outside.width, outside.depth, outside.front, outside.back
    side = [(width, 0, 0), (width, 0, depth), (width, back, depth), (width, front, 0)]
    page.shape([on_page(*corner) for corner in side], fill=0.85)
    page.shape([on_page(*corner) for corner in _rectangle(0, 0, width, front)], fill=1)
    _opening(page, outside, panel)
    _roof(page, outside)
    page.circle(on_page(width / 2, front - 11), 2.0, fill=0.4)
    words_x, words_y = on_page(width / 2 + 6, front - 13)
    page.text(words_x, words_y, "status", size=5.5, grey=0)
    _measures(page, outside)


def _rectangle(left: float, low: float, right: float, high: float) -> list[tuple[float, float]]:
    return [(left, low), (right, low), (right, high), (left, high)]


def _opening(page: Page, outside: Outside, panel: Holes) -> None:
    """Draw the part of the panel that is visible through the door, and the door itself."""
    left, low, above = outside.door
    right, high = outside.width - left, outside.front - above
    page.shape([on_page(*corner) for corner in _rectangle(left, low, right, high)], fill=0.92)
    panel_left, panel_top = outside.panel
    for (x, y), diameter, name in panel:
        lamp = diameter < 8
        centre = on_page(panel_left + x, panel_top - y)  # as seen straight from the front
        page.circle(centre, diameter * SCALE, fill=0.3 if lamp else 1)
        if not lamp:
            page.text(centre[0] + 4, centre[1] + 0.8, name.removeprefix("card-"), size=6, grey=0)
    reach = right - left
    free = left + DOOR_OPEN[0] * reach, DOOR_OPEN[1] * reach
    door = [(left, low, 0), (free[0], low, free[1]), (free[0], high, free[1]), (left, high, 0)]
    page.shape([on_page(*corner) for corner in door], fill=0.97)
    knob = on_page(left + DOOR_OPEN[0] * reach * 0.88, (low + high) / 2, DOOR_OPEN[1] * reach * 0.88)
    page.circle(knob, 2.4, fill=0.6)


def _roof(page: Page, outside: Outside) -> None:
    over = outside.overhang
    slope = (outside.front - outside.back) / outside.depth
    high, low = outside.front + slope * over, outside.back - slope * over
    corners = [
        (-over, high, -over),
        (outside.width + over, high, -over),
        (outside.width + over, low, outside.depth + over),
        (-over, low, outside.depth + over),
    ]
    page.shape([on_page(*corner) for corner in corners], fill=0.7)


def _measures(page: Page, outside: Outside) -> None:
    """Write width, height and depth beside the edges."""
    x, y = on_page(outside.width / 2, -8)
    page.text(x, y + 2, f"{outside.width:g} mm", size=6.5, grey=0, anchor="middle")
    x, y = on_page(outside.width, 0, outside.depth / 2)
    page.text(x + 2, y + 3, f"{outside.depth:g} mm", size=6.5, grey=0)
    x, y = on_page(outside.width + 4, outside.back / 2, outside.depth)
    page.text(x, y, f"{outside.front:g} mm high in front,", size=6.5, grey=0)
    page.text(x, y + 4, f"{outside.back:g} mm behind", size=6.5, grey=0)
