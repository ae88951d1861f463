"""Tokens on the simulated table: hands take gems, lay them before players, place pawns, throw stones.

Only a test or the last line of a demo may ask for the ``truth``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist
from typing import Literal

import numpy as np

from vision.errors import NoRoom
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.boards.things import Pawn
from vision.workshop.simulation.dice.layouts import TablePose
from vision.workshop.simulation.dice.placing import strewn
from vision.workshop.simulation.handling import Handled, Lot, SharedWorld
from vision.workshop.simulation.motion import DiePose
from vision.workshop.simulation.things import ThingsNow
from vision.workshop.simulation.tokens.gem_board import floor_mm
from vision.workshop.simulation.tokens.gems import tall_mm
from vision.workshop.simulation.tokens.puzzles import PuzzleToLay, SimulatedPuzzle
from vision.workshop.simulation.tokens.scenery import gem_in_hole, loose_gem, pawn_at
from vision.workshop.simulation.tokens.styles import gem_style
from vision.workshop.simulation.tokens.things import Gem, GemMake, LaidGemBoard, Stone, StoneMake

Kind = Literal["gem", "stone", "pawn"]
_ROOM_MM = 1.12
"""Distance between gems in front of a player, in diameters."""
_SLIP_MM = 0.8
_ROW_OF = 9
_BESIDE_MM = 15.0
_ON_A_FIELD = 4
_TURNED_OVER_DEG = 180.0


@dataclass(frozen=True)
class TokenKit:
    """The things in use: a board of gems with its pawns, or stones to throw; and puzzles."""

    gem_board: bool = False
    stones: bool = False
    puzzles: bool = False


@dataclass(frozen=True)
class TokenMakes:
    """How one table's tokens are made, and where their board lies, if there is one."""

    board: LaidGemBoard | None
    gems: GemMake
    stones: StoneMake


@dataclass
class _Token(Handled):
    """A token or pawn. ``level_mm``: the height of its ground; it leans as a ``Gem`` does."""

    kind: Kind = "gem"
    colour: tuple[int, int, int] = (0, 0, 0)
    level_mm: float = 0.0
    lean_deg: float = 0.0
    leans_to_deg: float = 0.0
    owner: int | None = None


@dataclass(frozen=True)
class TableToken:
    """The truth about one token or pawn.

    ``cell``: the hole a gem lies in; ``row``: the red field a pawn stands on; ``owner``: the player
    before whom it was laid. ``centre`` is in fractions 0…1 of the picture, ``size`` of its width.
    """

    id: int
    kind: Kind
    label: str
    colour: tuple[int, int, int]
    cell: GridCell | None
    row: int | None
    owner: int | None
    centre_mm: PointMm
    centre: tuple[float, float]
    size: float
    at_rest: bool


class SimulatedTokens:
    """Tokens of one kit on the table. The table's hands fulfil requests, in its time.

    Methods may be called from any thread. Missing things raise ``LookupError``.
    """

    def __init__(self, kit: TokenKit, makes: TokenMakes, world: SharedWorld, slip: float) -> None:
        self.kit = kit
        self.board = makes.board
        self._makes = makes
        self._world = world
        self._slip = slip
        self._things = Lot[_Token]()
        self._next_id = 1
        self.puzzle = SimulatedPuzzle(world, makes.board, slip)

    @property
    def across_mm(self) -> float:
        """The size of a stone."""
        return self._makes.stones.across_mm

    # At once, without a hand.

    def fill(self, rows: Sequence[Sequence[str | None]]) -> None:
        """Put gems into the holes, one label a hole from the red field on; None: an empty one."""
        with self._world.lock:
            board = self._laid()
            for row, labels in enumerate(rows):
                for column, label in enumerate(labels):
                    if label is not None:
                        gem = gem_in_hole(
                            self._world.rng, board, self._makes.gems, label, GridCell(column, row)
                        )
                        self._put("gem", label, gem)

    def put_pawn(self, colour: tuple[int, int, int], row: int) -> int:
        """Place a new pawn on a row's red field; return its id."""
        with self._world.lock:
            thing = self._new("pawn", "pawn", colour)
            thing.level_mm = self._laid().thick_mm
            thing.lie(self._world.clock.now(), self._standing(thing, row))
            return thing.id

    def give(self, labels: Sequence[str], owner: int) -> None:
        """Lay gems before a player (counted from 0)."""
        with self._world.lock:
            for label in labels:
                place = self._before(owner, self._count_owned(owner))
                self._put(
                    "gem", label, loose_gem(self._world.rng, self._makes.gems, label, place), owner
                )

    def clear(self) -> None:
        """Put everything away."""
        with self._world.lock:
            self._things.clear()
            self.puzzle.clear()

    # By hand.

    def take(self, gems: Sequence[int], owner: int) -> None:
        """Take gems, and lay them before a player, with one visit."""
        with self._world.lock:
            first = self._count_owned(owner)
            visits = []
            for number, gem in enumerate(gems):
                thing = self._things.known(gem)
                if thing.kind != "gem":
                    raise LookupError(f"the token with the number {gem} is no gem")
                place = self._before(owner, first + number)
                thing.owner = owner
                visits.append((thing, TablePose(place, float(self._world.rng.uniform(0, 360)))))
                thing.level_mm = 0.0
            self._world.hands.carry(visits)

    def move(self, token: int, to_mm: PointMm) -> None:
        """Take a token or pawn up and set it down there: a gem in the hole, a pawn on the field."""
        self.carry([(token, to_mm)])

    def carry(self, moves: Sequence[tuple[int, PointMm]]) -> None:
        """Take tokens and pawns up and set them down there, with one visit, as ``move`` does."""
        with self._world.lock:
            things = [self._things.known(token) for token, _ in moves]
            places = [self._set_down(thing, to) for thing, (_, to) in zip(things, moves, strict=True)]
            self._world.hands.carry(list(zip(things, places, strict=True)))

    def _set_down(self, thing: _Token, to_mm: PointMm) -> TablePose:
        row = self.board.row_at(to_mm) if self.board is not None else None
        cell = self.board.cell_at(to_mm) if self.board is not None else None
        angle = float(self._world.rng.uniform(0, 360))
        thing.level_mm = self._height_at(to_mm)
        if thing.kind == "pawn" and row is not None:
            return self._standing(thing, row)
        if thing.kind == "gem" and cell is not None and self.board is not None:
            thing.owner = None
            thing.level_mm = floor_mm(self.board)
            return TablePose(self.board.place_mm(*cell), angle)
        return TablePose(to_mm, angle)

    def push(self, token: int, way_mm: PointMm, turn_deg: float) -> bool:
        """Push a loose token with a sleeve; if there is no room, do nothing and return False."""
        with self._world.lock:
            thing = self._things.known(token)
            at = thing.lying()
            to = PointMm(at.centre_mm.x + way_mm.x, at.centre_mm.y + way_mm.y)
            place = TablePose(to, at.angle_deg + turn_deg)
            others = [other for other in self._lying() if other.centre_mm != at.centre_mm]
            if any(dist(to, other.centre_mm) < self.across_mm for other in others):
                return False
            if self._height_at(to) > 0.0 or not self._is_in_picture(place):
                return False
            self._world.hands.brush([(thing, place)])
            return True

    def set_pawn(self, pawn: int, row: int) -> None:
        """Take a pawn and set it down on a row's red field."""
        with self._world.lock:
            thing = self._things.known(pawn)
            self._world.hands.carry([(thing, self._standing(thing, row))])

    def carry_off(self, tokens: Sequence[int]) -> None:
        """Take tokens off the table, with one visit."""
        with self._world.lock:
            things = [self._things.known(token) for token in tokens]
            if things:
                self._world.hands.pick_up(things)

    def throw(self, faces: Sequence[str], around_mm: PointMm) -> tuple[int, ...]:
        """Throw stones that come to lie around a place with these faces up; return their ids.

        Raises ``NoRoom``.
        """
        with self._world.lock:
            make, others = self._makes.stones, self._lying()
            places = strewn(
                self._world.rng, len(faces), around_mm, others, make.across_mm, self._is_in_picture
            )
            if places is None:
                raise NoRoom(f"no room to throw {len(faces)} stones", hint="Take some away first.")
            things = [self._new("stone", face) for face in faces]
            self._world.hands.throw(things, places, faces)
            return tuple(thing.id for thing in things)

    def throw_onto(self, face: str, stone: int) -> int:
        """Throw one stone that comes to rest on top of another, flat; return its id."""
        with self._world.lock:
            below = self._things.known(stone).lying()
            turn = float(self._world.rng.uniform(0, 360))
            place = TablePose(below.centre_mm, turn, self._makes.stones.thick_mm)
            thing = self._new("stone", face)
            self._world.hands.throw([thing], [place], [face])
            return thing.id

    def lay_puzzle(self, puzzle: PuzzleToLay, *, filled: bool) -> tuple[int, ...]:
        """Lay a puzzle over the middle: of the board, or of the picture. Returns its pieces."""
        board = self.board
        middle = self.at_mm((0.5, 0.5)) if board is None else board.centre_mm
        return self.puzzle.lay(puzzle, middle, filled=filled)

    # What is there.

    def things(self, now: float) -> ThingsNow:
        """Return what the camera sees at that time; earlier removed things are forgotten."""
        with self._world.lock:
            self._things.forget_before(now)
            gems, stones, pawns = [], [], []
            for thing, pose in self._things.seen(now):
                if thing.kind == "gem":
                    gems.append(self._gem(thing, pose))
                elif thing.kind == "stone":
                    stones.append(_stone(self._makes.stones, pose))
                else:
                    pawns.append(self._pawn(thing, pose))
            sheets, blocks = self.puzzle.seen(now)
            return ThingsNow((), tuple(pawns), (), tuple(gems), tuple(stones), sheets, blocks)

    def truth(self, now: float | None = None) -> tuple[TableToken, ...]:
        """Return what really lies and stands there at that time (default: now)."""
        with self._world.lock:
            at = self._world.clock.now() if now is None else now
            return tuple(self._true(thing, pose, at) for thing, pose in self._things.seen(at))

    def is_stone(self, token: int) -> bool:
        """Tell whether that token is a stone."""
        return self._things.known(token).kind == "stone"

    def in_row(self, row: int) -> tuple[int, ...]:
        """Return a row's gems when everything is still, the nearest to its red field first."""
        truth = self.truth(self._world.hands.busy_until)
        found = [(t.cell.column, t.id) for t in truth if t.cell is not None and t.cell.row == row]
        return tuple(number for _, number in sorted(found))

    def at_mm(self, where: tuple[float, float]) -> PointMm:
        """Return the table point seen at a place in the picture (fractions 0…1)."""
        return self._world.projection().at_fraction(where, self._height_at(None))

    def is_free(self, at_mm: PointMm, room_mm: float) -> bool:
        """Tell whether a thing of this size has room there, beside the board and all tokens."""
        if self.board is not None:
            x, y = at_mm.x - self.board.centre_mm.x, at_mm.y - self.board.centre_mm.y
            width, height = self.board.make.size_mm
            if abs(x) < width / 2 + room_mm and abs(y) < height / 2 + room_mm:
                return False
        return all(dist(at_mm, lying.centre_mm) > room_mm + 9.0 for lying in self._lying())

    def _gem(self, thing: _Token, pose: DiePose) -> Gem:
        height = thing.level_mm + pose.height_mm
        return Gem(
            self._makes.gems,
            thing.face,
            pose.centre_mm,
            pose.angle_deg,
            height,
            thing.lean_deg,
            thing.leans_to_deg,
        )

    def _pawn(self, thing: _Token, pose: DiePose) -> Pawn:
        height = thing.level_mm + pose.height_mm
        return Pawn("pawn", thing.colour, pose.centre_mm, height, _PAWN_TALL_MM)

    def _true(self, thing: _Token, pose: DiePose, now: float) -> TableToken:
        projection = self._world.projection()
        height, size = thing.level_mm + pose.height_mm, self._makes.stones.across_mm
        if thing.kind == "gem":
            gem = self._gem(thing, pose)
            height, size = height + tall_mm(gem) / 2, gem_style(gem.make.style, gem.make.seed).across_mm
        elif thing.kind == "pawn":
            height, size = height + _PAWN_TALL_MM / 2, _PAWN_TALL_MM * 0.6
        scale = projection.px_per_mm(np.array([*pose.centre_mm, -height]))
        board = self.board
        return TableToken(
            thing.id,
            thing.kind,
            pose.face,
            thing.colour,
            board.cell_at(pose.centre_mm) if board is not None and thing.kind == "gem" else None,
            board.row_at(pose.centre_mm) if board is not None and thing.kind == "pawn" else None,
            thing.owner,
            pose.centre_mm,
            projection.fractions([pose.centre_mm], height)[0],
            size * scale / projection.size_wh[0],
            now >= thing.ends,
        )

    def _laid(self) -> LaidGemBoard:
        if self.board is None:
            raise LookupError("no gem board lies on this table")
        return self.board

    def _new(self, kind: Kind, label: str, colour: tuple[int, int, int] = (0, 0, 0)) -> _Token:
        thing = _Token(self._next_id, label, kind=kind, colour=colour)
        self._next_id += 1
        self._things[thing.id] = thing
        return thing

    def _put(self, kind: Kind, label: str, gem: Gem, owner: int | None = None) -> None:
        thing = self._new(kind, label)
        thing.level_mm, thing.owner = gem.height_mm, owner
        thing.lean_deg, thing.leans_to_deg = gem.lean_deg, gem.leans_to_deg
        thing.lie(self._world.clock.now(), TablePose(gem.centre_mm, gem.angle_deg))

    def _standing(self, thing: _Token, row: int) -> TablePose:
        """Return a pawn's place: each has its own corner of the field."""
        pawns = sorted(other.id for other in self._things.values() if other.kind == "pawn")
        number = pawns.index(thing.id) % _ON_A_FIELD
        pawn = pawn_at(self._world.rng, self._laid(), thing.colour, row, number)
        return TablePose(pawn.centre_mm, 0.0)

    def _count_owned(self, owner: int) -> int:
        return sum(1 for thing in self._things.values() if thing.owner == owner)

    def _before(self, owner: int, number: int) -> PointMm:
        """Return the place of a player's nth gem: in rows above or below the board."""
        board = self._laid()
        width, height = board.make.size_mm
        step = gem_style(self._makes.gems.style, self._makes.gems.seed).across_mm * _ROOM_MM
        side = 1 if owner < 2 else -1
        left = -width / 2 + 6.0 if owner % 2 == 0 else width / 2 - 6.0 - (_ROW_OF - 1) * step
        x = left + (number % _ROW_OF) * step
        y = side * (height / 2 + _BESIDE_MM + (number // _ROW_OF) * step)
        slip_x, slip_y = self._world.rng.normal(0, _SLIP_MM * self._slip, 2)
        return PointMm(board.centre_mm.x + x + float(slip_x), board.centre_mm.y + y + float(slip_y))

    def _height_at(self, at_mm: PointMm | None) -> float:
        if self.board is None:
            return 0.0
        return self.board.thick_mm if at_mm is None or not self.is_free(at_mm, 0.0) else 0.0

    def _lying(self) -> list[TablePose]:
        return [thing.lying() for thing in self._things.lying() if thing.kind != "pawn"]

    def _is_in_picture(self, place: TablePose) -> bool:
        projection = self._world.projection()
        seen = projection.table_to_picture([place.centre_mm], 0.0)[0] / np.array(projection.size_wh)
        return bool((seen > _EDGE).all() and (seen < 1 - _EDGE).all())


_EDGE = 0.07
_PAWN_TALL_MM = 22.0


def _stone(make: StoneMake, pose: DiePose) -> Stone:
    """Return a stone as it lies or flies: in the air it turns over and over."""
    rolled = float(np.linalg.norm(pose.tumble_deg))
    over = int(rolled // _TURNED_OVER_DEG) % 2 == 1
    face = "back" if over and pose.face != "back" else pose.face
    return Stone(make, face, pose.centre_mm, pose.angle_deg, max(0.0, pose.height_mm))
