"""A player for a missing person: solves in a person's time and takes what helps its colours."""

from math import log
from random import Random

from companion.games.game import Seat
from companion.games.ubongo.components import ROWS, Colour, Row
from companion.games.ubongo.moves import Call, Move, Take
from companion.games.ubongo.refusals import why_not
from companion.games.ubongo.rounds import GEMS_OF_A_TAKE, after
from companion.games.ubongo.state import State

MEDIAN_S = 32.0
SPREAD = 0.5


def solving_seconds(rng: Random) -> float:
    """Return how long a puzzle takes: half of them are solved within ``MEDIAN_S``, a few take very
    long."""
    return rng.lognormvariate(log(MEDIAN_S), SPREAD)


def best_row(state: State, seat: Seat) -> Row:
    """Return the row where a caller's take is worth most; among equal ones the nearest.

    Gems that remain within reach for the next round count half: others may take them first.
    """

    def worth(row: Row) -> tuple[float, int]:
        taken = after(state, Take(seat, row))
        gems = taken.won[seat - 1]
        chances = [
            _worth(gems + taken.gems[near][:GEMS_OF_A_TAKE]) for near in ROWS if abs(near - row) <= 2
        ]
        return _worth(gems) + max(chances), -abs(row - state.pawn(seat))

    return max(state.rows_in_reach(seat), key=worth)


def _worth(gems: tuple[Colour, ...]) -> int:
    """Return the sum of the cubes of the counts: one large colour is worth more than several small ones.

    Cubes won more games than squares, or than comparing counts as the ranking does.
    """
    return sum(gems.count(colour) ** 3 for colour in set(gems))


class UbongoBot:
    """Calls if the puzzle can be solved before the sand runs out, then takes at once."""

    def choose(self, state: State, seat: Seat, rng: Random) -> Move | None:
        """Return a call or a take; None if there is nothing to do, or the puzzle is not solved."""
        if why_not(state, Call(seat)) is None:
            return Call(seat) if solving_seconds(rng) <= state.seconds[seat - 1] else None
        if why_not(state, Take(seat, state.pawn(seat))) is None:
            return Take(seat, best_row(state, seat))
        return None


BOT = UbongoBot()
