"""The symbol die: it turns the glass where it comes to rest.

A die that was not seen to lie there so before was rolled. Whoever pushed it, or put it down before the
next player, stops the move that is shown; one that lies nearly as it lay is asked about.
"""

from dataclasses import replace

from companion.games.ubongo.components import Symbol
from companion.games.ubongo.state import Phase, State
from companion.table.hooks.position import Readings, reading_of
from companion.table.hooks.verdict import Choice, JsonObject, Proposal, Say, Verdict
from companion.table.plays.dice_readings import likely_readings
from companion.table.plays.lying import DieLying
from companion.table.plays.ubongo.gem_picture import BOARD_REACHES, sheets_in
from companion.table.plays.ubongo.memory import Memory
from vision.dice.beside_tokens import dice_beside, the_one_sure
from vision.readings.dice import DiceReading, Die
from vision.readings.tokens import TokenReading

ALIKE_DEG = 360.0
"""No symbol looks the same after a turn."""
OUTLINE_ALIKE_DEG = 90.0
"""The die's outline does after a quarter turn, and which way up a symbol is may be misread. A roll
hardly ever ends in the outline in which the die lay, with the same symbol."""
NO_DOUBT_OF_THE_DIE = frozenset({"maybe_missed"})
"""Doubts that do not matter where one die is surely read: there is no other that could be missed."""


def die_of(readings: Readings) -> DiceReading | None:
    """Return the die as it was read; gems, holes, pawns and puzzles that look like one are none.

    Where it is surely read, what may be another die is none: there is but one.
    """
    dice, tokens = reading_of(DiceReading, readings), reading_of(TokenReading, readings)
    if dice is None:
        return None
    if tokens is not None:
        dice = dice_beside(dice, tokens, BOARD_REACHES, sheets_in(readings))
    return the_one_sure(dice)


def rolled(state: State, memory: Memory, reading: DiceReading) -> Verdict[Memory]:
    """Say what the die means: the round's start, its symbol, or nothing."""
    now = state.round
    starts = now.phase is Phase.TO_ROLL
    if not starts and (now.symbol is not None or now.phase is not Phase.RUNNING):
        return Verdict(_seen(memory, reading))
    if reading.is_empty:
        return Verdict(_seen(memory, reading))
    if len(reading.dice) > 1:
        return Verdict(memory, notice=Say("ubongo.referee.dice", {"seen": len(reading.dice)}))
    die = reading.dice[0]
    lies = DieLying.of(die)
    if _lies_as_before(memory, die):
        return Verdict(memory)
    if not memory.looked:
        told_later = _ask(state, memory, reading, "ubongo.referee.which_symbol")
        return Verdict(memory.with_die(lies)) if starts else told_later
    if starts and memory.die is not None and memory.die.is_pushed(lies, ALIKE_DEG):
        return _ask(state, memory, reading, "ubongo.referee.rolled_or_pushed")
    if starts and not _is_sure(reading) and _is_one(reading):
        # The glass must not wait until somebody has said what the die shows.
        say = Say("ubongo.referee.start", {"seat": state.name(state.starter)})
        choice = Choice("start", say, (_start(None),), memory.without_die())
        nothing = _nothing_rolled(memory, lies)
        return Verdict(memory, Proposal("move", choice.say, (choice, nothing)))
    if not _is_sure(reading):
        return _ask(state, memory, reading, "ubongo.referee.which_symbol")
    choices = (*_choices(state, memory, reading), _nothing_rolled(memory, lies))
    return Verdict(memory, Proposal("move", choices[0].say, choices))


def lying_now(memory: Memory, reading: DiceReading | None) -> Memory:
    """Return the memory once a person started the round: the die may be rolling, or lie there."""
    if reading is None or len(reading.dice) != 1 or _lies_as_before(memory, reading.dice[0]):
        return memory
    return memory.without_die()


def _seen(memory: Memory, reading: DiceReading) -> Memory:
    """Return the memory with the die as it lies now, where that is sure."""
    if reading.is_empty:
        is_bare = reading.sure and not reading.covered
        return memory.with_die(None) if is_bare else memory
    return memory.with_die(DieLying.of(reading.dice[0])) if _is_sure(reading) else memory


def _lies_as_before(memory: Memory, die: Die) -> bool:
    """Tell whether the die has not been touched; one that is not surely read is taken for it there."""
    if memory.die is None:
        return False
    now = DieLying.of(die)
    now = now if die.sure else replace(now, face=memory.die.face)
    return memory.die.is_unmoved(now, OUTLINE_ALIKE_DEG)


def _is_sure(reading: DiceReading) -> bool:
    """Tell whether the one die of the game is surely read."""
    is_sure = [die.sure for die in reading.dice] == [True]
    return is_sure and set(reading.doubts) <= NO_DOUBT_OF_THE_DIE


def _is_one(reading: DiceReading) -> bool:
    """Tell whether the only doubt is which symbol it shows."""
    die = reading.dice[0]
    return set(reading.doubts) <= {"die"} and not (die.sure or die.cut_off)


def _ask(state: State, memory: Memory, reading: DiceReading, code: str) -> Verdict[Memory]:
    choices = _choices(state, memory, reading)
    nothing = _nothing_rolled(memory, DieLying.of(reading.dice[0]))
    return Verdict(memory, Proposal("question", Say(code), (*choices, nothing)))


def _choices(state: State, memory: Memory, reading: DiceReading) -> tuple[Choice[Memory], ...]:
    """Return what the die may mean, likely symbols first."""
    found: list[Choice[Memory]] = []
    symbols = {str(symbol): symbol for symbol in Symbol}
    for way in likely_readings(reading):
        symbol = symbols.get(way.dice[0].face)
        if symbol is None:
            continue
        starts = state.round.phase is Phase.TO_ROLL
        words = _start(symbol) if starts else {"move": "symbol", "symbol": str(symbol)}
        params = {"seat": state.name(state.starter), "term": f"ubongo.symbol.{symbol}"}
        say = Say("ubongo.referee.rolled", params)
        found.append(
            Choice(f"symbol-{symbol}", say, (words,), memory.with_die(DieLying.of(way.dice[0])))
        )
    return tuple(found)


def _nothing_rolled(memory: Memory, lies: DieLying) -> Choice[Memory]:
    return Choice("not-rolled", Say("ubongo.referee.not_rolled"), (), memory.with_die(lies))


def _start(symbol: Symbol | None) -> JsonObject:
    return {"move": "start", **({} if symbol is None else {"symbol": str(symbol)})}
