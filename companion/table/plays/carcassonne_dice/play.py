"""Carcassonne – The Dice Game at the table: nine dice, read as they are thrown, built and lifted."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.games.carcassonne_dice.city import Cell
from companion.games.carcassonne_dice.faces import CATAPULT, DICE, Side
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.carcassonne_dice.state import State
from companion.games.history import CORRECT, UNDO, History, Step
from companion.table.hooks.drawing import Seated, Word
from companion.table.hooks.position import Position, Readings
from companion.table.hooks.speaking import Awaiting, StoryLine
from companion.table.hooks.verdict import Choice, JsonObject, Say, Verdict
from companion.table.plays.carcassonne_dice.cities import drawn, found, with_faces
from companion.table.plays.carcassonne_dice.drawing import drawing
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.carcassonne_dice.referee import CarcassonneReferee
from companion.table.plays.carcassonne_dice.story import ending, highlights, pictured
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.play import Play
from vision.dice.sets import DiceSet
from vision.reading import DiceReading, Die, Reading


class CarcassonneDicePlay(Play[State, Layout]):
    """Follows throws, the city being built, knights put aside, and the end of a turn."""

    sets: ClassVar[Mapping[str, str]] = {"dice": "carcassonne"}
    all_dice: ClassVar[int | None] = DICE

    def nothing_seen(self) -> Layout:
        """Return the layout before anything was seen."""
        return Layout()

    def memory_words(self, memory: Layout | None) -> JsonObject | None:
        """Write where the dice lay."""
        return None if memory is None else memory.to_json()

    def memory_of(self, words: JsonObject) -> Layout:
        """Read where the dice lay."""
        return Layout.from_json(words)

    def with_sets(self, words: JsonObject, sets: Mapping[str, str]) -> JsonObject:
        """Return a first line that says what the faces are, where a taught set says it."""
        return with_faces(words, sets["dice"])

    def weigh(self, position: Position[State], memory: Layout, readings: Readings) -> Verdict[Layout]:
        """Say what the dice mean."""
        reading = _dice(readings)
        if reading is None:
            return Verdict(memory)
        left_over = position.is_left_over and memory.unknown
        return _referee(position).weigh(position.state, memory, reading, left_over=left_over)

    def entered(self, words: JsonObject, memory: Layout, readings: Readings) -> Layout:
        """Return where the dice lie after a move that was entered by hand."""
        kind = words.get("move")
        if kind == "stop":
            return memory.spent_now()
        if kind == UNDO:
            return Layout()  # what lies there is weighed anew
        if kind in ("throw", CORRECT):
            reading = _dice(readings)
            is_seen = reading is not None and not (kind == "throw" and _lacks(reading, words))
            return Layout.as_thrown(reading) if reading is not None and is_seen else Layout()
        return memory

    def put_right(self, memory: Layout, read: Die, face: str) -> Layout:
        """Return where the dice lie, one of them with the face that it really shows."""
        return memory.put_right(read, face)

    def glimpsed(self, position: Position[State], memory: Layout, readings: Readings) -> Layout:
        """Remember a throw that was gone before it was read to the end."""
        reading = _dice(readings)
        if reading is None:
            return memory
        return _referee(position).glimpsed(position.state, memory, reading)

    def stands_for(self, words: JsonObject, choice: Choice[Layout]) -> bool:
        """Tell whether this is the stop that the table offers: with what lies built on the table."""
        return words.get("move") == "stop" and choice.moves[-1:] == (words,)

    def drawn(self, state: State, memory: Layout, readings: Readings) -> JsonObject:
        """Return the cities with their open edges; dice that touch as they fell are none."""
        reading = _dice(readings)
        if reading is None:
            return {}
        fell = memory.as_fell(reading)
        return {"cities": [city for city in drawn(reading, state.faces) if set(city["dice"]) - fell]}

    def found(self, reading: Reading, taught: DiceSet) -> JsonObject:
        """Return the cities that stand in a photograph, and what they score."""
        return found(reading, taught) if isinstance(reading, DiceReading) else {}

    def drawing(self, view: JsonObject, seats: Sequence[Seated], word: Word) -> str:  # noqa: ARG002
        """Draw the position for screens that run no scripts."""
        return drawing(view)

    def ending(self, state: State) -> Say | None:
        """Return what ended the game."""
        return ending(state)

    def task(self, now: Awaiting) -> Say:
        """Return what the game waits for: a throw, or what the player decides between two."""
        dice: int = now.view["dice_to_throw"]
        is_first = now.view["throw"] == 0
        if now.is_others:
            return now.throws(dice if is_first else 0)
        if dice == 0 and not is_first:
            return Say("wait.last" if now.view["throw"] == now.view["throws"] else "wait.no_dice")
        return Say("wait.throw" if is_first else "wait.decide", {"dice": dice})

    def highlights(self, history: History) -> Sequence[StoryLine]:
        """Return the largest city, and the throws that chance was against, or for in vain."""
        return highlights(history)

    def pictured(self, history: History) -> State:
        """Return the turn in which a winner built his largest city."""
        return pictured(history)

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


def _referee(position: Position[State]) -> CarcassonneReferee:
    assert isinstance(position.game, CarcassonneDice)
    return CarcassonneReferee(position.game, position.setup.seats)


def _dice(readings: Readings) -> DiceReading | None:
    reading = readings.get("dice")
    return reading if isinstance(reading, DiceReading) else None


def _lacks(reading: DiceReading, words: JsonObject) -> bool:
    """Tell whether dice of a throw that was entered are not seen: they may be rolling still.

    Catapults may be passed on already.
    """
    entered: list[str] = words["faces"]
    missed = Counter(entered) - Counter(die.face for die in reading.dice)
    return bool(missed.keys() - {CATAPULT})


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


PLAY = CarcassonneDicePlay()
