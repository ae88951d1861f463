"""How simulated hands play Yacht: for the simulator's page and the demo."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from companion.games.yacht.bot import box, keep
from companion.games.yacht.moves import Score, Throw
from companion.games.yacht.sheets import DICE
from companion.games.yacht.state import State
from companion.simulation.evening import Evening
from companion.simulation.habits import TIDY, Luck
from companion.simulation.hands import Hands
from companion.table.shapes.values import JsonObject
from vision.readings.places import PointMm
from vision.workshop.simulation.table import SimulatedTable

ASIDE_MM = PointMm(30.0, 60.0)
"""Where dice that are put aside go, one below the other."""
ASIDE_STEP_MM = 24.0
"""Distance from one die put aside to the next: a die and some room for fingers."""
SAME = ("rows", "totals", "seat", "throw", "extra")
"""Keys that must agree in two views of one position."""


class MovingHands(Protocol):
    """What players' hands do on the table."""

    def lay(self, faces: Sequence[str]) -> None:
        """Lay the dice of a turn that was broken off."""

    def keep(self, faces: Sequence[str], *, aside: bool) -> None:
        """Leave dice of these faces there, or put them aside; pick up the others."""

    def throw(self, count: int) -> tuple[str, ...]:
        """Throw this many dice beside those lying there; return their faces."""

    def clear(self) -> None:
        """Take all dice into the hand."""


class Player:
    """Plays turns as the bot decides them, with these hands."""

    def __init__(self, hands: MovingHands) -> None:
        self._hands = hands

    def lay(self, state: State) -> None:
        """Lay the dice of a turn that was broken off."""
        self._hands.lay(state.lying)

    def turn(self, evening: Evening) -> None:
        """Play one seat's turn: throw, keep, throw again, and choose a box by tap."""
        seat = evening.state.seat
        if evening.state.throws == 0:
            self._throw(evening, ())
        while evening.state.may_throw and (kept := keep(evening.state, seat)) is not None:
            self._hands.keep(kept, aside=evening.rng.random() < 0.5)
            evening.look(building=True)
            self._throw(evening, kept)
        evening.tap(Score(seat, box(evening.state, seat)))
        evening.check("score")
        self._hands.clear()
        evening.look()

    def agrees(self, true: JsonObject, seen: JsonObject) -> bool:
        """Tell whether two views describe the same position."""
        dice = all(Counter(seen[key]) == Counter(true[key]) for key in ("faces", "kept"))
        return dice and all(seen[key] == true[key] for key in SAME)

    def _throw(self, evening: Evening, kept: tuple[str, ...]) -> None:
        fell = self._hands.throw(DICE - len(kept))
        evening.play(Throw(evening.state.seat, tuple(sorted(fell)), tuple(sorted(kept))))
        evening.look()
        evening.check("throw")


class SimulatedHands:
    """Hands that move the dice of the simulated table."""

    def __init__(self, simulated: SimulatedTable) -> None:
        self._simulated = simulated

    def lay(self, faces: Sequence[str]) -> None:
        """Lay dice with room between them."""
        for number, face in enumerate(faces):
            at = PointMm(150.0 + 30.0 * (number % 3), 60.0 + 30.0 * (number // 3))
            self._simulated.put(face, at, 20.0 * number)

    def keep(self, faces: Sequence[str], *, aside: bool) -> None:
        """Leave dice of these faces there, or put them aside; pick up the others."""
        left = list(faces)
        kept, lifted = [], []
        for die in self._simulated.truth(self._simulated.busy_until):
            if die.face in left:
                left.remove(die.face)
                kept.append(die.id)
            else:
                lifted.append(die.id)
        if lifted:
            self._simulated.lift(lifted)
        for number, die_id in enumerate(kept if aside else ()):
            at = PointMm(ASIDE_MM.x, ASIDE_MM.y + ASIDE_STEP_MM * number)
            self._simulated.place(die_id, at, 0.0)

    def throw(self, count: int) -> tuple[str, ...]:
        """Throw this many dice beside those lying there; return their faces."""
        thrown = set(self._simulated.throw(count=count))
        lying = self._simulated.truth(self._simulated.busy_until)
        return tuple(die.face for die in lying if die.id in thrown)

    def clear(self) -> None:
        """Take all dice into the hand."""
        self._simulated.clear()


class YachtHands(Hands):
    """How simulated hands play the game (``companion.simulation.hands.Hands``)."""

    seats = (1, 2)
    habits = (TIDY.name,)
    most_dice = DICE

    def to_throw(self, state: State) -> int:
        """Return how many dice are thrown now if none is kept."""
        return DICE if state.may_throw else 0

    def player(self, simulated: SimulatedTable, luck: Luck) -> Player:  # noqa: ARG002 - always tidy
        """Return who plays the game at this simulated table."""
        return Player(SimulatedHands(simulated))


HANDS = YachtHands()
