"""A board on the simulated table: hands lay pieces and place pawns, push them and take them away.

Only a test or the last line of a demo may ask for the ``truth``.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.clock import Clock
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.boards.scenery import BoardKit
from vision.workshop.simulation.boards.things import LaidBoard, Pawn, Pieces, Slab, SlabMake
from vision.workshop.simulation.boards.truth import parts_on, pawns_on
from vision.workshop.simulation.dice.layouts import TablePose
from vision.workshop.simulation.handling import HandledDie, Hands
from vision.workshop.simulation.motion import Lies, Pose
from vision.workshop.simulation.optics.camera import Projection

_SLIP_MM, _SLIP_DEG = 0.8, 1.5
_MOST_MM, _MOST_DEG = 2.5, 5.0
_PAWN_SLIP_MM = 2.0
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_STOCK_MM = 420.0
"""Distance from a piece's place to a player's stock, out of the picture."""
_NOWHERE_ELSE = PointMm(0.0, 0.0)


@dataclass(frozen=True)
class Placing:
    """A hand's placing of a piece: its first part's cell, quarter turns, and the error of the hand."""

    first: GridCell
    turns: int
    off_mm: PointMm = _NOWHERE_ELSE
    askew_deg: float = 0.0


@dataclass
class _Handled:
    """One piece or pawn with its movements; ``level``: the number of other pieces below it."""

    motion: HandledDie
    labels: tuple[str, ...]
    colour: tuple[int, int, int] = (0, 0, 0)
    level: int = 0

    @property
    def id(self) -> int:
        return self.motion.id


@dataclass(frozen=True)
class TableSlab:
    """The truth about one piece. ``outline``: the corners of its base as fractions 0…1 of the
    picture."""

    id: int
    slab: Slab
    outline: tuple[tuple[float, float], ...]
    at_rest: bool


@dataclass(frozen=True)
class TablePawn:
    """The truth about one pawn. ``centre`` of its foot is in fractions 0…1 of the picture."""

    id: int
    pawn: Pawn
    centre: tuple[float, float]
    at_rest: bool


@dataclass(frozen=True)
class BoardTruth:
    """All that really is on the board at one moment. ``cells``: label and turns of the lying pieces;
    ``on``: the labels of the standing ones."""

    slabs: tuple[TableSlab, ...]
    pawns: tuple[TablePawn, ...]
    cells: dict[GridCell, tuple[str, int]]
    on: dict[GridCell, str]


@dataclass(frozen=True)
class World:
    """What the board shares with its table: time, hands, random numbers, lock and camera."""

    clock: Clock
    hands: Hands
    rng: np.random.Generator
    lock: AbstractContextManager[object]
    projection: Callable[[], Projection]


class SimulatedBoard:
    """Pieces of one kit on one board. ``slip`` is the carelessness of the hands: 1 is about a mm.

    The table's hands fulfil requests one after the other, in the table's time. Methods may be called
    from any thread. Missing things raise ``LookupError``.
    """

    def __init__(
        self,
        kit: BoardKit,
        laid: LaidBoard,
        make: SlabMake,
        world: World,
        slip: float,
    ) -> None:
        self.kit = kit
        self.laid = laid
        self._make = make
        self._world = world
        self._slip = slip
        self._slabs: dict[int, _Handled] = {}
        self._pawns: dict[int, _Handled] = {}
        self._next_id = 1

    # Pieces.

    def put(self, labels: Sequence[str], at: Placing) -> int:
        """Place a new piece there at once, without a hand; return its id."""
        with self._world.lock:
            piece = self._new(self._slabs, tuple(labels))
            self._lies(piece, self._place(piece, at))
            return piece.id

    def lay(self, *pieces: tuple[Sequence[str], Placing]) -> tuple[int, ...]:
        """Bring new pieces and lay them one after the other, in one visit of a hand; return their
        ids."""
        with self._world.lock:
            visits = []
            for labels, at in pieces:
                piece = self._new(self._slabs, tuple(labels))
                place = self._place(piece, at)
                self._lies(piece, self._stock(place))
                visits.append((piece.motion, place))
            self._world.hands.carry(visits)
            return tuple(die.id for die, _ in visits)

    def move(self, slab: int, at: Placing) -> None:
        """Take a piece up and lay it elsewhere."""
        with self._world.lock:
            piece = self._known(self._slabs, slab)
            self._world.hands.carry([(piece.motion, self._place(piece, at))])

    def push(self, slab: int, way_mm: PointMm, turn_deg: float) -> None:
        """Push a piece over the board, as a sleeve or a hand does."""
        with self._world.lock:
            piece = self._known(self._slabs, slab)
            lying = piece.motion.lying()
            to = PointMm(lying.centre_mm.x + way_mm.x, lying.centre_mm.y + way_mm.y)
            self._world.hands.brush([(piece.motion, TablePose(to, lying.angle_deg + turn_deg))])

    def take(self, slab: int) -> None:
        """Take a piece off the board."""
        with self._world.lock:
            self._carry_off(self._known(self._slabs, slab))

    # Pawns.

    def put_pawn(self, colour: tuple[int, int, int], cell: GridCell) -> int:
        """Place a new pawn there at once, without a hand; return its id."""
        with self._world.lock:
            pawn = self._new(self._pawns, (self.kit.pawn,), colour)
            self._lies(pawn, self._standing(cell))
            return pawn.id

    def set_pawn(self, pawn: int, cell: GridCell) -> None:
        """Take a pawn and set it down on a cell."""
        with self._world.lock:
            known = self._known(self._pawns, pawn)
            self._world.hands.carry([(known.motion, self._standing(cell))])

    def take_pawn(self, pawn: int) -> None:
        """Take a pawn off the board."""
        with self._world.lock:
            self._carry_off(self._known(self._pawns, pawn))

    def clear(self) -> None:
        """Remove all pieces and pawns at once, without a hand."""
        with self._world.lock:
            self._slabs.clear()
            self._pawns.clear()

    # What is there.

    def pieces(self, now: float) -> Pieces:
        """Return what the camera sees at that time; earlier removed things are forgotten."""
        with self._world.lock:
            for kind in (self._slabs, self._pawns):
                for piece in list(kind.values()):
                    piece.motion.forget_before(now)
                    if piece.motion.motions[-1].ends <= now and piece.motion.rest() is None:
                        del kind[piece.id]
            return self._pieces(self._seen_slabs(now), now)

    def truth(self, now: float | None = None) -> BoardTruth:
        """Return what really is on the board at that time (default: now)."""
        with self._world.lock:
            at = self._world.clock.now() if now is None else now
            slabs = self._seen_slabs(at)
            pieces = self._pieces(slabs, at)
            standing = zip(self._standing_pawns(at), pieces.pawns, strict=True)
            return BoardTruth(
                tuple(TableSlab(h.id, s, self._outline(s), _rests(h, at)) for h, s in slabs),
                tuple(TablePawn(h.id, p, self._foot(p), _rests(h, at)) for (h, _), p in standing),
                parts_on(self.laid, pieces.slabs),
                pawns_on(self.laid, pieces),
            )

    def place_at(self, where: tuple[float, float]) -> tuple[float, float]:
        """Return column and row, with fractions, of a place in the picture (fractions 0…1)."""
        width, height = self._world.projection().size_wh
        pixel = np.array([where[0] * width - 0.5, where[1] * height - 0.5])
        x, y = self._world.projection().picture_to_table(pixel, self.laid.thick_mm).tolist()
        return self.laid.grid_place(PointMm(x, y))

    def placing(self, where: tuple[float, float], length: int, turns: int, *, snap: bool) -> Placing:
        """Return the placing of a piece of this many parts with its middle at a place in the picture.

        ``snap``: on the nearest cells, otherwise exactly there.
        """
        step, half = _STEPS[turns % 4], (length - 1) / 2
        column, row = self.place_at(where)
        column, row = column - step[0] * half, row - step[1] * half
        first = GridCell(round(column), round(row))
        if snap:
            return Placing(first, turns)
        (x1, y1), (x2, y2) = self.laid.place_mm(*first), self.laid.place_mm(column, row)
        return Placing(first, turns, PointMm(x2 - x1, y2 - y1))

    def fraction_of(self, column: float, row: float) -> tuple[float, float]:
        """Return a grid place's position in the picture, in fractions 0…1: the inverse of
        ``place_at``."""
        return self._fractions(np.array([self.laid.place_mm(column, row)]), self.laid.thick_mm)[0]

    def _seen_slabs(self, now: float) -> list[tuple[_Handled, Slab]]:
        poses = ((piece, piece.motion.pose(now)) for piece in self._slabs.values())
        return [(piece, self._slab(piece, pose)) for piece, pose in poses if pose is not None]

    def _slab(self, piece: _Handled, pose: Pose) -> Slab:
        height = self.laid.thick_mm + piece.level * self._make.thick_mm + pose.height_mm
        return Slab(self._make, piece.labels, pose.centre_mm, pose.angle_deg, height)

    def _pieces(self, slabs: Sequence[tuple[_Handled, Slab]], now: float) -> Pieces:
        lying = tuple(slab for piece, slab in slabs if _is_still(piece, now))
        moving = tuple(slab for piece, slab in slabs if not _is_still(piece, now))
        pawns = tuple(self._pawn(pawn, pose, lying) for pawn, pose in self._standing_pawns(now))
        return Pieces(lying, pawns, moving)

    def _standing_pawns(self, now: float) -> list[tuple[_Handled, Pose]]:
        poses = ((pawn, pawn.motion.pose(now)) for pawn in self._pawns.values())
        return [(pawn, pose) for pawn, pose in poses if pose is not None]

    def _pawn(self, pawn: _Handled, pose: Pose, lying: Sequence[Slab]) -> Pawn:
        base = max(
            (slab.top_mm for slab in lying if _covers(slab, pose.centre_mm)), default=self.laid.thick_mm
        )
        return Pawn(self.kit.pawn, pawn.colour, pose.centre_mm, base + pose.height_mm)

    def _outline(self, slab: Slab) -> tuple[tuple[float, float], ...]:
        return self._fractions(slab.corners_mm(), slab.top_mm)

    def _foot(self, pawn: Pawn) -> tuple[float, float]:
        return self._fractions(np.array([pawn.centre_mm]), pawn.height_mm)[0]

    def _fractions(
        self, points_mm: NDArray[np.float64], height_mm: float
    ) -> tuple[tuple[float, float], ...]:
        projection = self._world.projection()
        seen = (projection.table_to_picture(points_mm, height_mm) + 0.5) / np.array(projection.size_wh)
        return tuple((float(x), float(y)) for x, y in seen)

    def _new(
        self,
        kind: dict[int, _Handled],
        labels: tuple[str, ...],
        colour: tuple[int, int, int] = (0, 0, 0),
    ) -> _Handled:
        piece = _Handled(HandledDie(self._next_id, labels[0]), labels, colour)
        self._next_id += 1
        kind[piece.id] = piece
        return piece

    def _known(self, kind: dict[int, _Handled], number: int) -> _Handled:
        if number not in kind or kind[number].motion.rest() is None:
            raise LookupError(f"nothing with the number {number} is on this board")
        return kind[number]

    def _lies(self, piece: _Handled, place: TablePose) -> None:
        pose = Pose(piece.labels[0], place.centre_mm, place.angle_deg)
        piece.motion.motions.append(Lies(self._world.clock.now(), pose))

    def _place(self, piece: _Handled, at: Placing) -> TablePose:
        """Return the final place of a piece, as exact as hands are; record what it lies on."""
        rng, length = self._world.rng, len(piece.labels)
        step, half = _STEPS[at.turns % 4], (length - 1) / 2
        x, y = self.laid.place_mm(at.first.column + step[0] * half, at.first.row + step[1] * half)
        slip = np.clip(rng.normal(0, _SLIP_MM * self._slip, 2), -_MOST_MM, _MOST_MM)
        twist = float(np.clip(rng.normal(0, _SLIP_DEG * self._slip), -_MOST_DEG, _MOST_DEG)) / length
        centre = PointMm(x + float(slip[0]) + at.off_mm.x, y + float(slip[1]) + at.off_mm.y)
        place = TablePose(centre, self.laid.angle_deg + 90.0 * at.turns + twist + at.askew_deg)
        piece.level = self._level(piece, place)
        return place

    def _level(self, piece: _Handled, place: TablePose) -> int:
        """Return the number of other pieces that will be below it."""
        mine = Slab(self._make, piece.labels, place.centre_mm, place.angle_deg)
        levels = [0]
        for other in self._slabs.values():
            rest = other.motion.rest()
            if other is piece or rest is None:
                continue
            slab = self._slab(other, rest)
            if any(_covers(slab, at) for at in mine.part_centres_mm()):
                levels.append(other.level + 1)
        return max(levels)

    def _standing(self, cell: GridCell) -> TablePose:
        x, y = self.laid.place_mm(cell.column, cell.row)
        off = np.clip(self._world.rng.normal(0, _PAWN_SLIP_MM * self._slip, 2), -5, 5)
        return TablePose(PointMm(x + float(off[0]), y + float(off[1])), 0.0)

    def _stock(self, place: TablePose) -> TablePose:
        """Return where a piece waits before it is laid there: out of the picture, before a player."""
        x, y = place.centre_mm
        away = _STOCK_MM if y >= self.laid.centre_mm.y else -_STOCK_MM
        return TablePose(PointMm(x + float(self._world.rng.uniform(-60, 60)), y + away), place.angle_deg)

    def _carry_off(self, piece: _Handled) -> None:
        self._world.hands.carry([(piece.motion, self._stock(piece.motion.lying()))])
        piece.motion.motions.append(Lies(piece.motion.motions[-1].ends, None))


def _rests(piece: _Handled, now: float) -> bool:
    return now >= piece.motion.motions[-1].ends


def _is_still(piece: _Handled, now: float) -> bool:
    begun = [motion for motion in piece.motion.motions if motion.begins <= now]
    return not begun or now >= begun[-1].ends


def _covers(slab: Slab, at: PointMm) -> bool:
    if hypot(slab.centre_mm.x - at.x, slab.centre_mm.y - at.y) > slab.size_mm[1] + slab.size_mm[0]:
        return False
    outline = slab.corners_mm().astype(np.float32)
    return cv2.pointPolygonTest(outline, (at.x, at.y), False) >= 0
