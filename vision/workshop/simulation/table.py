"""The simulated table: dice are thrown, placed and lifted there, and hands pass through its picture.

It replaces the real table: the camera looks at it, players' hands (bots, the simulator page) move things
on it, and only a test or the last line of a demo may ask for the ``truth``.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import degrees, inf

import numpy as np

from vision.clock import Clock
from vision.errors import NoRoom
from vision.frame import ImageBgr
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.boards.play import SimulatedBoard
from vision.workshop.simulation.boards.scenery import BoardKit
from vision.workshop.simulation.dice.city_grid import USUAL_GAP_MM, CityGrid, slipped
from vision.workshop.simulation.dice.layouts import TablePose
from vision.workshop.simulation.dice.placing import (
    is_free,
    nearest_free,
    push_free,
    push_together,
    snapped,
    strewn,
)
from vision.workshop.simulation.dice.styles import DieStyle
from vision.workshop.simulation.dice.things import CityDie, TableDie
from vision.workshop.simulation.ground import Ground
from vision.workshop.simulation.handling import ARM_MM, Handled, HandsAtWork, Lot, SharedWorld
from vision.workshop.simulation.motion import DiePose
from vision.workshop.simulation.optics.solids import solid
from vision.workshop.simulation.scene import Hand, Prop, SceneDie
from vision.workshop.simulation.stage import (
    CARCASSONNE_DICE,
    MOVING_SHRINK,
    Stage,
    house_board,
    house_scene,
    house_tokens,
)
from vision.workshop.simulation.surroundings.surfaces import KINDS as SURFACES
from vision.workshop.simulation.things import NOTHING, Board, ThingsNow
from vision.workshop.simulation.tokens.play import SimulatedTokens, TokenKit

SIZE_WH = (1280, 960)
SIDE_MM = 16.0
_ROUND_BOARD_MM = 560.0
"""Distance from an arm's origin to a board, out of its picture."""
_NEXT_S = 0.02
_Seen = tuple[tuple[SceneDie, ...], tuple[Hand, ...], ThingsNow]
_CITY_AT, _THROWS_AT, _BELOW_BOARD = (0.33, 0.5), (0.68, 0.5), (0.5, 0.9)
_MOST_TURN_DEG = 12.0


class SimulatedTable:
    """Dice of one make on a table with a mat, seen by one camera.

    ``slip`` is how carelessly hands build: 1 means up to 1 mm and 5 degrees off; ``gap_mm``: the gap
    they leave between touching dice. Moving things are drawn smaller by ``moving_shrink``. All luck
    comes from ``seed``. Methods may be called from any thread; hands fulfil requests one after the
    other, in the table's time: ``busy_until`` says when all are done.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        style: DieStyle = CARCASSONNE_DICE,
        seed: int = 0,
        surface: str = "wood_pale",
        mat: bool = True,
        size_wh: tuple[int, int] = SIZE_WH,
        slip: float = 1.0,
        gap_mm: float = USUAL_GAP_MM,
        moving_shrink: int = MOVING_SHRINK,
    ) -> None:
        _check_surface(surface)
        self.style = style
        self.size_wh = size_wh
        self._clock = clock
        self._slip = slip
        self._gap_mm = gap_mm
        self._rng = np.random.default_rng([seed, 16])
        self._scene = house_scene(surface, mat=mat)
        self._stage = Stage(self._scene, size_wh, seed, moving_shrink=moving_shrink)
        self._ground = Ground(self._stage, self._scene, size_wh, SIDE_MM)
        self._hands = HandsAtWork(clock, self._rng, SIDE_MM)
        self._dice = Lot[Handled]()
        self._grid: CityGrid | None = None
        self._board: SimulatedBoard | None = None
        self._tokens: SimulatedTokens | None = None
        self._lock = threading.RLock()

    @property
    def surfaces(self) -> tuple[str, ...]:
        """The possible coverings of the table."""
        return SURFACES

    @property
    def surface(self) -> str:
        """The thing that covers the table."""
        return self._stage.surface

    @property
    def lamps(self) -> int:
        """How many lamps light it."""
        return self._stage.lamps

    @property
    def board(self) -> SimulatedBoard | None:
        """The board in use; None if only dice are thrown."""
        return self._board

    def need_board(self) -> SimulatedBoard:
        """Return the board in use. Raises ``LookupError`` if there is none."""
        if self._board is None:
            raise LookupError("no board lies on this table")
        return self._board

    def lay_board(self, kit: BoardKit, set_name: str) -> SimulatedBoard:
        """Put all dice away, lay the board that this set reads, and stand the camera over it."""
        laid, slabs = house_board(kit, set_name)
        with self._lock:
            self._dice.clear()
            self._set_out(laid, _ROUND_BOARD_MM)
            self._board = SimulatedBoard(kit, laid, slabs, self._world(), self._slip)
            return self._board

    def put_away(self) -> None:
        """Put a board or tokens away, and play with dice again."""
        with self._lock:
            if self._board is not None or self._tokens is not None:
                self._set_out(None, ARM_MM)

    def _set_out(self, board: Board | None, away_mm: float) -> None:
        """Lay this board alone, bare; hands come from that far away."""
        self._board = self._tokens = None
        self._stage.lay(board)
        self._hands.sit_round(away_mm, -inf if board is None else board.centre_mm.y)

    @property
    def tokens(self) -> SimulatedTokens | None:
        """The tokens in use; None if there are none."""
        return self._tokens

    def need_tokens(self) -> SimulatedTokens:
        """Return the tokens in use. Raises ``LookupError`` if there are none."""
        if self._tokens is None:
            raise LookupError("no tokens are played with at this table")
        return self._tokens

    def lay_tokens(self, kit: TokenKit) -> SimulatedTokens:
        """Remove all dice and any board, and lay out these tokens; a gem board is laid bare."""
        makes = house_tokens(kit)
        with self._lock:
            self._dice.clear()
            self._set_out(makes.board, ARM_MM)
            self._tokens = SimulatedTokens(kit, makes, self._world(), self._slip)
            return self._tokens

    def _world(self) -> SharedWorld:
        # Computed each time: the camera may be pushed.
        return SharedWorld(
            self._clock, self._hands, self._rng, self._lock, lambda: self._stage.projection
        )

    @property
    def now(self) -> float:
        """The table's time, in seconds."""
        return self._clock.now()

    @property
    def busy_until(self) -> float:
        """When all requests so far will have been fulfilled and everything lies still."""
        with self._lock:
            return self._hands.busy_until

    @property
    def is_busy(self) -> bool:
        """Whether some request is still being fulfilled."""
        return self.busy_until > self._clock.now()

    def throw(
        self,
        dice: Iterable[int] | None = None,
        *,
        count: int = 0,
        around: tuple[float, float] | None = None,
    ) -> tuple[int, ...]:
        """Throw these dice, or ``count`` that do not lie on the table; return their ids.

        They come to lie ``around`` a place in the picture (fractions 0…1); by default, beside a board of
        gems if there is one. Dice that lie on the table are picked up first. Raises ``NoRoom``,
        ``LookupError``.
        """
        with self._lock:
            if around is None:
                has_board = self._tokens is not None and self._tokens.board is not None
                around = _BELOW_BOARD if has_board else _THROWS_AT
            thrown = self._in_hand(count) if dice is None else [self._known(die) for die in dice]
            around_mm = self._at(around, jitter_mm=SIDE_MM)
            places = strewn(
                self._rng, len(thrown), around_mm, self._lying(without=thrown), SIDE_MM, self._is_clear
            )
            if places is None:
                raise NoRoom(f"no room to throw {len(thrown)} dice", hint="Clear the table first.")
            faces = [str(self.style.faces[self._rng.integers(6)]) for _ in thrown]
            self._hands.throw(thrown, places, faces)
            return tuple(die.id for die in thrown)

    def throw_onto(self, die: int) -> int:
        """Throw one die that comes to rest on top of another, flat; return its id. Raises
        LookupError."""
        with self._lock:
            below = self._known(die).lying()
            thrown = self._in_hand(1)
            turn = float(self._rng.uniform(0, 360))
            place = TablePose(below.centre_mm, turn, SIDE_MM)
            self._hands.throw(thrown, [place], [str(self.style.faces[self._rng.integers(6)])])
            return thrown[0].id

    def put(
        self, face: str, centre_mm: PointMm, angle_deg: float, *, throw: int = 0, is_laid: bool = True
    ) -> int:
        """Place a new die there at once, with that face up, without a hand; return its id.

        ``throw``: the number of its last throw; ``is_laid``: a hand has moved it since.
        """
        with self._lock:
            die = self._new(face)
            die.throw, die.is_laid = throw, is_laid
            self._hands.throws = max(self._hands.throws, throw)
            die.lie(self._clock.now(), TablePose(centre_mm, angle_deg))
            return die.id

    def place(self, die: int, centre_mm: PointMm, angle_deg: float) -> None:
        """Lay a die there by hand, or as near as there is room. Raises ``NoRoom``, ``LookupError``."""
        with self._lock:
            moved = self._known(die)
            others = self._lying(without=[moved])
            place = nearest_free(TablePose(centre_mm, angle_deg), others, SIDE_MM, self._is_inside)
            if place is None:
                raise NoRoom(f"no room for die {die} there", hint="Lay it inside the picture.")
            moved.is_built = False
            self._hands.carry([(moved, place)])

    def drag(self, die: int, to: tuple[float, float], turn_deg: float, *, snap: bool) -> None:
        """Move a die to a place in the picture (fractions 0…1), turned by this angle.

        ``snap`` aligns it with a neighbour in reach. Raises ``NoRoom``, ``LookupError``.
        """
        with self._lock:
            moved = self._known(die)
            rest = moved.rest()
            angle = (rest.angle_deg if rest is not None else 0.0) + turn_deg
            place = TablePose(self._at(to, height_mm=SIDE_MM), angle)
            others = self._lying(without=[moved])
            beside = snapped(place, others, SIDE_MM, self._is_inside) if snap else None
            place = beside or place
            self.place(die, place.centre_mm, place.angle_deg)

    def build(self, layings: Sequence[CityDie]) -> None:
        """Build dice into the city with one visit of a hand, as exactly as hands do.

        The first die founds a city at a place with room around it; cells count from there. Loose dice in
        the way are pushed aside. Raises ``NoRoom``, ``LookupError``.
        """
        with self._lock:
            chosen = [self._known(laying.die) for laying in layings]
            grid = self._city_grid(layings)
            city = [d.lying() for d in self._dice.values() if d.is_built and d not in chosen]
            visits: list[tuple[Handled, TablePose]] = []
            for die, laying in zip(chosen, layings, strict=True):
                place = slipped(self._rng, grid.place(laying.cell, laying.turns), self._slip)
                place = push_free(place, city, SIDE_MM)
                if not self._is_inside(place):
                    raise NoRoom(
                        f"cell {laying.cell} lies outside the picture", hint="Build it elsewhere."
                    )
                city.append(place)
                visits.append((die, place))
            visits = [*self._push_aside(city, chosen), *visits]
            self._hands.carry(visits)
            self._grid = grid
            for die in chosen:
                die.is_built = True

    def lift(self, dice: Iterable[int]) -> None:
        """Take dice off the table. Raises ``LookupError``."""
        with self._lock:
            self._hands.pick_up([die for die in map(self._known, dice) if die.rest() is not None])

    def clear(self) -> None:
        """Take every die off the table."""
        with self._lock:
            self.lift(list(self._dice))

    def brush(self, dice: Iterable[int], way_mm: PointMm, turn_deg: float) -> bool:
        """Push dice with a sleeve, all together and turned about their middle; built dice stay built.

        If they would be pushed into others or out of the picture, nothing is done, and False returned.
        Raises ``LookupError``.
        """
        with self._lock:
            pushed = [self._known(die) for die in dice]
            before = [die.lying() for die in pushed]
            middle = PointMm(*np.mean([die.centre_mm for die in before], axis=0).tolist())
            places = push_together(before, middle, way_mm, turn_deg)
            others = self._lying(without=pushed)
            if not all(self._is_inside(at) and is_free(at, others, SIDE_MM) for at in places):
                return False
            self._hands.brush(list(zip(pushed, places, strict=True)))
            if self._grid is not None and {d.id for d in self._dice.values() if d.is_built} <= {
                die.id for die in pushed
            }:
                (at,) = push_together([self._grid.origin], middle, way_mm, turn_deg)
                self._grid = replace(self._grid, at_mm=at.centre_mm, angle_deg=at.angle_deg)
            return True

    def rest_hand(self, tips_mm: PointMm, for_s: float) -> None:
        """Hold a hand there over the table for this long; other hands wait until it is gone."""
        with self._lock:
            self._hands.rest(tips_mm, for_s)

    def wait(self, for_s: float) -> None:
        """Let all hands do nothing for this long."""
        with self._lock:
            self._hands.wait(for_s)

    def bump(self, way_mm: PointMm, turn_deg: float) -> None:
        """Push the camera: its view shifts by this much, and turns."""
        self._stage.bump(way_mm, turn_deg)

    def light(self, lamp: int, share: float) -> None:
        """Dim a lamp to this share of its light, 0…1. Raises ``LookupError``."""
        self._stage.light(lamp, share)

    def set_down(self, *props: Prop) -> None:
        """Place exactly these things on the table."""
        self._stage.set_down(props)

    def hand(self, over: bool) -> None:
        """Hold a hand over the table, or take it away."""
        with self._lock:
            self._hands.hover(over)

    def use(self, style: DieStyle) -> None:
        """Remove all dice and use those of another make."""
        with self._lock:
            self._dice.clear()
            self.style = style

    def dress(self, surface: str) -> None:
        """Change what covers the table. Raises ``LookupError``."""
        _check_surface(surface)
        self._stage.dress(surface)

    def render(self, now: float) -> ImageBgr:
        """Return the camera's picture at that time, with its noise; a new array each time."""
        with self._lock:
            for die in self._dice.values():
                die.forget_before(now)
            seen, next_seen = self._scene_at(now), self._scene_at(now + _NEXT_S)
        return self._stage.picture(*seen, moving=self._in_view(seen) != self._in_view(next_seen))

    def _in_view(self, scene: _Seen) -> _Seen:
        """Return the visible things without the hands beyond the picture's edge."""
        dice, hands, things = scene
        return dice, tuple(filter(self._stage.shows, hands)), things

    def truth(self, now: float | None = None) -> tuple[TableDie, ...]:
        """Return what really lies on the table at that time (default: now)."""
        with self._lock:
            at = self._clock.now() if now is None else now
            return tuple(self._true(die, pose, at) for die, pose in self._dice.seen(at))

    def in_picture(self, at_mm: PointMm, height_mm: float) -> tuple[float, float]:
        """Return a table point's place in fractions 0…1 of the picture."""
        return self._stage.projection.fractions([at_mm], height_mm)[0]

    def _scene_at(self, now: float) -> _Seen:
        dice = tuple(self._scene_die(pose) for _, pose in self._dice.seen(now))
        laid = self._board or self._tokens
        return dice, self._hands.seen(now), NOTHING if laid is None else laid.things(now)

    def _scene_die(self, pose: DiePose) -> SceneDie:
        return SceneDie(
            self.style,
            pose.face,
            pose.centre_mm,
            pose.angle_deg,
            SIDE_MM,
            pose.height_mm,
            pose.tumble_deg,
        )

    def _true(self, die: Handled, pose: DiePose, now: float) -> TableDie:
        body = solid(self._scene_die(pose))
        slot = body.top_slot()
        corners = self._stage.projection.world_to_picture(body.face_corners(slot))
        up = (corners[0] + corners[1]) / 2 - corners.mean(axis=0)
        places = (corners + 0.5) / np.array(self.size_wh)
        x, y = places.mean(axis=0).tolist()
        return TableDie(
            id=die.id,
            face=self.style.faces[slot],
            centre_mm=pose.centre_mm,
            angle_deg=pose.angle_deg % 360,
            centre=(x, y),
            corners=tuple((a, b) for a, b in places.tolist()),
            picture_angle_deg=degrees(np.arctan2(up[0], -up[1])) % 360,
            at_rest=now >= die.ends,
            is_built=die.is_built,
            throw=die.throw,
            is_laid=die.is_laid,
        )

    def _known(self, die: int) -> Handled:
        if die not in self._dice:
            raise LookupError(f"there is no die {die} on this table")
        return self._dice[die]

    def _new(self, face: str) -> Handled:
        die = Handled(len(self._dice) + 1, face)
        self._dice[die.id] = die
        return die

    def _in_hand(self, count: int) -> list[Handled]:
        """Return this many dice that do not lie on the table, with new ones if there are too few."""
        dice = [die for die in self._dice.values() if die.rest() is None][:count]
        return dice + [self._new(self.style.faces[0]) for _ in range(count - len(dice))]

    def _lying(self, without: Sequence[Handled]) -> list[TablePose]:
        return [die.lying() for die in self._dice.lying() if die not in without]

    def _at(
        self, where: tuple[float, float], *, height_mm: float = 0.0, jitter_mm: float = 0.0
    ) -> PointMm:
        """Return the table point seen at a fraction of the picture."""
        spot = self._stage.projection.at_fraction(where, height_mm)
        if jitter_mm:
            spot = PointMm(*(np.array(spot) + self._rng.normal(0, jitter_mm, 2)).tolist())
        return spot

    def _city_grid(self, layings: Sequence[CityDie]) -> CityGrid:
        """Return the grid of the city that stands, or of one about to be founded."""
        if self._grid is not None and any(die.is_built for die in self._dice.values()):
            return self._grid
        turn = float(self._rng.uniform(-_MOST_TURN_DEG, _MOST_TURN_DEG)) * self._slip
        first = layings[0].cell if layings else GridCell(0, 0)
        return CityGrid(first, self._at(_CITY_AT), turn, SIDE_MM + self._gap_mm)

    def _push_aside(
        self, city: Sequence[TablePose], chosen: Sequence[Handled]
    ) -> list[tuple[Handled, TablePose]]:
        """Return the new places of loose dice that are in the city's way."""
        moved: list[tuple[Handled, TablePose]] = []
        loose = [d for d in self._dice.values() if not d.is_built and d not in chosen and d.rest()]
        for die in loose:
            here = die.lying()
            if push_free(here, city, SIDE_MM) == here:
                continue
            others = [*city, *self._lying(without=[die, *chosen]), *(place for _, place in moved)]
            free = nearest_free(here, others, SIDE_MM, self._is_inside)
            if free is None:
                raise NoRoom(f"no room for die {die.id} beside the city", hint="Lift loose dice first.")
            moved.append((die, free))
        return moved

    def _is_inside(self, place: TablePose) -> bool:
        """Tell whether a die may lie there."""
        is_free = self._tokens is None or self._tokens.is_free(place.centre_mm, SIDE_MM)
        return is_free and self._ground.has_room(place)

    def _is_clear(self, place: TablePose) -> bool:
        """Tell whether a die there would be in the picture and off the markers."""
        return self._is_inside(place) and self._ground.is_off_markers(place)


def _check_surface(surface: str) -> None:
    if surface not in SURFACES:
        raise LookupError(f"no table is covered with {surface!r}; there are {', '.join(SURFACES)}")
