"""Which dice must lie on the table in the middle of a turn.

Catapults are passed on at any time, so none of them must lie there.
"""

from collections import Counter

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.state import State
from companion.table.hooks.verdict import JsonObject
from vision.readings.dice import DiceReading


def must_lie(state: State) -> Counter[str]:
    """Return the faces of the dice built, set aside and lying loose."""
    faces = Counter(face.face for face in state.city.values()) + Counter(state.loose)
    faces[KNIGHT] += state.knights
    return faces


def lacks(reading: DiceReading, words: JsonObject) -> bool:
    """Tell whether dice of a throw that was entered are not seen: they may be rolling still.

    Catapults may be passed on already.
    """
    entered: list[str] = words["faces"]
    missed = Counter(entered) - Counter(die.face for die in reading.dice)
    return bool(missed.keys() - {CATAPULT})
