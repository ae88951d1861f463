"""Players made of code: for the demo, for tests, and for a missing person."""

from random import Random
from typing import Any, Protocol, TypeVar

from companion.games.game import Game, Move, Seat

StateT = TypeVar("StateT", contravariant=True)
MoveT = TypeVar("MoveT", covariant=True)


class Bot(Protocol[StateT, MoveT]):
    """Plays one game from any seat. Each game's ``bot`` module has one as ``BOT``."""

    def choose(self, state: StateT, seat: Seat, rng: Random) -> MoveT | None:
        """Return a legal move of ``seat``; None leaves it to luck (it throws) or to the others.

        It may look only at what ``seat`` may know. The same ``rng`` gives the same move.
        """


def next_move(
    game: Game[Any, Any], bot: Bot[Any, Any], state: Any, seats: int, rng: Random
) -> Move | None:
    """Return what happens next when bots hold all ``seats`` places; None when nothing can.

    The seat to move is asked; if nobody in particular is awaited, every seat is, in no fixed order; if
    none wants anything, luck decides.
    """
    awaited = game.to_move(state)
    everyone = [Seat(number) for number in range(1, seats + 1)]
    for seat in [awaited] if awaited is not None else rng.sample(everyone, seats):
        move: Move | None = bot.choose(state, seat, rng)
        if move is not None:
            return move
    return game.chance(state, rng)
