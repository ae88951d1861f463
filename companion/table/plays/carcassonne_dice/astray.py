"""Dice of a city as it was built, pushed astray while the others were thrown again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.carcassonne_dice.city import Cell
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.state import State
from companion.table.plays.carcassonne_dice.ends import Ends
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.carcassonne_dice.set_aside import SetAside, SettingAside
from companion.table.plays.lying import Lying, unmoved
from vision.readings.dice import DiceReading

BUMPED_SIDES = 3.0
"""So near to where a die was built, in its sides, one of its face may be this die, bumped. Chosen by
hand: one taken off again and thrown seldom falls so near and shows that face; then it is asked."""


@dataclass(frozen=True)
class Astray:
    """What was set aside as it was last seen; ``dice`` of it lie elsewhere now, ``kept`` are all of it.

    Numbers are those of the reading's dice; ``were``: the dice astray where they lay before.
    """

    aside: SetAside
    dice: frozenset[int]
    kept: frozenset[int]
    were: tuple[Lying, ...]


def astray(
    rules: SettingAside, ends: Ends, state: State, layout: Layout, reading: DiceReading
) -> Astray | None:
    """Return how a city that was put together can lie there with some of its dice bumped, if it can."""
    before = layout.reading
    meant = None if before is None else ends.meant(state, layout, before).aside
    if before is None or meant is None or not meant.moves:
        return None
    city = [Lying.of(before.dice[number], cell) for number, cell in meant.cells.items()]
    stayed = unmoved(city, reading)
    gone = [die for then, die in enumerate(city) if then not in stayed.values()]
    bumped = _nearest(gone, reading, stayed)
    if not stayed or not gone or len(bumped) < len(gone):
        return None
    lay = unmoved(layout.known, reading)
    knights = frozenset(n for n in lay if reading.dice[n].face == KNIGHT)
    catapults = frozenset(n for n in lay if reading.dice[n].face == CATAPULT)
    more = len(knights) - state.knights
    words = {**meant.moves[-1], "knights": more}
    after = rules.follow(state, (words,)) if more >= 0 else None
    if after is None:
        return None
    cells: Mapping[int, Cell] = {now: Cell(*(city[then].cell or ())) for now, then in stayed.items()}
    kept = frozenset(stayed) | bumped | knights | catapults
    return Astray(SetAside((words,), cells, after), bumped, kept, tuple(gone))


def _nearest(gone: Sequence[Lying], reading: DiceReading, stayed: Mapping[int, int]) -> frozenset[int]:
    """Return the dice nearest to where others of their faces lay, each taken once."""
    found: set[int] = set()
    for old in gone:
        near = {
            number: old.moved_sides(Lying.of(die))
            for number, die in enumerate(reading.dice)
            if die.face == old.face and number not in stayed and number not in found
        }
        if near and min(near.values()) < BUMPED_SIDES:
            found.add(min(near, key=lambda number: near[number]))
    return frozenset(found)
