"""The referee of Yacht: what five dice on the table mean in a turn of three throws.

A throw shows as five dice that did not lie there so before. Between two throws the dice that are kept
lie on the table alone, where they were or put aside. The box is a person's choice: it is offered, never
read.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.yacht.odds import advice
from companion.games.yacht.sheets import DICE
from companion.games.yacht.state import State
from companion.table.plays.dice_readings import faces_text, likely_readings
from companion.table.plays.play import Position
from companion.table.plays.verdict import Choice, JsonObject, Proposal, Say, Verdict
from companion.table.plays.yacht.keeping import Kept, ways_to_have_kept
from companion.table.plays.yacht.memory import Lain, unmoved_in
from vision.reading import DiceReading

MOST_BOXES = 4
"""So many boxes are offered: the most promising ones. Every other is a tap on the sheet."""


def weigh(position: Position[State], memory: Lain, reading: DiceReading) -> Verdict[Lain]:
    """Say what a finished reading means in this position."""
    if position.has_ended:
        return Verdict(memory.spent_now())
    if position.state.throws == 0:
        return _first_throw(position, memory, reading)
    if not position.state.may_throw or _lies_as_it_lay(memory, reading):
        return Verdict(memory, boxes(position, memory))
    if len(reading.dice) < DICE:
        return _being_lifted(position, memory, reading)
    return _thrown_again(position, memory, reading)


def boxes(position: Position[State], memory: Lain) -> Proposal[Lain] | None:
    """Offer the most promising boxes for what was thrown."""
    found = advice(position.state)
    if found is None:
        return None
    choices = tuple(
        Choice(
            f"score-{way.box}",
            Say("yacht.score_in", {"term": f"yacht.box.{way.box}", "points": way.points}),
            ({"seat": position.mover, "move": "score", "box": way.box},),
            memory.spent_now(),
        )
        for way in found.boxes[:MOST_BOXES]
    )
    return Proposal("pending", Say("yacht.choose_box"), choices)


def _first_throw(position: Position[State], memory: Lain, reading: DiceReading) -> Verdict[Lain]:
    if reading.is_empty and reading.sure:
        return Verdict(Lain(spent=True))
    stayed = unmoved_in(memory.dice, reading) if memory.spent else {}
    if stayed and len(stayed) == len(reading.dice):
        return Verdict(memory)  # what the turn before left there, or what is left of it
    if len(reading.dice) != DICE:
        return _wrong_count(memory, reading)
    sure = reading.sure and not stayed
    if position.is_left_over and not memory.spent:
        memory = Lain.of(reading).spent_now()  # no throw of this game, unless somebody says so now
    return _proposed(position, memory, reading, [()], sure)


def _being_lifted(position: Position[State], memory: Lain, reading: DiceReading) -> Verdict[Lain]:
    """Remember which dice are left on the table while the others are in the hand."""
    offered = boxes(position, memory)
    return Verdict(memory.with_left(reading) if reading.sure else memory, offered)


def _thrown_again(position: Position[State], memory: Lain, reading: DiceReading) -> Verdict[Lain]:
    if len(reading.dice) > DICE:
        return _wrong_count(memory, reading)
    if not memory.dice:
        return _proposed(position, memory, reading, [()], sure=False)
    if memory.left is None and _shows_the_same(memory, reading):
        return _moved(position, memory, reading)
    ways, shows = ways_to_have_kept(memory, reading)
    return _proposed(position, memory, reading, ways or [()], reading.sure and shows)


def _shows_the_same(memory: Lain, reading: DiceReading) -> bool:
    """Tell whether the same faces lie there as before, moved though some of them are."""
    return sorted(die.face for die in memory.dice) == sorted(die.face for die in reading.dice)


def _moved(position: Position[State], memory: Lain, reading: DiceReading) -> Verdict[Lain]:
    """Take dice for pushed about that were not seen in the hand and show what they showed.

    Should they have been thrown all the same, that is one tap away.
    """
    if not reading.sure:
        return Verdict(memory, boxes(position, memory))
    now = Lain.of(reading)
    ways, _ = ways_to_have_kept(memory, reading)
    thrown = _proposed(position, memory, reading, ways[:1] or [()], sure=False).proposal
    offered = boxes(position, now)
    assert thrown is not None
    assert offered is not None
    return Verdict(now, replace(offered, choices=(*offered.choices, *thrown.choices[:1])))


def _lies_as_it_lay(memory: Lain, reading: DiceReading) -> bool:
    """Tell whether nothing has happened: the throw lies there whole, or nothing was ever seen of it."""
    whole = len(reading.dice) == len(memory.dice) == DICE
    return whole and len(unmoved_in(memory.dice, reading)) == DICE


def _proposed(
    position: Position[State], memory: Lain, reading: DiceReading, ways: Sequence[Kept], sure: bool
) -> Verdict[Lain]:
    """Propose a throw; ask where dice or what was kept is not sure."""
    choices: list[Choice[Lain]] = []
    for way in ways:
        for read in likely_readings(reading):
            words = _throw(position, read, way)
            say = _said(words)
            if say not in [choice.say for choice in choices] and _is_allowed(position, words):
                dice = tuple(die for number, die in enumerate(read.dice) if number not in way)
                choices.append(Choice(f"throw-{len(choices)}", say, (words,), Lain.of(read), dice))
    if sure and choices:
        return Verdict(memory, Proposal("move", choices[0].say, tuple(choices)))
    code = "yacht.which_kept" if reading.sure and len(choices) > 1 else "ask.throw_unsure"
    return Verdict(memory, Proposal("question", Say(code), tuple(choices)))


def _throw(position: Position[State], reading: DiceReading, kept: Kept) -> JsonObject:
    faces = [die.face for number, die in enumerate(reading.dice) if number not in kept]
    words: JsonObject = {"seat": position.mover, "move": "throw", "faces": faces}
    if kept:
        words["kept"] = [reading.dice[number].face for number in kept]
    return words


def _said(words: JsonObject) -> Say:
    faces = faces_text(words["faces"])
    if "kept" in words:
        return Say(
            "yacht.throw_again",
            {"seat": words["seat"], "faces": faces, "kept_faces": faces_text(words["kept"])},
        )
    return Say("throw.seen", {"seat": words["seat"], "faces": faces})


def _is_allowed(position: Position[State], words: JsonObject) -> bool:
    """Tell whether every face is one of ordinary dice, and what was kept lay there."""
    try:
        rest = {key: value for key, value in words.items() if key != "seat"}
        move = position.game.parse(position.state, position.state.seat, rest)
        position.game.play(position.state, move)
    except ValueError:
        return False
    return True


def _wrong_count(memory: Lain, reading: DiceReading) -> Verdict[Lain]:
    """Say that there are too many dice, or too few, and wait until there are five."""
    params: dict[str, str | int | float] = {"seen": len(reading.dice), "expected": DICE}
    code = "notice.dice_missing" if len(reading.dice) < DICE else "notice.too_many_dice"
    return Verdict(memory, notice=Say(code, params))
