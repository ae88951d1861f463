"""A player of Carcassonne – The Dice Game at a table: plays every move by the book, as the bot
decides."""

from collections import Counter
from typing import Protocol

from companion.games.carcassonne_dice.moves import Move, SetAside, Stop, Throw
from companion.games.carcassonne_dice.state import State
from companion.simulation.evening import Evening
from companion.table.shapes.values import JsonObject

SAME = ("scores", "kept_knights", "seat", "throw", "catapults", "knights", "points_now")
"""Keys that must agree in two views of one position; a city's cells may be counted differently."""


class MovingHands(Protocol):
    """What players' hands do on the table."""

    def lay(self, state: State) -> None:
        """Lay the dice of a turn that was broken off."""

    def throw(self, count: int) -> tuple[str, ...]:
        """Throw this many dice beside those lying there; return their faces."""

    def set_aside(self, move: SetAside) -> None:
        """Build city dice of the last throw, and push knights aside."""

    def take_catapults(self) -> None:
        """Pass the catapults on."""

    def take_loose(self) -> None:
        """Lift every die of the last throw that was not set aside."""

    def clear(self) -> None:
        """Lift all dice."""


class Player:
    """Plays turns as the bot decides them, with these hands."""

    def __init__(self, hands: MovingHands) -> None:
        self._hands = hands

    def lay(self, state: State) -> None:
        """Lay the dice of a turn that was broken off."""
        self._hands.lay(state)

    def turn(self, evening: Evening) -> None:
        """Play one seat's turn: throw, build, throw again, until it stops or the game ends."""
        seat = evening.state.seat
        while evening.state.seat == seat and not evening.is_over:
            move = self.choose(evening)
            if move is None:
                self.throw(evening)
            elif isinstance(move, SetAside):
                evening.play(move)
                self.set_aside(evening, move)
            elif isinstance(move, Stop):
                self.stop(evening, move)

    def agrees(self, true: JsonObject, seen: JsonObject) -> bool:
        """Tell whether two views describe the same position, whatever cells the city was given."""
        loose = Counter(seen["loose"]) == Counter(true["loose"])
        built, meant = (Counter(die["face"] for die in view["city"]) for view in (seen, true))
        return loose and built == meant and all(seen[key] == true[key] for key in SAME)

    def choose(self, evening: Evening) -> Move | None:
        """Decide as the bot does; None means: throw."""
        move: Move | None = evening.bot.choose(evening.state, evening.state.seat, evening.rng)
        return move

    def throw(self, evening: Evening) -> None:
        """Pick up the dice to be thrown again, and throw them."""
        state: State = evening.state
        if state.throws:
            evening.look(building=True)
            self._hands.take_loose()
            evening.look(building=True)
        evening.play(Throw(state.seat, self._hands.throw(state.dice_to_throw)))
        evening.look()
        evening.check("throw")
        self._hands.take_catapults()

    def set_aside(self, evening: Evening, move: SetAside) -> None:  # noqa: ARG002 - others look between
        """Build and put aside."""
        self._hands.set_aside(move)

    def stop(self, evening: Evening, stop: Stop) -> None:
        """Clear the table."""
        evening.look(building=True)
        self._hands.clear()
        evening.play(stop)
        evening.look()
        evening.check("stop")
