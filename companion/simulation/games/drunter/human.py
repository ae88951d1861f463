"""People who play Drunter und Drüber as people do: a tile the wrong way round, two at once, a sleeve, a
forgotten gang. The evening learns what they meant; the table has to find out by looking.
"""

from collections.abc import Iterator
from math import hypot

from companion.games.drunter.pieces import STEPS, Square
from companion.games.drunter.state import State
from companion.games.drunter.town import LaidTile
from companion.games.drunter.turns import legal_lays, squares_of, to_move
from companion.simulation.disturbances import Disturbances
from companion.simulation.evening import Evening
from companion.simulation.games.drunter.pieces import cell_of
from companion.simulation.games.drunter.player import Player
from companion.simulation.games.drunter.tabletop import Tabletop, turn_round
from companion.simulation.habits import Luck, Mishap
from vision.readings.places import PointMm
from vision.workshop.simulation.table import SimulatedTable

_BRUSHED_MM, _BRUSHED_DEG = 3.0, 4.0
_PUSHED_MM, _PUSHED_DEG = (12.0, 24.0), 25.0
_CUP_NEEDS_MM = 80.0
_LATE_S = (0.5, 4.0)


class HumanPlayer(Player):
    """Plays as the bot decides, with hands that have these habits."""

    def __init__(self, simulated: SimulatedTable, luck: Luck) -> None:
        super().__init__(simulated, luck.rng)
        self._simulated = simulated
        self._luck = luck
        self._around = BoardDisturbances(simulated, luck, self.top)

    def put_down(self, evening: Evening, tile: LaidTile) -> None:
        """Lay a tile where it belongs, perhaps after second thoughts."""
        self._around.make_room(tile)
        first = self._laid_first(evening.state, tile)
        if first is not None:
            self.top.lay(first)
            self._look(evening)
            self.top.shift(first, tile)
        elif (other := self._second(evening.state, tile)) is not None:
            self.top.lay(tile, other)
            self._look(evening)
            self.top.take(other)
        else:
            self.top.lay(tile)
        self._push_one(evening)
        self._around.happen()

    def move_gangs(self, evening: Evening) -> None:
        """Move the gangs, or leave that to the next player who lays."""
        if not self._luck.has(Mishap.LATE_PAWN):
            super().move_gangs(evening)

    def is_quick(self) -> bool:
        """Tell whether the gang is moved at once, before the table has read the tile."""
        return self._luck.has(Mishap.AT_ONCE)

    def take_back(self, evening: Evening, tile: LaidTile) -> None:
        """Take a refused tile away, sooner or later."""
        if self._luck.has(Mishap.LATE_AWAY):
            self._simulated.wait(self._luck.rng.uniform(*_LATE_S))
            self._look(evening)
        super().take_back(evening, tile)

    def _laid_first(self, state: State, tile: LaidTile) -> LaidTile | None:
        """Return a place where the tile is first laid by mistake: never one that would be another legal
        lay."""
        wrong = None
        if len(tile.squares) > 1 and self._luck.has(Mishap.WRONG_TURN):
            wrong = turn_round(tile)
        elif self._luck.has(Mishap.WRONG_PLACE):
            free = [other for other in _beside(tile) if self._is_free(state, other)]
            wrong = self._luck.rng.choice(free) if free else None
        return wrong if wrong is not None and not _is_legal(state, wrong) else None

    def _second(self, state: State, tile: LaidTile) -> LaidTile | None:
        """Return a tile of the same hand that is laid along with the right one by mistake."""
        if not self._luck.has(Mishap.TWO_AT_ONCE):
            return None
        seat = to_move(state)
        assert seat is not None
        tiles = [LaidTile(lay.kind, squares_of(state, lay)) for lay in legal_lays(state, seat)]
        apart = [other for other in tiles if not set(other.squares) & set(tile.squares)]
        return self._luck.rng.choice(apart) if apart else None

    def _push_one(self, evening: Evening) -> None:
        """Push some tile off its squares, and put it back after a while."""
        rng = self._luck.rng
        if self.top.tiles and self._luck.has(Mishap.PUSHED):
            tile = rng.choice(list(self.top.tiles))
            far = rng.uniform(*_PUSHED_MM)
            way = rng.choice([(far, 0.0), (-far, 0.0), (0.0, far), (0.0, -far)])
            self.top.push(tile, PointMm(*way), self._luck.turn(_PUSHED_DEG))
            self._look(evening)
            self.top.straighten(tile)

    def _is_free(self, state: State, tile: LaidTile) -> bool:
        board, starts = state.town.board, {gang.square for gang in state.town.board.starts}
        inside = all(
            0 <= square.column < board.columns and 0 <= square.row < board.rows
            for square in tile.squares
        )
        return inside and not {*state.town.covered, *starts} & set(tile.squares)

    def _look(self, evening: Evening) -> None:
        self._around.happen()
        evening.look(building=True)


class BoardDisturbances(Disturbances):
    """Events around a board: cups at its edge, sleeves that brush a tile."""

    def __init__(self, simulated: SimulatedTable, luck: Luck, top: Tabletop) -> None:
        super().__init__(simulated, luck)
        self._top = top

    @property
    def cups_at(self) -> list[PointMm]:
        """The places beside the board where cups are set down, half on it."""
        board = self._top.board.laid
        columns, rows = board.make.grid
        middle = (rows - 1) / 2
        return [board.place_mm(-1.2, middle), board.place_mm(columns + 0.2, middle)]

    def make_room(self, tile: LaidTile) -> None:
        """Remove a cup from where a tile is to be laid."""
        places = [self._top.board.laid.place_mm(*cell_of(square)) for square in tile.squares]
        for cup in self.cups:
            if any(hypot(cup.x - place.x, cup.y - place.y) < _CUP_NEEDS_MM for place in places):
                self.take_cup()

    def brush(self) -> None:
        """Let a sleeve push a tile a little."""
        if self._top.tiles:
            way, turn = self._luck.way(_BRUSHED_MM), self._luck.turn(_BRUSHED_DEG)
            self._top.push(self._luck.rng.choice(list(self._top.tiles)), way, turn)

    def places(self) -> list[PointMm]:
        """Return where tiles lie and gangs stand."""
        return self._top.places_mm()


def _beside(tile: LaidTile) -> Iterator[LaidTile]:
    """Yield the tile one square off, on every side."""
    for step in STEPS.values():
        moved = (Square(at.column + step.column, at.row + step.row) for at in tile.squares)
        yield LaidTile(tile.kind, tuple(moved))


def _is_legal(state: State, tile: LaidTile) -> bool:
    """Tell whether the tile lying there may be a lay of the player to move; a single may lie either way
    round."""
    seat = to_move(state)
    assert seat is not None
    lays = (LaidTile(lay.kind, squares_of(state, lay)) for lay in legal_lays(state, seat))
    return tile in lays
