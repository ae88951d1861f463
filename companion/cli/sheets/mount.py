"""``companion print mount``: how high the camera hangs for each lens, and where lamps stand."""

from dataclasses import dataclass
from math import atan, degrees, radians, tan
from typing import Final

from companion.cli.sheets.page import A4_MM, Page
from vision.cameras.picamera import SIZE_PX

WIDTHS_MM: Final = (330, 450, 600, 800)
"""Widths of the visible area from left to right: the dice mat with a margin, and larger tables."""
DIE_MM = 16.0
LEFT = 20.0
TABLE_Y, TABLE = 165.0, (45.0, 165.0)
"""The table's top in the drawing: its left and right ends, in mm of the page."""
CAMERA = (105.0, 70.0)


@dataclass(frozen=True)
class Lens:
    """A camera by its name, and its field of view from left to right as its maker gives it, in degrees.

    ``used``: the share of that width that the table's pictures show.
    """

    name: str
    field_deg: float
    used: float = 1.0

    @property
    def seen_deg(self) -> float:
        """The field of view of the table's pictures, in degrees."""
        return 2 * degrees(atan(self.used * tan(radians(self.field_deg) / 2)))

    def height_mm(self, width_mm: float) -> float:
        """Return how high the lens must hang to see this width of the table."""
        return width_mm / 2 / tan(radians(self.seen_deg) / 2)


LENSES: Final = (
    Lens("Camera Module 1", 53.5),
    Lens("Camera Module 2", 62.2),
    Lens("Camera Module 3", 66.0, 0.75),
    Lens("Camera Module 3 Wide", 102.0, 0.75),
)
"""The picture is 4 to 3; Module 3, whose sensor is 16 to 9, uses the middle three quarters."""


def mount() -> bytes:
    """Return the sheet, as PDF."""
    page = Page("Camera and light over the table", *A4_MM)
    page.text(LEFT, 18, "Camera and light over the table", size=13, grey=0, bold=True)
    page.text(LEFT, 25, "The camera looks straight down; up to 25° from the side is read as well.")
    _side_view(page)
    _heights(page)
    return page.finished()


def _side_view(page: Page) -> None:
    (left, right), (x, y) = TABLE, CAMERA
    page.shape(
        [
            (left - 10, TABLE_Y),
            (right + 10, TABLE_Y),
            (right + 10, TABLE_Y + 3),
            (left - 10, TABLE_Y + 3),
        ],
        fill=0.8,
    )
    page.dashed([(x, y + 4), (left, TABLE_Y)], grey=0.5)
    page.dashed([(x, y + 4), (right, TABLE_Y)], grey=0.5)
    page.shape([(x - 8, y - 4), (x + 8, y - 4), (x + 8, y), (x - 8, y)], fill=0.6)
    page.shape([(x - 3, y), (x + 3, y), (x + 3, y + 4), (x - 3, y + 4)], fill=0.3)
    page.line([(x, y - 4), (x, y - 12), (right + 14, y - 12), (right + 14, TABLE_Y)], width=1.2)
    page.text(right + 14, y - 14, "an arm that does not sway", size=7, anchor="right")
    page.text(x - 11, y - 1, "camera", size=7, grey=0, anchor="right")
    _arrow(page, (x, y + 6), (x, TABLE_Y - 1))
    page.text(x + 2, (y + TABLE_Y) / 2, "height", size=8, grey=0, bold=True)
    _arrow(page, (left, TABLE_Y + 9), (right, TABLE_Y + 9))
    page.text(x, TABLE_Y + 14, "width that is seen", size=8, grey=0, bold=True, anchor="middle")
    for side in (-1, 1):
        _lamp(page, x + side * 72, side)
    page.text(LEFT, 52, "Two lamps, one from each side, about 45° to the table, behind paper or", size=7)
    page.text(LEFT, 56, "a shade: none beside the camera (it shines in the dice), no sun.", size=7)


def _lamp(page: Page, x: float, side: int) -> None:
    y = 92.0
    page.shape([(x, y), (x - side * 8, y - 8), (x - side * 12, y - 4), (x - side * 4, y + 4)], fill=0.95)
    for spread in (6.0, 16.0, 26.0):
        end = (x - side * (spread + 20), y + 40 - spread / 2)
        page.line([(x - side * 9, y + 2), end], grey=0.7, width=0.2)


def _arrow(page: Page, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a line with a point at each end; it runs along an axis."""
    page.line([begin, end], width=0.2)
    along = (0.0, 1.0) if begin[0] == end[0] else (1.0, 0.0)
    for (x, y), way in ((begin, 1), (end, -1)):
        tip, back = (x, y), (x + way * 3 * along[0], y + way * 3 * along[1])
        aside = (along[1], along[0])
        corners = [(back[0] + 0.9 * aside[0], back[1] + 0.9 * aside[1])]
        corners.append((back[0] - 0.9 * aside[0], back[1] - 0.9 * aside[1]))
        page.shape([tip, *corners], fill=0, width=0.1)


def _heights(page: Page) -> None:
    """List for each lens and each width the height, and the resulting size of a die."""
    y, columns = 200.0, (LEFT, *(110.0 + 24 * number for number in range(len(WIDTHS_MM))))
    rows = [("width that is seen", *(f"{width} mm" for width in WIDTHS_MM))]
    rows += [
        (
            f"{lens.name} ({lens.seen_deg:.0f}°)",
            *(f"{lens.height_mm(width):.0f} mm" for width in WIDTHS_MM),
        )
        for lens in LENSES
    ]
    wide_px = SIZE_PX[0]
    rows.append(
        (
            f"a die of {DIE_MM:g} mm is so wide",
            *(f"{wide_px * DIE_MM / width:.0f} px" for width in WIDTHS_MM),
        )
    )
    page.text(LEFT, y, "How high it hangs: from the lens to the table", size=9, grey=0, bold=True)
    for number, row in enumerate(rows):
        for x, word in zip(columns, row, strict=True):
            line_y = y + 8 + 6 * number
            page.text(
                x,
                line_y,
                word,
                size=7.5,
                grey=0,
                bold=not number,
                anchor="left" if x == LEFT else "right",
            )
    end = y + 8 + 6 * len(rows)
    page.text(LEFT, end, "In brackets: the field of view that is left in a picture of 4 to 3.", size=7)
    page.text(
        LEFT, end + 4.5, "Of other lenses: height = width / (2 × tan(half the field of view)).", size=7
    )
    page.text(LEFT, end + 9, "A die is read best when it is at least 25 pixels wide.", size=7)
