"""The assembly of the voting box from its cut pieces, with one picture for each step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Final, NamedTuple

from companion.cli.sheets.page import Page, PointMm
from companion.cli.sheets.piece import Hole, SheetPiece


class Spot(NamedTuple):
    """A point of the box, in mm to the right, to the back and up from the front's lower left corner."""

    right: float
    behind: float
    up: float


@dataclass(frozen=True)
class BoxPlates:
    """The pieces by name, and the measures of the assembled box, in mm."""

    pieces: dict[str, SheetPiece]
    thick: float
    overhang: float
    panel_behind: float

    @property
    def width(self) -> float:
        """Return its width."""
        return self.pieces["front"].size[0]

    @property
    def depth(self) -> float:
        """Return its depth."""
        return self.pieces["side"].size[0] + 2 * self.thick


Pose = Callable[[BoxPlates, PointMm], Spot]
"""Maps a point of a piece (from its top left corner, y down) to its place in the box."""


def _front(box: BoxPlates, at: PointMm) -> Spot:
    return Spot(at[0], 0.0, box.pieces["front"].size[1] - at[1])


def _back(box: BoxPlates, at: PointMm) -> Spot:
    return Spot(at[0], box.depth, box.pieces["back"].size[1] - at[1])


def _left(box: BoxPlates, at: PointMm) -> Spot:
    return Spot(0.0, box.thick + at[0], box.pieces["side"].size[1] - at[1])


def _right(box: BoxPlates, at: PointMm) -> Spot:
    return _left(box, at)._replace(right=box.width)


def _floor(box: BoxPlates, at: PointMm) -> Spot:
    return Spot(box.thick + at[0], box.thick + at[1], 0.0)


def _panel(box: BoxPlates, at: PointMm) -> Spot:
    up = box.thick + box.pieces["panel"].size[1] - at[1]
    return Spot(box.thick + at[0], box.thick + box.panel_behind, up)


def _roof(box: BoxPlates, at: PointMm) -> Spot:
    front, back = box.pieces["front"].size[1], box.pieces["back"].size[1]
    slope = hypot(box.depth, front - back)
    along = at[1] - box.overhang
    return Spot(at[0] - box.overhang, along * box.depth / slope, front - along * (front - back) / slope)


POSES: Final[dict[str, tuple[str, Pose, float]]] = {
    "left": ("side", _left, 0.8),
    "right": ("side", _right, 0.85),
    "floor": ("floor", _floor, 0.7),
    "panel": ("panel", _panel, 0.95),
    "front": ("front", _front, 1.0),
    "back": ("back", _back, 1.0),
    "roof": ("roof", _roof, 0.7),
}
"""Each plate of the box: its piece, its position, and its grey."""


@dataclass(frozen=True)
class BuildingStep:
    """A step: the plates in place, from the furthest to the nearest, those with the parts in their holes
    drawn, and the text of the step."""

    plates: tuple[str, ...]
    words: tuple[str, ...]
    fitted: tuple[str, ...] = ()
    from_behind: bool = False
    has_board: bool = False


STEPS: Final = (
    BuildingStep(
        ("left", "floor", "panel", "right"),
        (
            "1. Glue the sides to the floor, high edges to",
            "the front, and the panel upright on the floor.",
        ),
    ),
    BuildingStep(
        ("left", "floor", "panel", "right"),
        (
            "2. Glue the labels' face onto the panel. Keys and",
            "lamps through its holes, a lamp left of each key.",
        ),
        fitted=("panel",),
    ),
    BuildingStep(
        ("left", "floor", "panel", "right", "front"),
        ("3. The front, its door closed; the status lamp", "above the door. The hinge is on the left."),
        fitted=("front",),
    ),
    BuildingStep(
        ("front", "right", "floor", "panel", "left"),
        (
            "4. From behind: the strip board on the side. First put",
            "leads and wires through the back, then solder all.",
        ),
        fitted=("panel",),
        from_behind=True,
        has_board=True,
    ),
    BuildingStep(
        ("front", "right", "left", "back"),
        (
            "5. The back, with the calls' leads and the wires",
            "to the Pi in its holes. A knot in each, inside.",
        ),
        fitted=("back",),
        from_behind=True,
    ),
    BuildingStep(
        ("left", "right", "front", "roof"),
        ("6. The roof. Two strips glued below it, inside", "the walls, hold it: it comes off again."),
        fitted=("front",),
    ),
)
SCALE: Final = 0.24
"""Scale at which the box is drawn."""
ASLANT: Final = (0.4, 0.5)
"""Shift to the right and up for each millimetre of depth, before scaling."""
FIRST, APART = (30.0, 98.0), (62.0, 125.0)
"""The first picture's lower left corner, and the distance between pictures, in mm of the page."""
ACROSS: Final = 3
BOARD: Final = (62.0, 120.0, 35.6, 68.6)
"""The strip board on the inside of the right plate: left, top, width and height, in mm of that plate."""
ROUND: Final = 20
"""Corners of the polygon that stands for a circle."""


def draw_steps(page: Page, box: BoxPlates) -> None:
    """Draw every step."""
    page.text(15, 13, "The voting box, step by step", size=13, grey=0, bold=True)
    for number, step in enumerate(STEPS):
        row, column = divmod(number, ACROSS)
        corner = FIRST[0] + column * APART[0], FIRST[1] + row * APART[1]
        _Picture(page, box, corner, from_behind=step.from_behind).draw(step)


class _Picture:
    """The picture of one step."""

    def __init__(self, page: Page, box: BoxPlates, corner: PointMm, *, from_behind: bool) -> None:
        self._page, self._box, self._corner, self._from_behind = page, box, corner, from_behind

    def draw(self, step: BuildingStep) -> None:
        for name in step.plates:
            self._plate(name, is_fitted=name in step.fitted)
        if step.has_board:
            self._strip_board()
        x, y = self._corner
        for number, line in enumerate(step.words):
            self._page.text(x - 15, y + 8 + 4 * number, line, size=6.5, grey=0)

    def _plate(self, name: str, *, is_fitted: bool) -> None:
        of, pose, grey = POSES[name]
        piece = self._box.pieces[of]
        self._page.shape(self._on(pose, piece.corners), fill=grey, width=0.2)
        for cut in piece.cuts:
            self._page.line(self._on(pose, cut), width=0.2)
        if is_fitted:
            for hole in piece.holes:
                self._page.shape(self._on(pose, _circle(hole)), fill=0.35, width=0.1)

    def _strip_board(self) -> None:
        left, top, width, height = BOARD
        corners = [(left, top), (left + width, top)]
        corners += [(x, y + height) for x, y in reversed(corners)]
        self._page.shape(self._on(_right, corners), fill=0.55, width=0.2)

    def _on(self, pose: Pose, points: Sequence[PointMm]) -> list[PointMm]:
        return [self._seen(pose(self._box, point)) for point in points]

    def _seen(self, spot: Spot) -> PointMm:
        """Return the place on the page of a point; a view from behind turns the box by 180°."""
        right, behind, up = spot
        if self._from_behind:
            right, behind = self._box.width - right, self._box.depth - behind
        x, y = self._corner
        return x + SCALE * (right + ASLANT[0] * behind), y - SCALE * (up + ASLANT[1] * behind)


def _circle(hole: Hole) -> list[PointMm]:
    (x, y), diameter, _ = hole
    turns = (2 * pi * part / ROUND for part in range(ROUND))
    return [(x + diameter / 2 * cos(turn), y + diameter / 2 * sin(turn)) for turn in turns]
