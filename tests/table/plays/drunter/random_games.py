"""Random games of Drunter, as a stream of moments at which a tile is laid."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from companion.games.drunter.bot import BOT
from companion.games.drunter.moves import Lay, Move
from companion.games.drunter.pieces import Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Laying, State
from companion.games.drunter.turns import squares_of, to_move
from companion.games.game import Setup
from companion.table.hooks.position import Position
from tests.games.drunter.case import dealt
from tests.table.plays.drunter.paper_board import PaperBoard, board_of


@dataclass(frozen=True)
class Moment:
    """A lay about to be made: the state before it, and the squares it covers, start field first."""

    setup: Setup
    before: State
    lay: Lay
    squares: tuple[Square, ...]

    @property
    def position(self) -> Position[State]:
        return Position(GAME, self.setup, self.before)

    @property
    def words(self) -> dict[str, object]:
        return {"seat": self.before.name(self.lay.seat), **GAME.words(self.before, self.lay)}

    def board(self, rng: Random) -> PaperBoard:
        """Return the board with the tile laid, its gang not yet moved."""
        board = board_of(self.before)
        board.put(self.lay.kind, self.squares, rng.randrange(4))
        return board


def moments(seed: int) -> Iterator[Moment]:
    """Yield the lays of a random game: one in three."""
    for number, moment in enumerate(every_moment(seed)):
        if number % 3 == seed % 3:
            yield moment


def every_moment(seed: int) -> Iterator[Moment]:
    """Yield every lay of a random game."""
    rng = Random(seed)
    variant = "expert" if seed % 4 == 3 else "basic"
    setup = dealt(2 + seed % 3, seed, variant=variant)
    state = GAME.start(setup)
    while GAME.outcome(state) is None:
        move = _move(state, rng)
        if isinstance(move, Lay):
            yield Moment(setup, state, move, squares_of(state, move))
        state = GAME.play(state, move)


def _move(state: State, rng: Random) -> Move:
    seat = to_move(state)
    assert seat is not None
    if isinstance(state.phase, Laying) and rng.random() < 0.7:
        return rng.choice(list(GAME.legal_moves(state)))
    move = BOT.choose(state, seat, rng)
    assert move is not None
    return move
