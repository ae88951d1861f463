"""A player of plain dice: it throws."""

from random import Random

from companion.games.game import Seat
from companion.games.plain_dice.rules import State, Throw


class Thrower:
    """Leaves everything to luck."""

    def choose(self, state: State, seat: Seat, rng: Random) -> Throw | None:  # noqa: ARG002
        """Throw."""
        return None


BOT = Thrower()
