"""How punctual the table's clock is while readings take long."""

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.plain_dice.rules import State
from companion.table.hooks.position import Position
from companion.table.hooks.timing import Timer
from companion.table.plays.plain_dice.play import PLAY
from companion.table.storage.journal import Journal
from companion.table.workers import THREADS_TAKE_TURNS_S
from tests.table.running import WallClock, running

DEADLINES, SECONDS, READING_S = 100, 2.0, 5.0


@pytest.mark.bench
@pytest.mark.parametrize("reading", ["waiting", "computing"])
def test_deadlines_of_two_seconds_while_readings_take_five(
    monkeypatch: pytest.MonkeyPatch, reading: str
) -> None:
    """A hundred deadlines, one after the other, while the dice are read again all the time."""

    def timer(self: object, position: Position[State]) -> Timer:
        return Timer(str(position.state.throws), SECONDS, ({"move": "throw", "faces": ["2"]},))

    def takes_long() -> None:
        ends = time.monotonic() + READING_S
        while reading == "computing" and time.monotonic() < ends:
            sum(number * number for number in range(2000))
        threading.Event().wait(max(0.0, ends - time.monotonic()))

    monkeypatch.setattr(type(PLAY), "timer", timer)
    usual_turns_s = sys.getswitchinterval()
    sys.setswitchinterval(THREADS_TAKE_TURNS_S)
    with running(Journal(":memory:"), clock=WallClock()) as table:
        usual = table.reader.does.act

        def slow(call: Callable[[], Any]) -> Any:
            takes_long()
            table.camera.knock()
            return usual(call)

        monkeypatch.setattr(table.reader.does, "act", slow)
        late: list[float] = []
        with table.table.woken() as woken:
            due = table.table.due
            while len(late) < DEADLINES:
                woken.wait(1.0)
                woken.clear()
                now, next_due = time.monotonic(), table.table.due
                if due is not None and next_due is not None and next_due > due + SECONDS / 2:
                    late.append(now - due)
                    due = next_due
        assert table.faults() == []
    sys.setswitchinterval(usual_turns_s)
    late.sort()
    met = sum(1 for seconds in late if seconds <= 0.05)
    print(
        f"\n{DEADLINES} deadlines of {SECONDS} s, readings of {READING_S} s ({reading}): "
        f"{met} met within 50 ms; late by median {1000 * late[len(late) // 2]:.1f} ms, "
        f"most {1000 * late[-1]:.1f} ms"
    )
