"""Draws random boards in play: lines of pieces on any make of board, in any light."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.markers.cards import MarkerLayout, SizeMm
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.boards.styles import STYLES
from vision.workshop.simulation.boards.things import (
    STEPS,
    BoardMake,
    Figure,
    LaidBoard,
    PartLook,
    PartMark,
    Pawn,
    Slab,
    SlabMake,
)
from vision.workshop.simulation.motion import pointing_hand
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.scene import CameraPose, Hand, Lamp, Mat, Photo, Prop, Scene, Surface
from vision.workshop.simulation.surroundings.hands import HAND_VARIANTS
from vision.workshop.simulation.surroundings.surfaces import VARIANTS
from vision.workshop.simulation.things import Board, ThingsNow

Floats = NDArray[np.float64]
PAWN_PAINTS = (
    (60, 170, 225),
    (200, 120, 40),
    (70, 60, 55),
    (50, 50, 190),
    (70, 150, 60),
    (170, 190, 205),
)
_ARM_MM = 400.0
_MARKER_ROOM_MM = 45.0
_TABLES = ("wood_pale", "wood_dark", "felt", "cloth", "white", "grey_board", "dark", "stone")


@dataclass(frozen=True)
class GrowingLine:
    """A kind of line that grows over a board: its pieces by their parts' labels, and its start."""

    slabs: tuple[tuple[str, ...], ...]
    starts: tuple[GridCell, ...]


@dataclass(frozen=True)
class BoardKit:
    """A board and its pieces as data: what is printed where, the pieces' labels, the pawns' label."""

    grid: tuple[int, int]
    marks: tuple[tuple[GridCell, str], ...]
    looks: tuple[PartLook, ...]
    lines: tuple[GrowingLine, ...]
    pawn: str

    @property
    def slabs(self) -> tuple[tuple[str, ...], ...]:
        """Every piece there is, once."""
        return tuple(slab for line in self.lines for slab in line.slabs)


def looks_of(lines: Sequence[tuple[str, Figure]]) -> tuple[PartLook, ...]:
    """Return how parts labelled ``line.mark`` are printed, from each line's name and figure."""
    marks: tuple[PartMark, ...] = ("single", "start", "bridge", "end")
    return tuple(PartLook(f"{name}.{mark}", figure, mark) for name, figure in lines for mark in marks)


@dataclass(frozen=True)
class BoardWishes:
    """Requirements of a random scene; None leaves a value to chance.

    ``lays``: the number of pieces.
    """

    style: str | None = None
    make: int | None = None
    lays: int | None = None
    tilt_deg: float | None = None
    hands: int | None = None
    cup: bool | None = None
    pawns: bool = True
    markers: bool | None = None


def makes_of(kit: BoardKit, style: str, seed: int) -> tuple[BoardMake, SlabMake]:
    """Return the board and the pieces of one printing of a kit."""
    board = BoardMake(style, kit.grid, kit.marks, seed)
    return board, SlabMake(style, kit.looks, seed)


def random_board_scene(
    rng: np.random.Generator, kit: BoardKit, size_wh: tuple[int, int], wishes: BoardWishes
) -> Scene:
    """Return a random plausible scene of that kit in play, for a picture of that size."""
    style = wishes.style or str(rng.choice(list(STYLES)))
    make = int(rng.integers(1000)) if wishes.make is None else wishes.make
    board_make, slab_make = makes_of(kit, style, make)
    middle = PointMm(*rng.normal((270, 195), 12).tolist())
    board = LaidBoard(board_make, middle, float(rng.normal(0, 5)))
    lays = int(rng.integers(0, 56)) if wishes.lays is None else wishes.lays
    things = random_layout(rng, kit, board, slab_make, lays)
    if not wishes.pawns:
        things = replace(things, pawns=())
    with_markers = rng.random() < 0.4 if wishes.markers is None else wishes.markers
    scene = Scene(
        dice=(),
        camera=camera_over(
            rng, board.centre_mm, board.corners_mm(), board.thick_mm, size_wh, wishes.tilt_deg
        ),
        surface=any_surface(rng),
        lamps=(),
        photo=any_photo(rng),
        mat=cards_round(board) if with_markers else None,
        board=board,
        things=things,
    )
    scene = lit_room(rng, scene)
    hands = int(rng.choice([0, 0, 0, 1, 2])) if wishes.hands is None else wishes.hands
    cup = rng.random() < 0.15 if wishes.cup is None else wishes.cup
    return replace(
        scene,
        hands=tuple(_hand(rng, board) for _ in range(hands)),
        props=(_cup(rng, board, things),) if cup else (),
    )


def random_layout(
    rng: np.random.Generator, kit: BoardKit, board: LaidBoard, make: SlabMake, lays: int
) -> ThingsNow:
    """Return pieces as hands lay them: lines that grow from their starts, a pawn at the end of each.

    There are fewer pieces than requested if no line can go on.
    """
    taken = {cell for line in kit.lines for cell in line.starts}
    heads = [(line, start) for line in kit.lines for start in line.starts]
    slabs: list[Slab] = []
    loose = rng.uniform(0.2, 1.2)
    for _ in range(3 * lays):
        if len(slabs) >= lays:
            break
        number = int(rng.integers(len(heads)))
        line, at = heads[number]
        grown = _grown(rng, line, at, taken, kit.grid)
        if grown is None:
            continue
        labels, cells, turns = grown
        taken.update(cells)
        heads[number] = line, cells[-1]
        slabs.append(laid_slab(rng, board, make, labels, cells[0], turns, loose))
    on_slab = {cell for slab in slabs for cell in map(board.cell_at, slab.part_centres_mm())}
    paints = rng.permutation(len(PAWN_PAINTS))
    tall = float(rng.uniform(20, 28))
    pawns = tuple(
        laid_pawn(
            rng,
            board,
            kit.pawn,
            cell,
            PAWN_PAINTS[paints[n % len(paints)]],
            cell in on_slab,
            make,
            tall,
        )
        for n, (_, cell) in enumerate(heads)
    )
    return ThingsNow(tuple(slabs), pawns)


def laid_slab(
    rng: np.random.Generator,
    board: LaidBoard,
    make: SlabMake,
    labels: tuple[str, ...],
    first: GridCell,
    turns: int,
    loose: float,
) -> Slab:
    """Return a piece laid by hand from a cell on: ``loose`` 1 is about 1 mm and 2 degrees of error."""
    x, y = board.middle_mm(first, turns, len(labels))
    off_x, off_y = np.clip(rng.normal(0, 0.8 * loose, 2), -2.5, 2.5).tolist()
    askew = float(np.clip(rng.normal(0, 2.0 * loose), -6, 6)) / len(labels)
    return Slab(
        make,
        labels,
        PointMm(x + off_x, y + off_y),
        board.angle_deg + 90.0 * turns + askew,
        board.thick_mm,
    )


def laid_pawn(
    rng: np.random.Generator,
    board: LaidBoard,
    label: str,
    cell: GridCell,
    colour: tuple[int, int, int],
    on_slab: bool,
    make: SlabMake,
    tall_mm: float,
) -> Pawn:
    """Return a pawn set down by hand on a cell."""
    x, y = board.place_mm(*cell)
    off_x, off_y = np.clip(rng.normal(0, 2.5, 2), -6, 6).tolist()
    height = board.thick_mm + (make.thick_mm if on_slab else 0.0)
    return Pawn(label, colour, PointMm(x + off_x, y + off_y), height, tall_mm)


def _grown(
    rng: np.random.Generator,
    line: GrowingLine,
    at: GridCell,
    taken: set[GridCell],
    grid: tuple[int, int],
) -> tuple[tuple[str, ...], list[GridCell], int] | None:
    """Return the labels, the cells and the turns of one more piece of a line; None if there is no
    room."""
    for turns in rng.permutation(4).tolist():
        for number in rng.permutation(len(line.slabs)).tolist():
            labels = line.slabs[number]
            cells = cells_of(at, turns, len(labels) + 1)[1:]
            inside = all(0 <= c.column < grid[0] and 0 <= c.row < grid[1] for c in cells)
            if inside and taken.isdisjoint(cells):
                return labels, cells, turns
    return None


def cells_of(first: GridCell, turns: int, length: int) -> list[GridCell]:
    """Return the cells of a piece from its first part's on, on the grid or off it."""
    column, row = STEPS[turns % 4]
    return [GridCell(first.column + column * n, first.row + row * n) for n in range(length)]


def camera_over(
    rng: np.random.Generator,
    middle: PointMm,
    corners_mm: Floats,
    height_mm: float,
    size_wh: tuple[int, int],
    tilt_deg: float | None,
    nearest_mm: float = 300.0,
) -> CameraPose:
    """Place a camera so that these corners (n, 2) at that height are in the picture, or nearly."""
    focal, tilt = float(rng.uniform(0.75, 1.25)), tilt_deg
    if tilt is None:
        tilt = float(rng.uniform(0, 10) if rng.random() < 0.5 else rng.uniform(8, 25))
    k1 = float(rng.choice([0.0, rng.uniform(-0.12, 0.04)]))
    pose = CameraPose(
        PointMm(*rng.normal(middle, 6).tolist()),
        distance_mm=nearest_mm,
        tilt_deg=tilt,
        stands_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.normal(0, 3)) + (180.0 if rng.random() < 0.1 else 0.0),
        focal=focal,
        k1=k1,
        k2=-k1 * float(rng.uniform(0, 0.3)),
    )
    margin = float(rng.uniform(0.02, 0.09))
    while not _holds(pose, corners_mm, height_mm, size_wh, margin):
        pose = replace(pose, distance_mm=pose.distance_mm * 1.03)
    return pose


def _holds(
    pose: CameraPose, corners_mm: Floats, height_mm: float, size_wh: tuple[int, int], margin: float
) -> bool:
    seen = Projection(pose, size_wh).table_to_picture(corners_mm, height_mm) / size_wh
    return bool(((seen > margin) & (seen < 1 - margin)).all())


def cards_round(board: Board, room_mm: float = _MARKER_ROOM_MM) -> Mat:
    """Return four cards at the corners of the play area, with a board between them."""
    width, height = board.make.size_mm
    return Mat(MarkerLayout(SizeMm(width + 2 * room_mm, height + 2 * room_mm)), sheet=False)


def any_surface(rng: np.random.Generator) -> Surface:
    """Return any table that games are played on."""
    kind = str(rng.choice(_TABLES))
    return Surface(
        kind,
        int(rng.integers(VARIANTS)),
        angle_deg=float(rng.uniform(0, 360)),
        origin_mm=PointMm(*rng.uniform(-500, 500, 2).tolist()),
        scale=float(rng.uniform(0.7, 1.5)),
        gloss=0.0 if kind in ("felt", "cloth") else float(rng.uniform(0, 0.4)),
    )


def lit_room(rng: np.random.Generator, scene: Scene) -> Scene:
    """Hang one or two lamps, from soft daylight to one hard bulb at the side."""
    count = int(rng.choice([1, 2]))
    shares = rng.dirichlet(np.ones(count) * 2) * rng.uniform(0.3, 0.85)
    lamps = []
    for share in shares.tolist():
        height = float(rng.uniform(450, 1700))
        away, way = height * float(rng.uniform(0.1, 1.2)), float(rng.uniform(0, 2 * np.pi))
        x, y = scene.camera.looks_at_mm
        fall = (height / float(np.hypot(height, away))) ** 3
        colour = (
            share / max(fall, 0.15) * np.array([rng.uniform(0.75, 1.1), 1.0, rng.uniform(0.95, 1.2)])
        )
        blue, green, red = (float(v) for v in colour)
        at = PointMm(x + away * float(np.cos(way)), y + away * float(np.sin(way)))
        lamps.append(Lamp(at, height, float(np.exp(rng.uniform(1.5, 5))), (blue, green, red)))
    rest = float(1 - shares.sum())
    room = (rest * float(rng.uniform(0.95, 1.15)), rest, rest * float(rng.uniform(0.88, 1.05)))
    return replace(scene, lamps=tuple(lamps), ambient=room)


def any_photo(rng: np.random.Generator) -> Photo:
    """Return any ordinary camera's lens, sensor and file."""
    white = np.exp(rng.normal(0, 0.05, 3))
    return Photo(
        exposure=float(np.exp(rng.normal(0.0, 0.15))),
        white=(float(white[0]), float(white[1]), float(white[2])),
        saturation=float(rng.uniform(0.75, 1.15)),
        contrast=float(rng.uniform(0.9, 1.2)),
        vignette=float(rng.uniform(0, 0.25)),
        focus_px=float(rng.uniform(0.1, 0.5)),
        noise=float(np.exp(rng.uniform(np.log(0.004), np.log(0.03)))),
        grain_px=float(rng.choice([0.0, 0.6, 1.0])),
        sharpen=float(rng.choice([0.0, rng.uniform(0, 0.8)])),
        jpeg=int(rng.integers(75, 97)),
    )


def _hand(rng: np.random.Generator, board: LaidBoard) -> Hand:
    """Reach over the board from the nearer of its long sides, more or less."""
    columns, rows = board.make.grid
    row = float(rng.uniform(-1, rows))
    tips = board.place_mm(float(rng.uniform(-1, columns)), row)
    side = 180.0 if row > rows / 2 else 0.0
    way = np.radians(board.angle_deg + side + float(rng.uniform(-35, 35)))
    arm = PointMm(tips.x + _ARM_MM * float(np.sin(way)), tips.y - _ARM_MM * float(np.cos(way)))
    return any_hand(rng, arm, tips, (25, 60))


def any_hand(
    rng: np.random.Generator, arm: PointMm, tips: PointMm, heights_mm: tuple[float, float]
) -> Hand:
    """Return any hand that reaches from there to here, at any of these heights."""
    hand = pointing_hand(arm, tips, int(rng.integers(HAND_VARIANTS)))
    return replace(hand, height_mm=float(rng.uniform(*heights_mm)))


def _cup(rng: np.random.Generator, board: LaidBoard, things: ThingsNow) -> Prop:
    """Place a cup on the board where no pawn stands."""
    columns, rows = board.make.grid
    for _ in range(20):
        at = board.place_mm(
            float(rng.uniform(-0.5, columns - 0.5)), float(rng.uniform(-0.5, rows - 0.5))
        )
        apart = [np.hypot(at.x - p.centre_mm.x, at.y - p.centre_mm.y) for p in things.pawns]
        if min(apart, default=np.inf) > 60:
            break
    return Prop("cup", at, float(rng.uniform(0, 360)), int(rng.integers(12)))
