"""A player of Gruftmeister at a table: everything by tap as the bot decides, except fights, with real
stones."""

from collections.abc import Sequence
from random import Random
from typing import Final

from companion.games.gruftmeister.fighting.fights import stones_thrown
from companion.games.gruftmeister.moves import BACK, LOGO, MONSTER, CryptMove, Throw
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import Fighting, State
from companion.simulation.evening import Evening
from companion.simulation.evening import Player as AnyPlayer
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import SimulatedTokens, TableToken

THROWN_AT: Final = (0.5, 0.5)
"""About where stones come to lie, in fractions of the picture."""


class Player(AnyPlayer):
    """Plays turns as the bot decides them; stones are thrown, picked up and thrown again."""

    def __init__(self, simulated: SimulatedTable, rng: Random) -> None:
        self._simulated = simulated
        self._rng = rng

    def lay(self, state: State) -> None:  # noqa: ARG002 - stones of a fight broken off are in the hand
        """Clear the table."""
        self.tokens.clear()

    def turn(self, evening: Evening) -> None:
        """Play one seat's turn."""
        seat = GAME.to_move(evening.state)
        while not evening.is_over and GAME.to_move(evening.state) == seat:
            self._move(evening)
        evening.check("turn")

    def _move(self, evening: Evening) -> None:
        """Do what the bot decides, or else the next random event."""
        state: State = evening.state
        seat = GAME.to_move(state)
        assert seat is not None
        move: CryptMove | None = evening.bot.choose(state, seat, evening.rng)
        if move is None and isinstance(state.waiting, Fighting):
            self._throw(evening, state)
            return
        move = move or GAME.chance(state, evening.rng)
        assert move is not None
        evening.tap(move)

    def _throw(self, evening: Evening, state: State) -> None:
        """Throw the stones of the fight, and pick them up once the table has read them."""
        self.before_a_throw(evening)
        monster = self._rng.choice((MONSTER, LOGO))
        carried = (self._rng.choice((thing, BACK)) for thing in stones_thrown(state))
        faces = (monster, *carried)
        self.fall(evening, faces)
        evening.play(Throw(state.turn.seat, tuple(sorted(faces))))
        self.seen(evening)
        self.pick_up(evening)

    def before_a_throw(self, evening: Evening) -> None:
        """Show the bare table: none of the next throw's stones lay there before."""
        evening.look()

    def fall(self, evening: Evening, faces: Sequence[str]) -> None:  # noqa: ARG002 - others look between
        """Throw stones, these faces up."""
        self.tokens.throw(faces, self.tokens.at_mm(THROWN_AT))

    def seen(self, evening: Evening) -> None:
        """Let the table see what was thrown."""
        evening.look()
        evening.check("throw")

    def pick_up(self, evening: Evening) -> None:  # noqa: ARG002 - others look between
        """Take all stones up."""
        self.tokens.carry_off([each.id for each in self.lying()])

    def lying(self) -> tuple[TableToken, ...]:
        """Return the stones as they will lie when everything is still."""
        return self.tokens.truth(self._simulated.busy_until)

    @property
    def tokens(self) -> SimulatedTokens:
        """The stones. Raises ``LookupError`` if the game uses none."""
        return self._simulated.need_tokens()
