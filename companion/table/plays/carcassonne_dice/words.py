"""How the dice game speaks of itself, however its dice are followed: words, story and drawing."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic

from companion.games.carcassonne_dice.city import Cell
from companion.games.carcassonne_dice.faces import DICE, Side
from companion.games.carcassonne_dice.state import State
from companion.games.history import Step
from companion.table.hooks.drawing import Seated, Word
from companion.table.hooks.speaking import Awaiting
from companion.table.hooks.verdict import JsonObject, MemoryT, Say
from companion.table.plays.carcassonne_dice.cities import found, with_faces
from companion.table.plays.carcassonne_dice.drawing import drawing
from companion.table.plays.carcassonne_dice.story import ending, highlights, pictured
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.play import Play
from vision.dice.sets import DiceSet
from vision.readings.dice import DiceReading
from vision.readings.reading import Reading


class CarcassonneWords(Play[State, MemoryT], Generic[MemoryT]):
    """All of the game's place at the table that does not depend on how its dice are followed."""

    sets: ClassVar[Mapping[str, str]] = {"dice": "carcassonne"}
    all_dice: ClassVar[int | None] = DICE

    def with_sets(self, words: JsonObject, sets: Mapping[str, str]) -> JsonObject:
        """Return a first line that says what the faces are, where a taught set says it."""
        return with_faces(words, sets["dice"])

    def found(self, reading: Reading, taught: DiceSet) -> JsonObject:
        """Return the cities that stand in a photograph, and what they score."""
        return found(reading, taught) if isinstance(reading, DiceReading) else {}

    def drawing(self, view: JsonObject, seats: Sequence[Seated], word: Word) -> str:  # noqa: ARG002
        """Draw the position for screens that run no scripts."""
        return drawing(view)

    ending = staticmethod(ending)

    def task(self, now: Awaiting) -> Say:
        """Return what the game waits for: a throw, or what the player decides between two."""
        dice: int = now.view["dice_to_throw"]
        is_first = now.view["throw"] == 0
        if now.is_others:
            return now.throws(dice if is_first else 0)
        if dice == 0 and not is_first:
            return Say("wait.last" if now.view["throw"] == now.view["throws"] else "wait.no_dice")
        return Say("wait.throw" if is_first else "wait.decide", {"dice": dice})

    highlights = staticmethod(highlights)
    pictured = staticmethod(pictured)

    def line(self, words: JsonObject, step: Step | None) -> Say:
        """Return what the history says of a move."""
        match words.get("move"):
            case "throw":
                return Say("move.throw", {"faces": faces_text(words["faces"])})
            case "set_aside":
                city, knights = len(words.get("city", ())), words.get("knights", 0)
                if not city and not knights:
                    return Say("move.set_aside_nothing")
                if _is_one_city(words, step):
                    return Say("move.set_aside", {"city": city, "knights": knights})
                return Say("move.set_aside_dice", {"dice": city, "knights": knights})
            case "stop" if words.get("take") == "knight":
                return Say("move.stop_knight")
            case "stop":
                return Say("move.stop_city", {"points": _gained(step)})
            case _:
                return super().line(words, step)


def _is_one_city(words: JsonObject, step: Step | None) -> bool:
    """Tell whether every die of the city touches another, of these or of those built before."""
    new = [Cell(*placed["cell"]) for placed in words.get("city", ())]
    before = () if step is None or step.before is None else step.before.state.city
    there = {*new, *before}
    return all(any(cell.beside(side) in there for side in Side) for cell in new)


def _gained(step: Step | None) -> int:
    """Return what a stop scored; nothing where it was taken back."""
    if step is None:
        return 0
    before = 0 if step.before is None else sum(step.before.state.scores)
    return int(sum(step.state.scores) - before)
