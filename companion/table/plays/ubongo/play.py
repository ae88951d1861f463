"""Ubongo at the table: its hourglass, calls and keys, and what the camera sees of gems and die."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.devices.device import Press
from companion.games.history import CORRECT, UNDO, Step
from companion.games.ubongo.components import HOLES, ROWS
from companion.games.ubongo.state import Phase, State
from companion.table.hooks.position import Position, Readings
from companion.table.hooks.seeing import Check
from companion.table.hooks.speaking import Awaiting
from companion.table.hooks.timing import Happened, Timer
from companion.table.hooks.verdict import Choice, JsonObject, Say
from companion.table.plays.play import Play
from companion.table.plays.ubongo.calls import in_order
from companion.table.plays.ubongo.drawing import drawing
from companion.table.plays.ubongo.gem_picture import ALL_HOLES, GemPicture, Hole, is_over_board
from companion.table.plays.ubongo.lines import line
from companion.table.plays.ubongo.memory import Memory
from companion.table.plays.ubongo.referee import puzzle_told, weigh
from companion.table.plays.ubongo.rolling import die_of, lying_now
from companion.table.plays.ubongo.story import highlights


def checks(state: State, readings: Readings) -> Sequence[Check]:
    """Return what is so, and what is still missing; nothing where the table strews the gems itself."""
    picture = GemPicture.of(readings)
    if picture is not None:
        missing = len(ALL_HOLES) - picture.count
        return (Check(Say("ubongo.set_up.gems", {"count": missing}), missing == 0),)
    if "tokens" not in readings or state.laid is None:
        return ()
    return (Check(Say("ubongo.referee.no_board"), is_done=False),)


class UbongoPlay(Play[State, Memory]):
    """Turns the glass into a deadline, keys into calls, and gems that are gone into takes."""

    sets: ClassVar[Mapping[str, str]] = {
        "dice": "ubongo_symbols",
        "tokens": "ubongo_gems",
        "outlines": "printed",
    }
    memory: ClassVar = Memory
    glass_option: ClassVar[str | None] = "seconds"
    glass_key: ClassVar[str | None] = "ok"
    ends_time: ClassVar[frozenset[str]] = frozenset({"time_up"})

    # What is seen.

    def possible(self, readings: Readings) -> Readings:
        """Return readings without dice on the gem board or a puzzle: none is rolled there."""
        die = die_of(readings)
        return readings if die is None else {**readings, "dice": die}

    weigh = staticmethod(weigh)
    checks = staticmethod(checks)

    def is_set_up_by(self, state: State) -> bool:
        """Tell whether only the gems were told: nobody has rolled yet."""
        return state.round.number == 1 and state.round.phase in (Phase.LAYING_OUT, Phase.TO_ROLL)

    def entered(self, words: JsonObject, memory: Memory, readings: Readings) -> Memory:
        """Return what is remembered after a move by hand."""
        if words.get("move") in (UNDO, CORRECT):
            return memory.in_doubt()
        if words.get("move") != "start":
            return memory
        return lying_now(memory, die_of(readings))

    def stands_for(self, words: JsonObject, choice: Choice[Memory]) -> bool:
        """Tell whether a start by hand is the roll that was seen, which knows the symbol."""
        seen = choice.moves[-1] if choice.moves else {}
        if words.get("move") != "start" or seen.get("move") != "start":
            return False
        return words.get("symbol", seen.get("symbol")) == seen.get("symbol")

    def drawn(self, state: State, memory: Memory, readings: Readings) -> JsonObject:  # noqa: ARG002
        """Return the board as it is surely seen, ``gems``: six rows of twelve colours or null;
        ``found``, every gem with its centre in fractions of the picture, its diameter in widths of it,
        and whether it is sure; ``text``, what was read in words; and ``sure``, whether all that counts
        now is. Of a puzzle on the board ``text`` alone."""
        if is_over_board(readings):
            puzzle = puzzle_told(state, readings)
            return {} if puzzle is None else {"text": _text(puzzle)}
        picture = GemPicture.of(readings)
        if picture is None:
            return {}
        rows = [[picture.looks[Hole(row, hole)].sure_colour for hole in range(HOLES)] for row in ROWS]
        say = Say("ubongo.reading", {"count": picture.count})
        die, is_over = die_of(readings), state.round.phase is Phase.ENDED
        is_known = all(look.is_sure for look in picture.looks.values())
        return {
            "text": _text(say),
            "found": picture.found(beside=is_over),
            "sure": is_known
            and (die is None or die.sure)
            and (not is_over or picture.loose() is not None),
            "gems": [[colour and str(colour) for colour in row] for row in rows],
        }

    # What is said and timed, and what keys mean.

    drawing = staticmethod(drawing)

    def awaits(self, now: Awaiting, name: str) -> bool:
        """Tell whether a player is to move, may call, or may take."""
        return now.mover == name or (now.reader == name and not {"call", "take"}.isdisjoint(now.may))

    def task(self, now: Awaiting) -> Say:
        """Return what the phase waits for."""
        phase = now.view["phase"]
        if phase == "ended":
            return Say("wait.move")
        if now.is_own and phase in ("to_roll", "taking"):
            return Say(f"ubongo.task.{phase}")
        if phase == "running" and sum(map(len, now.view["calls"])) == len(now.view["players"]):
            return Say("ubongo.wait.all_called")
        return Say(f"ubongo.wait.{phase}", {"seat": now.mover or now.view["starter"]})

    highlights = staticmethod(highlights)

    def line(self, words: JsonObject, step: Step | None) -> Say:
        """Return what the history says of a move."""
        return line(words, step) or super().line(words, step)

    def timer(self, position: Position[State]) -> Timer | None:
        """Return the time until the sand is through: for those with the least of it first."""
        state = position.state
        if state.round.phase is not Phase.RUNNING:
            return None
        left = {
            seat: state.seconds[seat - 1]
            for seat in state.all_seats
            if seat not in state.round.out_of_time
        }
        next_s = min(left.values())
        out = [state.name(seat) for seat, seconds in left.items() if seconds == next_s]
        moves: tuple[JsonObject, ...] = ({"move": "time_up"},)
        if len(out) < len(left):
            moves = tuple({"seat": name, "move": "time_up"} for name in out)
        key = f"round {state.round.number}, glass {1 + state.round.turned}"
        return Timer(key, float(next_s), moves)

    def in_order(self, happened: Happened, recent: Sequence[Happened]) -> Sequence[Happened]:
        """Put a call in its place among those that came before it."""
        return in_order(happened, recent) if happened.words.get("move") == "call" else (happened,)

    def pressed(self, position: Position[State], press: Press) -> JsonObject | None:
        """Take a call key as the call of its seat, and OK for turning the glass."""
        kind, _, number = press.key.partition("-")
        seats = position.setup.seats
        if press.key == self.glass_key:
            return _read_turning(position.state)
        if kind != "call" or not number.isdigit() or not 1 <= int(number) <= len(seats):
            return None
        return {"seat": seats[int(number) - 1], "move": "call"}


def _text(say: Say) -> JsonObject:
    return {"code": say.code, "params": dict(say.params)}


def _read_turning(state: State) -> JsonObject | None:
    """Return what it means to turn the glass now; None if it is not turned."""
    kinds = {Phase.TO_ROLL: "start", Phase.TO_TURN: "turn_glass"}
    return {"move": kinds[state.round.phase]} if state.round.phase in kinds else None


PLAY = UbongoPlay()
