"""People's habits at a table: mishaps, and how often they happen. They never concern the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random
from types import MappingProxyType

from vision.readings.places import PointMm


class Mishap(Enum):
    """What people do at a table besides playing by the book."""

    HAND_RESTS = "a hand stays for a while over some dice"
    SLEEVE = "a sleeve brushes a die"
    BUMP = "somebody bumps the camera"
    LAMP = "a lamp is dimmed or lit"
    CUP = "a cup is set down, or taken away"
    PICKED_UP = "a piece is picked up, and put back there or elsewhere"
    LEFT_OVER = "one die stays in the hand, or falls off the table, and is thrown after the others"
    STACKED = "a die comes to rest on another, and is thrown anew"
    TOO_MANY = "a die too many is thrown, and so they are thrown anew"
    ANYWHERE = "dice are thrown to another part of the table, half on the paper or beside it"
    HURRY = "nobody waits until the table has read"
    LATE = "what should be passed on lies there until the next throw"
    LEFT_LYING = "what is kept is left where it fell"
    PIECEMEAL = "dice are laid one after the other, with time between"
    WRONG_TURN = "a die is laid turned the wrong way, and turned right after a while"
    MOVED_WHOLE = "what was built is pushed elsewhere, as a whole"
    TAKEN_APART = "what was built is taken apart, and built again"
    GIVEN_UP = "dice are put together for a trial, and all of them thrown again"
    ALL_AGAIN = "everything is thrown again, although what lies there is worth keeping"
    NOTHING = "a player stops with nothing"
    ONE_BY_ONE = "the table is cleared one die at a time"
    WRONG_PLACE = "a piece is laid on the wrong cells, and put right after a while"
    TWO_AT_ONCE = "two pieces are laid at once, and one of them is taken away again"
    PUSHED = "a piece is pushed off its cells, and put back after a while"
    AT_ONCE = "a pawn is moved at once with the piece that is laid"
    LATE_PAWN = "a pawn is moved only when somebody else has moved"
    LATE_AWAY = "what must be taken away lies there for a while"
    GRABBED = "a piece too many is taken, and put back after a while"
    FALSE_CALL = "somebody calls who has not done yet"
    LAST_SECOND = "a piece is taken just before the time is over"
    TOO_LATE = "a piece is taken after the time is over, and put back"


@dataclass(frozen=True)
class Habits:
    """The chance of each mishap at each opportunity for it, and how exact the hands are.

    ``slip`` and ``gap_mm`` are parameters of the simulated table; ``rests_s`` is the longest time a hand
    rests, ``bump_mm`` the farthest bump of the camera.
    """

    name: str
    chances: Mapping[Mishap, float]
    slip: float = 1.0
    gap_mm: float = 0.3
    rests_s: float = 0.0
    bump_mm: float = 0.0


TIDY = Habits("tidy", MappingProxyType({}))
"""Every move by the book."""

_CHANCES = {
    Mishap.HAND_RESTS: (0.1, 0.3),
    Mishap.SLEEVE: (0.05, 0.2),
    Mishap.BUMP: (0.01, 0.05),
    Mishap.LAMP: (0.01, 0.05),
    Mishap.CUP: (0.02, 0.08),
    Mishap.PICKED_UP: (0.03, 0.12),
    Mishap.LEFT_OVER: (0.03, 0.12),
    Mishap.STACKED: (0.015, 0.06),
    Mishap.TOO_MANY: (0.01, 0.06),
    Mishap.ANYWHERE: (0.25, 0.6),
    Mishap.HURRY: (0.02, 0.1),
    Mishap.LATE: (0.3, 0.5),
    Mishap.LEFT_LYING: (0.4, 0.6),
    Mishap.PIECEMEAL: (0.3, 0.6),
    Mishap.WRONG_TURN: (0.05, 0.2),
    Mishap.MOVED_WHOLE: (0.03, 0.12),
    Mishap.TAKEN_APART: (0.03, 0.12),
    Mishap.GIVEN_UP: (0.03, 0.1),
    Mishap.ALL_AGAIN: (0.15, 0.4),
    Mishap.NOTHING: (0.03, 0.08),
    Mishap.ONE_BY_ONE: (0.2, 0.4),
    Mishap.WRONG_PLACE: (0.04, 0.12),
    Mishap.TWO_AT_ONCE: (0.02, 0.08),
    Mishap.PUSHED: (0.03, 0.1),
    Mishap.AT_ONCE: (0.5, 0.7),
    Mishap.LATE_PAWN: (0.1, 0.3),
    Mishap.LATE_AWAY: (0.3, 0.6),
    Mishap.GRABBED: (0.04, 0.12),
    Mishap.FALSE_CALL: (0.03, 0.1),
    Mishap.LAST_SECOND: (0.1, 0.25),
    Mishap.TOO_LATE: (0.05, 0.2),
}
"""How often each happens to people who have played before, and to clumsy ones."""


def _chances(column: int) -> Mapping[Mishap, float]:
    return MappingProxyType({mishap: both[column] for mishap, both in _CHANCES.items()})


USUAL = Habits("usual", _chances(0), slip=1.2, gap_mm=0.6, rests_s=6.0, bump_mm=3.0)
"""People who have played before, and talk meanwhile."""
CLUMSY = Habits("clumsy", _chances(1), slip=1.6, gap_mm=0.9, rests_s=12.0, bump_mm=10.0)
"""Children, late at night, with sleeves."""

HABITS = {habits.name: habits for habits in (TIDY, USUAL, CLUMSY)}


class Luck:
    """Decides what happens, all from one seed."""

    def __init__(self, habits: Habits, rng: Random) -> None:
        self.habits = habits
        self.rng = rng

    def has(self, mishap: Mishap) -> bool:
        """Tell whether the mishap happens on this occasion."""
        chance = self.habits.chances.get(mishap, 0.0)
        return chance > 0 and self.rng.random() < chance

    def way(self, far_mm: float) -> PointMm:
        """Return a random way, at most this far along each axis."""
        x, y = (self.rng.uniform(-far_mm, far_mm) for _ in range(2))
        return PointMm(x, y)

    def turn(self, most_deg: float) -> float:
        """Return a random turn, at most this far either way."""
        return self.rng.uniform(-most_deg, most_deg)
