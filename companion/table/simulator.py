"""The hands at the simulated table: moved by the simulator page, or by bots in the demo."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from companion.errors import BadHandling
from companion.games.carcassonne_dice.city import Cell
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.moves import SetAside
from companion.games.carcassonne_dice.state import State
from companion.table.shapes import JsonObject
from vision.errors import VisionError
from vision.reading import GridCell, PointMm
from vision.simulation.stage import CARCASSONNE_DICE, PLAIN_DICE
from vision.simulation.table import Laying, SimulatedTable, TableDie

PLAIN_COUNT = 5
"""Dice thrown where no game says how many."""

MOST_DICE = 12
"""More do not lie there at once: nine, and catapults not yet passed on."""

ASIDE_MM = PointMm(24.0, 150.0)
"""Where knights are put, one beside the other: below the city, left."""
ASIDE_STEP_MM = 22.0
PITCH_MM = 16.2


class Simulator:
    """What the simulator page may do (see SimulatorService)."""

    def __init__(self, simulated: SimulatedTable) -> None:
        self._simulated = simulated
        self._to_throw: Callable[[], int | None] = lambda: None

    def follow(self, to_throw: Callable[[], int | None]) -> None:
        """Ask ``to_throw`` how many dice the game wants thrown; None where it does not say."""
        self._to_throw = to_throw

    def use_dice_of(self, dice_set: str) -> None:
        """Put the dice of this set on the table's edge, and those of another away."""
        style = CARCASSONNE_DICE if dice_set == "carcassonne" else PLAIN_DICE
        if self._simulated.style != style:
            self._simulated.use(style)

    def table(self) -> JsonObject:
        """Return what lies there."""
        return {
            "dice": [_die_shape(die) for die in self._simulated.truth()],
            "surface": self._simulated.surface,
            "surfaces": list(self._simulated.surfaces),
            "lamps": self._simulated.lamps,
            "can_throw": self._to_throw() != 0,
        }

    def throw(self, count: int | None = None) -> None:
        """Throw what the game says must be thrown now, or so many dice."""
        with _said():
            self._simulated.throw(count=self._wanted() if count is None else count)

    def _wanted(self) -> int:
        """How many dice to throw where nobody says it; what is in their way is taken off the table."""
        wanted, lying = self._to_throw(), len(self._simulated.truth())
        if wanted is None or lying + wanted > MOST_DICE:
            self._simulated.clear()
        return PLAIN_COUNT if wanted is None else wanted

    def drag(self, die: int, to: tuple[float, float], turn_deg: float, snap: bool) -> None:
        """Lift a die and set it down there, turned by so much."""
        with _said():
            self._simulated.drag(die, to, turn_deg, snap=snap)

    def remove(self, dice: list[int]) -> None:
        """Take dice off the table."""
        with _said():
            self._simulated.lift(dice)

    def clear(self) -> None:
        """Take every die off the table."""
        self._simulated.clear()

    def hand(self, over_table: bool) -> None:
        """Hold a hand over the table, or take it away."""
        self._simulated.hand(over_table)

    def dress(self, surface: str) -> None:
        """Change what the table is covered with."""
        with _said():
            self._simulated.dress(surface)


class BotHands:
    """The hands of bots that play Carcassonne – The Dice Game (see ``evening.Hands``)."""

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
            layings.append(Laying(die.id, _grid_cell(cell), face.turns))
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


@contextmanager
def _said() -> Iterator[None]:
    """Let the table say what the simulated one complains of."""
    try:
        yield
    except (VisionError, LookupError) as error:
        raise BadHandling(str(error), hint=getattr(error, "hint", "")) from error


def _grid_cell(cell: Cell) -> GridCell:
    return GridCell(cell.column, cell.row)


def _die_shape(die: TableDie) -> JsonObject:
    return {
        "id": die.id,
        "face": die.face,
        "centre": die.centre,
        "corners": list(die.corners),
        "angle": die.picture_angle_deg,
    }
