"""What truly happened, turn by turn, and what of a table's game did not."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from companion.games.carcassonne_dice.moves import Move, Stop, Throw
from companion.games.carcassonne_dice.rules import GAME
from companion.games.carcassonne_dice.state import State
from companion.games.history import History

HARMLESS = "harmless"
"""So begins what is told of an error that changes no score."""


@dataclass(frozen=True)
class Thrown:
    """A throw: its faces, and what was put aside before it."""

    faces: Counter[str]
    knights: int
    built: Counter[str]
    cities: tuple[tuple[int, int], ...]
    """Of each city its size and its open edges: a table counts its cells otherwise than hands do."""


@dataclass
class Turn:
    """A player's turn as far as it is played. ``stop``: what was taken, and the points of a city."""

    throws: list[Thrown] = field(default_factory=list)
    stop: tuple[str, int] | None = None


def true_turns(moves: Iterable[Move], start: State) -> list[Turn]:
    """Return the turns that these moves make."""
    return _turns(_with_states(moves, start))


def table_turns(history: History) -> list[Turn]:
    """Return the turns that a table has accepted."""
    return _turns(
        (step.move, step.before.state if step.before else history.start) for step in history.steps()
    )


def steps_of(turns: Sequence[Turn]) -> int:
    """Return how far a game is: its throws, and its turns that have ended."""
    return sum(len(turn.throws) + (turn.stop is not None) for turn in turns)


def contradiction(seen: Sequence[Turn], true: Sequence[Turn]) -> str | None:
    """Say what of the table's game is not what happened; the table may be behind."""
    for number, turn in enumerate(seen):
        if number >= len(true):
            return "throw: a turn that has not begun"
        if found := _difference(turn, true[number]):
            return found
    return None


def lacking(seen: Sequence[Turn], moves: Iterable[Move]) -> list[Move]:
    """Return the moves that a table does not have yet."""
    stopped = sum(turn.stop is not None for turn in seen)
    thrown = len(seen[-1].throws) if seen and seen[-1].stop is None else 0
    lacks = list[Move]()
    for move in moves:
        if stopped:
            stopped -= isinstance(move, Stop)
        elif thrown:
            thrown -= isinstance(move, Throw)
        else:
            lacks.append(move)
    return lacks


def _with_states(moves: Iterable[Move], state: State) -> Iterator[tuple[Move, State]]:
    for move in moves:
        yield move, state
        state = GAME.play(state, move)


def _turns(moves: Iterable[tuple[Move, State]]) -> list[Turn]:
    """Return turns; each move comes with the state before it."""
    turns: list[Turn] = []
    for move, before in moves:
        if not turns or turns[-1].stop is not None:
            turns.append(Turn())
        if isinstance(move, Throw):
            turns[-1].throws.append(_thrown(move, before))
        elif isinstance(move, Stop):
            turns[-1].stop = (move.take, before.points_now if move.take == "city" else 0)
    return turns


def _thrown(move: Throw, before: State) -> Thrown:
    built = Counter(face.face for face in before.city.values())
    cities = sorted((city.size, len(city.open_edges)) for city in before.cities)
    return Thrown(Counter(move.faces), before.knights, built, tuple(cities))


def _difference(turn: Turn, true: Turn) -> str | None:
    for number, throw in enumerate(turn.throws):
        if number >= len(true.throws):
            what = "nobody threw" if true.stop is None else "of the next turn taken for one more"
            return f"throw: {what}"
        if found := _throws_differ(throw, true.throws[number]):
            return found
    return None if turn.stop is None else _stops_differ(turn, true)


def _throws_differ(throw: Thrown, true: Thrown) -> str | None:
    if throw.faces != true.faces:
        is_right = throw.faces.total() == true.faces.total()
        return f"throw: wrong faces (of {'the right' if is_right else 'another'} number)"
    if throw.knights != true.knights:
        return f"aside: {throw.knights} knights, not {true.knights}"
    if throw.built != true.built:
        return "aside: other city dice"
    return None if throw.cities == true.cities else "aside: other cities of the same dice"


def _stops_differ(turn: Turn, true: Turn) -> str | None:
    if true.stop is None:
        return "stop: nobody stopped"
    if turn.stop != true.stop:
        return f"stop: {turn.stop}, not {true.stop}"
    if len(turn.throws) != len(true.throws):
        return f"{HARMLESS}: a throw before a stop was missed"
    return None
