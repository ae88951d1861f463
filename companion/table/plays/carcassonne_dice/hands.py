"""How simulated hands play Carcassonne – The Dice Game: for the simulator's page and the demo."""

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.moves import SetAside, Stop, Throw
from companion.games.carcassonne_dice.state import State
from companion.simulation.evening import Evening
from companion.table.shapes import JsonObject
from vision.reading import GridCell, PointMm
from vision.simulation.table import Laying, SimulatedTable, TableDie

ASIDE_MM = PointMm(24.0, 150.0)
"""Where knights are put, one beside the other: below the city, left."""
ASIDE_STEP_MM = 22.0
"""From one knight to the next: a die and some room for fingers."""
PITCH_MM = 16.2
"""From one built die to the next: a die, and what hands leave between."""
SAME = ("scores", "kept_knights", "seat", "throw", "catapults", "knights", "points_now")
"""What must be the same in two views of one position; a city's cells may be counted otherwise."""


class MovingHands(Protocol):
    """What players' hands do on the table."""

    def lay(self, state: State) -> None:
        """Lay the dice of a turn that was broken off."""

    def throw(self, count: int) -> tuple[str, ...]:
        """Throw so many dice beside what lies there; return what they show."""

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
            move = evening.bot.choose(evening.state, seat, evening.rng)
            if move is None:
                self._throw(evening)
            elif isinstance(move, SetAside):
                evening.play(move)
                self._hands.set_aside(move)
            elif isinstance(move, Stop):
                self._stop(evening, move)

    def agrees(self, true: JsonObject, seen: JsonObject) -> bool:
        """Tell whether two views stand for the same position, whatever cells the city was given."""
        loose = Counter(seen["loose"]) == Counter(true["loose"])
        return loose and all(seen[key] == true[key] for key in SAME)

    def _throw(self, evening: Evening) -> None:
        state: State = evening.state
        if state.throws:
            evening.look(building=True)
            self._hands.take_loose()
            evening.look(building=True)
        evening.play(Throw(state.seat, self._hands.throw(state.dice_to_throw)))
        evening.look()
        evening.check("throw")
        self._hands.take_catapults()

    def _stop(self, evening: Evening, stop: Stop) -> None:
        evening.look(building=True)
        self._hands.clear()
        evening.play(stop)
        evening.look()
        evening.check("stop")


class SimulatedHands:
    """Hands that move the dice of the simulated table."""

    def __init__(self, simulated: SimulatedTable) -> None:
        self._simulated = simulated
        self._built: set[int] = set()
        self._aside: list[int] = []

    def lay(self, state: State) -> None:
        """Lay the dice of a turn that was broken off as the rules have them."""
        for cell, face in state.built:
            at = PointMm(80.0 + PITCH_MM * cell.column, 60.0 + PITCH_MM * cell.row)
            self._built.add(self._simulated.put(face.face, at, 90.0 * face.turns))
        for _ in range(state.knights):
            at = PointMm(ASIDE_MM.x + ASIDE_STEP_MM * len(self._aside), ASIDE_MM.y)
            self._aside.append(self._simulated.put(KNIGHT, at, 0.0))
        for number, loose in enumerate(state.loose):
            at = PointMm(190.0 + 25.0 * (number % 3), 40.0 + 25.0 * (number // 3))
            self._simulated.put(loose, at, 0.0)

    def throw(self, count: int) -> tuple[str, ...]:
        """Throw so many dice beside what lies there; return what they show."""
        thrown = set(self._simulated.throw(count=count))
        lying = self._simulated.truth(self._simulated.busy_until)
        return tuple(die.face for die in lying if die.id in thrown)

    def set_aside(self, move: SetAside) -> None:
        """Build city dice of the last throw, and push knights aside."""
        loose = self._loose()
        layings = []
        for cell, face in move.city:
            die = next(die for die in loose if die.face == face.face)
            loose.remove(die)
            layings.append(Laying(die.id, GridCell(cell.column, cell.row), face.turns))
            self._built.add(die.id)
        if layings:
            self._simulated.build(layings)
        for die in [die for die in loose if die.face == KNIGHT][: move.knights]:
            at = PointMm(ASIDE_MM.x + ASIDE_STEP_MM * len(self._aside), ASIDE_MM.y)
            self._simulated.place(die.id, at, 0.0)
            self._aside.append(die.id)

    def take_catapults(self) -> None:
        """Pass the catapults on."""
        self._lift(die for die in self._loose() if die.face == CATAPULT)

    def take_loose(self) -> None:
        """Lift every die of the last throw that was not set aside."""
        self._lift(self._loose())

    def clear(self) -> None:
        """Lift all dice."""
        self._simulated.clear()
        self._built.clear()
        self._aside.clear()

    def _loose(self) -> list[TableDie]:
        lying = self._simulated.truth(self._simulated.busy_until)
        return [die for die in lying if die.id not in self._built and die.id not in self._aside]

    def _lift(self, dice: Iterable[TableDie]) -> None:
        chosen = [die.id for die in dice]
        if chosen:
            self._simulated.lift(chosen)


class CarcassonneHands:
    """How simulated hands play the game (``companion.simulation.hands.Hands``)."""

    seats = (2, 3)
    most_dice = 12  # nine, and catapults that were not passed on yet

    def to_throw(self, state: State) -> int:
        """Return how many dice the rules want thrown now."""
        return state.dice_to_throw

    def player(self, simulated: SimulatedTable) -> Player:
        """Return who plays the game at this simulated table."""
        return Player(SimulatedHands(simulated))


HANDS = CarcassonneHands()
