"""What the tests of clumsy hands share: dice as they lie, and what the table made of them."""

from dataclasses import replace

import numpy as np

from companion.games.game import HOST
from companion.table.shapes.moves import ProposalShape
from companion.table.shapes.state import StateShape
from tests.table.conftest import Bench
from tests.table.paper_table import SIDE, PaperDie, reading_of
from vision.dice.doubts import doubts_of_contacts
from vision.dice.grids import touching as which_touch
from vision.readings.dice import DiceReading, Doubt
from vision.readings.places import PointPx

NINE = ["cap", "cap", "straight", "corner", "corner", "three", "cap", "knight", "straight"]
SPOT = PointPx(60.0, 822.0)
"""A place at the picture's edge where the table's pattern looks like a die."""
KNIGHTS = ["knight", "knight", "knight", "cap", "straight", "corner", "corner", "three", "cap"]
CATAPULTS = ["catapult"] * 4
OTHERS = ["three", "three", "three", "cap", "straight", "straight", "corner", "knight", "three"]
RING = [
    PaperDie("corner", (0, -5), 1),
    PaperDie("corner", (1, -5), 2),
    PaperDie("cap", (0, -4), 0),
    PaperDie("cap", (1, -4), 0),
]
"""A closed city of four dice; it scores 3."""


def thrown(faces: list[str], row: float = 3.0) -> list[PaperDie]:
    """Return dice that lie as they fell, each by itself."""
    return [PaperDie(face, (2.0 * n - 9, row), n % 4) for n, face in enumerate(faces)]


def less(dice: list[PaperDie], *faces: str) -> list[PaperDie]:
    """Return the dice without some of these faces."""
    left = list(dice)
    for face in faces:
        left.remove(next(die for die in left if die.face == face))
    return left


def state(bench: Bench) -> StateShape:
    return bench.table.state(HOST)


def moves(bench: Bench) -> list[str]:
    return [line["move"]["move"] for line in state(bench)["history"]]


def offer(bench: Bench) -> ProposalShape:
    found = state(bench)["proposal"]
    assert found is not None
    return found


def answers(bench: Bench) -> list[str]:
    return [choice["text"]["code"] for choice in offer(bench)["choices"]]


def notice(bench: Bench) -> tuple[str, object] | None:
    """Return the notice's code, and the faces that it names."""
    found = state(bench).get("notice")
    return None if found is None else (found["code"], found["params"].get("faces"))


def answer(bench: Bench, code: str) -> None:
    found = offer(bench)
    choice = next(each for each in found["choices"] if each["text"]["code"] == code)
    bench.table.answer(HOST, found["id"], choice["id"])


def begin(bench: Bench, faces: list[str]) -> list[PaperDie]:
    """Throw these dice, the table seeing them; return them as they lie."""
    dice = thrown(faces)
    bench.show(reading_of(dice))
    bench.wait()
    assert moves(bench) == ["throw"]
    return dice


def look(bench: Bench, dice: list[PaperDie]) -> None:
    """Let the table see these dice, and wait longer than any move on offer does."""
    show(bench, reading_of(dice))


def show(bench: Bench, reading: DiceReading) -> None:
    """Let the table see this, and wait longer than any move on offer does."""
    bench.show(reading)
    bench.wait(30.0)


def covered(bench: Bench, dice: list[PaperDie]) -> None:
    """Let the table see these dice, over which a hand rests."""
    show(bench, replace(reading_of(dice), covered=True))


def rolling(dice: list[PaperDie], moved_s: float = 1.0) -> DiceReading:
    """Return a reading of dice that were seen to roll."""
    return replace(reading_of(dice), rolled=True, moved_s=moved_s)


def with_spot(dice: list[PaperDie], spot: PointPx = SPOT) -> DiceReading:
    """Return a reading of dice, beside which another may be missed at a place of the picture."""
    doubt = Doubt("may_be_missed", spot, SIDE)
    return replace(reading_of(dice), sure=False, doubts=("maybe_missed",), doubtful=(doubt,))


def doubted(dice: list[PaperDie], at: tuple[float, float]) -> DiceReading:
    """Return the same for a place told as that of a paper die."""
    return with_spot(dice, PointPx(640 + at[0] * SIDE, 480 + at[1] * SIDE))


def two_left(table: Bench) -> list[PaperDie]:
    """Throw again beside three knights until only a cap and a straight are loose; return the knights."""
    knights = begin(table, KNIGHTS)[:3]
    look(table, knights)
    dice = thrown(["cap", "straight", *CATAPULTS], row=-3.5)
    look(table, [*knights, *dice])
    assert moves(table) == ["throw", "set_aside", "throw"]
    look(table, [*knights, *dice[:2]])
    look(table, knights)
    return knights


FAR, OUT_OF_LINE = (0.0, -3.76), (0.37, -4.0)
"""Where a die lies of which it is a guess whether it touches the one at (0, -5), as it is read: not."""


def touching(dice: list[PaperDie]) -> DiceReading:
    """Return a reading in which it is doubtful whether some dice touch."""
    reading = reading_of(dice)
    contacts, grids, unsure = which_touch([np.array(die.corners_px) for die in reading.dice])
    doubtful = tuple(doubts_of_contacts(reading.dice, unsure))
    reading = replace(reading, sure=False, doubts=("grid",), doubtful=doubtful)
    return replace(reading, contacts=contacts, grids=grids)
