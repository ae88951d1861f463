"""A player of Yacht: it maximises the expected points, as ``odds`` gives them."""

from random import Random

from companion.games.game import Seat
from companion.games.yacht.moves import Move, Score
from companion.games.yacht.odds import Keeping, advice
from companion.games.yacht.rules import throw_again
from companion.games.yacht.state import State


class Player:
    """The bot; it keeps nothing between moves."""

    def choose(self, state: State, seat: Seat, rng: Random) -> Move | None:
        """Return its next move; None before the first throw. Dice thrown again fall as ``rng`` decides.

        With real dice, ``keep`` and ``box`` say what it would do.
        """
        if state.seat != seat or not state.options:
            return None
        kept = keep(state, seat)
        return Score(seat, box(state, seat)) if kept is None else throw_again(state, kept, rng)


def keep(state: State, seat: Seat) -> tuple[str, ...] | None:
    """Return the dice that the seat keeps while it throws the others; None if it scores now.

    Before the first throw of a turn it keeps none.
    """
    _its_turn(state, seat)
    found = advice(state)
    if found is None:
        return ()
    return found.best.kept if isinstance(found.best, Keeping) else None


def box(state: State, seat: Seat) -> str:
    """Return the box that the seat fills if it scores the dice that lie there."""
    _its_turn(state, seat)
    found = advice(state)
    if found is None:
        raise ValueError(f"seat {seat} has thrown nothing yet that it could score")
    return found.boxes[0].box


def _its_turn(state: State, seat: Seat) -> None:
    if state.seat != seat or state.outcome is not None:
        raise ValueError(f"seat {seat} has nothing to decide: it is not its turn")


BOT = Player()
