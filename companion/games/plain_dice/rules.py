"""Plain dice: every throw is accepted, nobody wins; the page shows the faces, their sum and
statistics."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import ClassVar

from companion.errors import BadMove, IllegalMove
from companion.games.game import Game, Json, Outcome, Role, Seat, Setup, Words
from companion.games.setup import check_setup, shows
from companion.games.words import move_kind, only, texts

PIPS = ("1", "2", "3", "4", "5", "6")
"""The faces used by luck when nobody throws real dice."""

MOST_DICE = 6
"""The most dice luck throws."""

MOST_IN_A_THROW, MOST_FACES, LONGEST_FACE = 100, 200, 40
"""Upper limits on dice, different faces and letters of a face, beyond those of any game: they keep what
is stored small."""


@dataclass(frozen=True)
class Throw:
    """The faces of a throw, in no order; ``seat`` is None if it belongs to nobody in particular."""

    seat: Seat | None
    faces: tuple[str, ...]


@dataclass(frozen=True)
class State:
    """The last throw, the number of throws, and how often each face was thrown (in order of faces)."""

    seats: int
    last: Throw | None = None
    throws: int = 0
    counts: tuple[tuple[str, int], ...] = ()


class PlainDice(Game[State, Throw]):
    """A sitting that counts. Any faces, any number of dice, in any order of players."""

    name: ClassVar[str] = "plain_dice"
    seat_counts: ClassVar[range] = range(1, 13)
    come_and_go: ClassVar[bool] = True

    def start(self, setup: Setup) -> State:
        """Return the state before the first throw."""
        check_setup(self, setup)
        return State(len(setup.seats))

    def parse(self, state: State, seat: Seat | None, words: Words) -> Throw:  # noqa: ARG002
        """Read a ``throw``."""
        move_kind(words, ["throw"])
        only(words, ["faces"])
        faces = texts(words, "faces")
        if not all(face.strip() for face in faces):
            raise BadMove("throw: a face without a name")
        if any(len(face) > LONGEST_FACE or not shows(face) for face in faces):
            raise BadMove(f"throw: a face has at most {LONGEST_FACE} letters, all of which can be shown")
        if len(faces) > MOST_IN_A_THROW:
            raise BadMove(f"throw: {len(faces)} dice, at most {MOST_IN_A_THROW} are counted")
        return Throw(seat, tuple(sorted(faces, key=_in_order)))

    def words(self, state: State, move: Throw) -> dict[str, Json]:  # noqa: ARG002
        """Write a throw."""
        return {"move": "throw", "faces": move.faces}

    def play(self, state: State, move: Throw) -> State:
        """Count the throw."""
        if not move.faces:
            who = "nobody" if move.seat is None else f"seat {move.seat}"
            raise IllegalMove(f"{who} cannot throw: a throw has at least one die")
        counts = Counter(dict(state.counts)) + Counter(move.faces)
        if len(counts) > MOST_FACES:
            raise IllegalMove(f"{len(counts)} different faces, at most {MOST_FACES} are counted")
        in_order = tuple((face, counts[face]) for face in sorted(counts, key=_in_order))
        return State(state.seats, move, state.throws + 1, in_order)

    def legal_moves(self, state: State) -> Iterator[Throw]:  # noqa: ARG002 - luck decides them all
        """Yield nothing: there is nothing to decide."""
        yield from ()

    def chance(self, state: State, rng: Random) -> Throw:  # noqa: ARG002 - any time is right
        """Throw one to six dice with pips."""
        thrown = rng.choices(PIPS, k=rng.randint(1, MOST_DICE))
        return Throw(None, tuple(sorted(thrown)))

    def to_move(self, state: State) -> Seat | None:  # noqa: ARG002
        """Return None: anybody may throw."""
        return None

    def scores(self, state: State) -> tuple[int, ...] | None:  # noqa: ARG002
        """Return None: nobody scores."""
        return None

    def outcome(self, state: State) -> Outcome | None:  # noqa: ARG002
        """Return None: it goes on as long as anyone likes."""
        return None

    def view(self, state: State, role: Role) -> dict[str, Json]:  # noqa: ARG002 - nothing is secret
        """Return the last throw and the statistics of all.

        ``sum`` is null if a face is not a number. ``mean`` covers all dice whose face is a number.
        """
        faces = state.last.faces if state.last else ()
        return {
            "faces": faces,
            "count": len(faces),
            "sum": _sum(faces),
            "seat": state.last.seat if state.last else None,
            "throws": state.throws,
            "dice": sum(count for _, count in state.counts),
            "counts": dict(state.counts),
            "mean": _mean(state.counts),
            "may": ["throw"],
        }


def _number(face: str) -> int | None:
    return int(face) if face.isascii() and face.isdigit() and len(face) < 10 else None


def _in_order(face: str) -> tuple[bool, int, str]:
    number = _number(face)
    return number is None, number or 0, face


def _sum(faces: tuple[str, ...]) -> int | None:
    numbers = [number for face in faces if (number := _number(face)) is not None]
    return sum(numbers) if numbers and len(numbers) == len(faces) else None


def _mean(counts: tuple[tuple[str, int], ...]) -> float | None:
    numbers = [(number, count) for face, count in counts if (number := _number(face)) is not None]
    if not numbers:
        return None
    return float(Fraction(sum(n * count for n, count in numbers), sum(count for _, count in numbers)))


GAME = PlainDice()
