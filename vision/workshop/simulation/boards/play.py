"""A board on the simulated table: hands lay pieces and place pawns, push them and take them away.

Only a test or the last line of a demo may ask for the ``truth``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np

from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.boards.scenery import BoardKit
from vision.workshop.simulation.boards.things import STEPS, LaidBoard, Pawn, Slab, SlabMake
from vision.workshop.simulation.boards.truth import parts_on, pawns_on
from vision.workshop.simulation.dice.layouts import TablePose
from vision.workshop.simulation.handling import Handled, Lot, SharedWorld
from vision.workshop.simulation.motion import DiePose, Lies
from vision.workshop.simulation.things import ThingsNow

_SLIP_MM, _SLIP_DEG = 0.8, 1.5
_MOST_MM, _MOST_DEG = 2.5, 5.0
_PAWN_SLIP_MM = 2.0
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
class _Piece(Handled):
    """A piece or pawn; ``level``: the number of other pieces below it."""

    labels: tuple[str, ...] = ()
    colour: tuple[int, int, int] = (0, 0, 0)
    level: int = 0


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
        world: SharedWorld,
        slip: float,
    ) -> None:
        self.kit = kit
        self.laid = laid
        self._make = make
        self._world = world
        self._slip = slip
        self._slabs, self._pawns = Lot[_Piece](), Lot[_Piece]()
        self._next_id = 1

    # Pieces.

    def put(self, labels: Sequence[str], at: Placing) -> int:
        """Place a new piece there at once, without a hand; return its id."""
        with self._world.lock:
            piece = self._new(self._slabs, tuple(labels))
            piece.lie(self._world.clock.now(), self._place(piece, at))
            return piece.id

    def lay(self, *pieces: tuple[Sequence[str], Placing]) -> tuple[int, ...]:
        """Bring new pieces and lay them one after the other, in one visit of a hand; return their
        ids."""
        with self._world.lock:
            visits = []
            for labels, at in pieces:
                piece = self._new(self._slabs, tuple(labels))
                place = self._place(piece, at)
                piece.lie(self._world.clock.now(), self._stock(place))
                visits.append((piece, place))
            self._world.hands.carry(visits)
            return tuple(piece.id for piece, _ in visits)

    def move(self, slab: int, at: Placing) -> None:
        """Take a piece up and lay it elsewhere."""
        with self._world.lock:
            piece = self._slabs.known(slab)
            self._world.hands.carry([(piece, self._place(piece, at))])

    def push(self, slab: int, way_mm: PointMm, turn_deg: float) -> None:
        """Push a piece over the board, as a sleeve or a hand does."""
        with self._world.lock:
            piece = self._slabs.known(slab)
            lying = piece.lying()
            to = PointMm(lying.centre_mm.x + way_mm.x, lying.centre_mm.y + way_mm.y)
            self._world.hands.brush([(piece, TablePose(to, lying.angle_deg + turn_deg))])

    def take(self, number: int) -> None:
        """Take a piece or a pawn off the board."""
        with self._world.lock:
            taken = (self._slabs if number in self._slabs else self._pawns).known(number)
            self._world.hands.carry([(taken, self._stock(taken.lying()))])
            taken.motions.append(Lies(taken.ends, None))

    # Pawns.

    def put_pawn(self, colour: tuple[int, int, int], cell: GridCell) -> int:
        """Place a new pawn there at once, without a hand; return its id."""
        with self._world.lock:
            thing = self._new(self._pawns, (self.kit.pawn,), colour)
            thing.lie(self._world.clock.now(), self._standing(cell))
            return thing.id

    def set_pawn(self, pawn: int, cell: GridCell) -> None:
        """Take a pawn and set it down on a cell."""
        with self._world.lock:
            known = self._pawns.known(pawn)
            self._world.hands.carry([(known, self._standing(cell))])

    def clear(self) -> None:
        """Remove all pieces and pawns at once, without a hand."""
        with self._world.lock:
            self._slabs.clear()
            self._pawns.clear()

    # What is there.

    def things(self, now: float) -> ThingsNow:
        """Return what the camera sees at that time; earlier removed things are forgotten."""
        with self._world.lock:
            self._slabs.forget_before(now)
            self._pawns.forget_before(now)
            return self._things(self._seen_slabs(now), now)

    def truth(self, now: float | None = None) -> BoardTruth:
        """Return what really is on the board at that time (default: now)."""
        with self._world.lock:
            at = self._world.clock.now() if now is None else now
            slabs = self._seen_slabs(at)
            things = self._things(slabs, at)
            standing = zip(self._pawns.seen(at), things.pawns, strict=True)
            return BoardTruth(
                tuple(TableSlab(h.id, s, self._outline(s), h.ends <= at) for h, s in slabs),
                tuple(TablePawn(h.id, p, self._foot(p), h.ends <= at) for (h, _), p in standing),
                parts_on(self.laid, things.slabs),
                pawns_on(self.laid, things),
            )

    def place_at(self, where: tuple[float, float]) -> tuple[float, float]:
        """Return column and row, with fractions, of a place in the picture (fractions 0…1)."""
        return self.laid.grid_place(self._world.projection().at_fraction(where, self.laid.thick_mm))

    def placing(self, where: tuple[float, float], length: int, turns: int, *, snap: bool) -> Placing:
        """Return the placing of a piece of this many parts with its middle at a place in the picture.

        ``snap``: on the nearest cells, otherwise exactly there.
        """
        step, half = STEPS[turns % 4], (length - 1) / 2
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
        place = self.laid.place_mm(column, row)
        return self._world.projection().fractions([place], self.laid.thick_mm)[0]

    def _seen_slabs(self, now: float) -> list[tuple[_Piece, Slab]]:
        return [(piece, self._slab(piece, pose)) for piece, pose in self._slabs.seen(now)]

    def _slab(self, piece: _Piece, pose: DiePose) -> Slab:
        height = self.laid.thick_mm + piece.level * self._make.thick_mm + pose.height_mm
        return Slab(self._make, piece.labels, pose.centre_mm, pose.angle_deg, height)

    def _things(self, slabs: Sequence[tuple[_Piece, Slab]], now: float) -> ThingsNow:
        lying = tuple(slab for piece, slab in slabs if piece.is_still(now))
        moving = tuple(slab for piece, slab in slabs if not piece.is_still(now))
        pawns = tuple(self._pawn(pawn, pose, lying) for pawn, pose in self._pawns.seen(now))
        return ThingsNow(lying, pawns, moving)

    def _pawn(self, pawn: _Piece, pose: DiePose, lying: Sequence[Slab]) -> Pawn:
        base = max(
            (slab.top_mm for slab in lying if _covers(slab, pose.centre_mm)), default=self.laid.thick_mm
        )
        return Pawn(self.kit.pawn, pawn.colour, pose.centre_mm, base + pose.height_mm)

    def _outline(self, slab: Slab) -> tuple[tuple[float, float], ...]:
        return tuple(self._world.projection().fractions(slab.corners_mm(), slab.top_mm))

    def _foot(self, pawn: Pawn) -> tuple[float, float]:
        return self._world.projection().fractions([pawn.centre_mm], pawn.height_mm)[0]

    def _new(
        self,
        kind: Lot[_Piece],
        labels: tuple[str, ...],
        colour: tuple[int, int, int] = (0, 0, 0),
    ) -> _Piece:
        piece = _Piece(self._next_id, labels[0], labels=labels, colour=colour)
        self._next_id += 1
        kind[piece.id] = piece
        return piece

    def _place(self, piece: _Piece, at: Placing) -> TablePose:
        """Return the final place of a piece, as exact as hands are; record what it lies on."""
        rng, length = self._world.rng, len(piece.labels)
        x, y = self.laid.middle_mm(at.first, at.turns, length)
        slip = np.clip(rng.normal(0, _SLIP_MM * self._slip, 2), -_MOST_MM, _MOST_MM)
        twist = float(np.clip(rng.normal(0, _SLIP_DEG * self._slip), -_MOST_DEG, _MOST_DEG)) / length
        centre = PointMm(x + float(slip[0]) + at.off_mm.x, y + float(slip[1]) + at.off_mm.y)
        place = TablePose(centre, self.laid.angle_deg + 90.0 * at.turns + twist + at.askew_deg)
        piece.level = self._level(piece, place)
        return place

    def _level(self, piece: _Piece, place: TablePose) -> int:
        """Return the number of other pieces that will be below it."""
        mine = Slab(self._make, piece.labels, place.centre_mm, place.angle_deg)
        levels = [0]
        for other in self._slabs.values():
            rest = other.rest()
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


def _covers(slab: Slab, at: PointMm) -> bool:
    if hypot(slab.centre_mm.x - at.x, slab.centre_mm.y - at.y) > slab.size_mm[1] + slab.size_mm[0]:
        return False
    outline = slab.corners_mm().astype(np.float32)
    return cv2.pointPolygonTest(outline, (at.x, at.y), False) >= 0
