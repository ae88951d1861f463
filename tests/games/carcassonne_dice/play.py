"""Short words for playing turns in tests: by names, as a record words them."""

from collections.abc import Sequence

from companion.games.carcassonne_dice.rules import GAME
from companion.games.carcassonne_dice.state import State
from companion.games.game import Json, Seat, Setup
from tests.games.carcassonne_dice.drawing import drawn

NAMES = {"c": "cap", "s": "straight", "o": "corner", "t": "three", "k": "knight", "x": "catapult"}
"""A letter for each face."""


def game(*names: str, **options: Json) -> State:
    """Return a new game, of Ana and Bob unless others are named."""
    return GAME.start(Setup("carcassonne_dice", names or ("Ana", "Bob"), options))


def do(state: State, move: str, seat: int | None = None, **words: Json) -> State:
    """Play a move of the seat whose turn it is, or of another."""
    who = state.seat if seat is None else Seat(seat)
    return GAME.play(state, GAME.parse(state, who, {"move": move, **words}))


def throw(state: State, faces: str | Sequence[str], seat: int | None = None) -> State:
    """Throw faces, each given by its letter."""
    return do(state, "throw", seat, faces=[NAMES[letter] for letter in faces])


def aside(state: State, knights: int = 0, city: Sequence[str] = (), seat: int | None = None) -> State:
    """Set knights aside, and build a drawing."""
    placed: list[Json] = [
        {"face": face, "cell": list(cell), "turns": turns}
        for cell, (face, turns) in drawn(*city).items()
    ]
    return do(state, "set_aside", seat, knights=knights, city=placed)


def stop(state: State, take: str = "city", seat: int | None = None) -> State:
    """End the turn."""
    return do(state, "stop", seat, take=take)


def scoring_turn(state: State, size: int) -> State:
    """Play a whole turn that closes a straight city of so many dice and stops."""
    dice = state.dice
    middle = size - 2
    state = throw(state, "cc" + "s" * middle + "o" * (dice - size))
    return stop(aside(state, city=["╶" + "─" * middle + "╴"]))


def knight_turn(state: State) -> State:
    """Play a whole turn that keeps a knight."""
    state = throw(state, "kkk" + "o" * (state.dice - 3))
    return stop(aside(state, knights=3), "knight")


def idle_turn(state: State) -> State:
    """Throw once and stop, for nothing."""
    return stop(throw(state, "o" * state.dice))
