"""Which dice must lie on the table in the middle of a turn, and where those lay that are not seen.

Catapults are passed on at any time, so none of them must lie there.
"""

from collections import Counter
from math import dist

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.state import State
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.lying import Lying, unmoved
from vision.readings.dice import DiceReading

HIDES_SIDES = 2.0
"""So near to where a die lay, in its sides, what may be a die may be this one."""


def must_lie(state: State) -> Counter[str]:
    """Return the faces of the dice built, set aside and lying loose."""
    faces = Counter(face.face for face in state.city.values()) + Counter(state.loose)
    faces[KNIGHT] += state.knights
    return faces


def catapults_left(state: State, layout: Layout, reading: DiceReading) -> int:
    """Return how many catapults of earlier throws may lie there.

    Those that lay there at the last look, and any that is back at the very place where it lay: it was
    covered, and not passed on.
    """
    if layout.unknown:
        return state.catapults
    back = [layout.known[then] for then in unmoved(layout.known, reading).values()]
    hidden = sum(die.face == CATAPULT and die in layout.missing for die in back)
    return sum(die.face == CATAPULT for die in layout.dice) + hidden


def hides_none(layout: Layout, reading: DiceReading) -> bool:
    """Tell whether no die that lay there can be one that the reading may have missed.

    What may be a die is none of them where none lay near: a fold of the cloth, a shadow.
    """
    doubts = reading.doubtful
    if not doubts or any(doubt.kind != "may_be_missed" for doubt in doubts):
        return False
    return all(
        dist(die.at_px, doubt.centre_px) > HIDES_SIDES * die.side_px
        for doubt in doubts
        for die in layout.known
    )


def may_have_been_missed(layout: Layout, reading: DiceReading) -> bool:
    """Tell whether the last looks may have missed how dice lay that lie there now.

    Where it was only in doubt whether a die lies at some places, they missed none if none lies there now
    that was not seen then.
    """
    if not layout.doubtful or not layout.unsure_at:
        return layout.doubtful
    seen_then = unmoved(layout.dice, reading)
    new = [die for number, die in enumerate(reading.dice) if number not in seen_then]
    return any(
        place.moved_sides(Lying.of(die)) < HIDES_SIDES for die in new for place in layout.unsure_at
    )


def faces_of(reading: DiceReading) -> Counter[str]:
    """Return the faces seen, less catapults."""
    return Counter(die.face for die in reading.dice if die.face != CATAPULT)


def missing(state: State, layout: Layout, reading: DiceReading) -> tuple[Lying, ...]:
    """Return the dice that must lie there and are not seen, at the places where they lay last.

    Of several alike, one that was built is missed first. Catapults that are not seen are among them,
    for they may come to light again.
    """
    wanted = must_lie(state) - faces_of(reading)
    wanted[CATAPULT] = len(layout.known)
    seen = set(layout.still_there(reading).values())
    gone = [die for number, die in enumerate(layout.known) if number not in seen]
    found: list[Lying] = []
    for die in sorted(gone, key=lambda die: die.cell is None):
        if wanted[die.face] > 0:
            wanted[die.face] -= 1
            found.append(die)
    return tuple(found)


def lacks(reading: DiceReading, words: JsonObject) -> bool:
    """Tell whether dice of a throw that was entered are not seen: they may be rolling still.

    Catapults may be passed on already.
    """
    entered: list[str] = words["faces"]
    missed = Counter(entered) - Counter(die.face for die in reading.dice)
    return bool(missed.keys() - {CATAPULT})
