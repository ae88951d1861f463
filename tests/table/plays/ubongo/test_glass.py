"""The hourglass at the table: turned, laid on its side, measured, and shown as the table wants it."""

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from random import Random
from threading import Event

import pytest

from companion.devices.device import DARK, Press
from companion.errors import IllegalMove
from companion.games.game import EVERYONE, HOST
from companion.table.owner.owner import Owner
from companion.table.shapes.box import GlassShape
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.table.conftest import BACKENDS, Bench, bench_on, wall
from tests.table.paper_table import PaperHands
from vision.clock import SteppedClock

ROOT = Path(__file__).parents[4]
FIRST_LINE = {"game": "ubongo", "seats": ["Ana", "Bob"]}


@pytest.fixture
def ubongo(bench: Bench) -> Bench:
    bench.table.start_sitting(FIRST_LINE)
    return bench


def key(bench: Bench, name: str = "ok") -> None:
    bench.table.devices.press(Press(name, bench.clock.now()))


def left_s(bench: Bench) -> float:
    shape = bench.table.state(EVERYONE)["timer"]
    assert shape is not None
    return shape["left_s"]


def runs(bench: Bench) -> bool:
    shape = bench.table.state(EVERYONE)["timer"]
    return shape is not None and shape["running"]


def glass(bench: Bench) -> GlassShape:
    return bench.table.state(HOST)["glass"]


def test_a_key_turns_the_glass_and_the_symbol_is_told_later(ubongo: Bench) -> None:
    key(ubongo)
    assert runs(ubongo)
    assert ubongo.view()["symbol"] is None
    ubongo.table.submit(HOST, "symbol", {"move": "symbol", "symbol": "mask"})
    assert ubongo.view()["symbol"] == "mask"
    assert left_s(ubongo) == 45.0


def test_the_same_key_lays_it_on_its_side_and_stands_it_up(ubongo: Bench) -> None:
    key(ubongo)
    ubongo.wait(10.0)
    key(ubongo)
    assert ubongo.table.devices.signals.lamps["status"] == "blinking"
    ubongo.wait(100.0)
    assert left_s(ubongo) == 35.0
    key(ubongo)
    ubongo.wait(34.9)
    assert runs(ubongo)
    ubongo.wait(0.1)
    assert not runs(ubongo)
    assert ubongo.view()["phase"] == "to_turn"
    key(ubongo)
    assert (ubongo.view()["turned"], left_s(ubongo)) == (True, 45.0)


def test_a_press_tells_when_the_glass_was_laid_down_not_when_that_was_heard(ubongo: Bench) -> None:
    key(ubongo)
    ubongo.wait(10.0)
    pressed_at = ubongo.clock.now()
    ubongo.wait(3.0)
    ubongo.table.devices.press(Press("ok", pressed_at))
    assert left_s(ubongo) == 35.0


def test_over_an_hour_no_glass_loses_time(bench: Bench) -> None:
    """Ticks come when they come, some a second late; each end is when it was due all the same."""
    rng, ends = Random(1), list[float]()
    while bench.clock.now() < 3600.0:
        bench.table.start_sitting({**FIRST_LINE, "options": {"rounds": 36}})
        for _ in range(5):
            key(bench)
            due = bench.clock.now() + 45.0
            while runs(bench):
                bench.clock.wait(Event(), rng.choice((0.02, 0.3, 1.3)))
                bench.table.tick()
            last = bench.table.state(HOST)["history"][-1]
            happened = datetime.fromisoformat(last["at"])
            ends.append(bench.clock.now() - due - (wall() - happened).total_seconds())
    assert len(ends) >= 75
    assert max(map(abs, ends)) <= 0.001  # an entry's time is written in milliseconds


def test_an_end_taken_back_comes_back_paused_with_nothing_left(ubongo: Bench) -> None:
    """Gems that were in the hand in time can then be entered, and no second glass runs meanwhile."""
    key(ubongo)
    ubongo.table.devices.press(Press("call-1", ubongo.clock.now()))
    ubongo.wait(46.0)
    ubongo.table.submit(HOST, "back", {"move": "undo"})
    assert (left_s(ubongo), runs(ubongo)) == (0.0, False)
    row = ubongo.view()["players"]["Ana"]["pawn"]
    ubongo.table.submit(HOST, "take", {"seat": "Ana", "move": "take", "row": row})
    ubongo.wait(100.0)
    ubongo.table.run_timer(HOST, True)
    ubongo.wait(0.0)
    assert ubongo.view()["round"] == 2


def test_a_start_taken_back_runs_anew_from_the_next_start(ubongo: Bench) -> None:
    key(ubongo)
    ubongo.wait(20.0)
    ubongo.table.submit(HOST, "back", {"move": "undo"})
    assert ubongo.table.state(EVERYONE)["timer"] is None
    key(ubongo)
    assert (left_s(ubongo), runs(ubongo)) == (45.0, True)


def test_a_glass_is_measured_by_two_presses_and_counts_from_then_on(bench: Bench) -> None:
    bench.table.owner.measure_glass("arm")
    assert glass(bench)["measuring"] == "armed"
    key(bench, "call-3")
    assert bench.table.devices.signals.sound == "tick"
    bench.wait(58.6)
    assert (glass(bench)["measuring"], glass(bench)["measuring_s"]) == ("running", 58.6)
    bench.table.owner.measure_glass("press")
    assert glass(bench) == {
        "shows": "both",
        "measuring": None,
        "measuring_s": None,
        "measured_s": 59,
    }
    assert bench.table.games["ubongo"]["options"]["seconds"]["default"] == 59
    bench.table.start_sitting(FIRST_LINE)
    key(bench)
    assert left_s(bench) == 59.0
    bench.table.start_sitting({**FIRST_LINE, "options": {"seconds": 30}})
    key(bench)
    assert left_s(bench) == 30.0


def test_a_key_pressed_twice_by_mistake_begins_the_measuring_anew(bench: Bench) -> None:
    bench.table.owner.measure_glass("arm")
    key(bench)
    bench.wait(0.4)
    key(bench)
    bench.wait(45.0)
    key(bench)
    assert glass(bench)["measured_s"] == 45


def test_without_being_made_ready_nothing_is_measured(ubongo: Bench) -> None:
    with pytest.raises(IllegalMove, match="no glass is being measured"):
        ubongo.table.owner.measure_glass("press")
    ubongo.table.owner.measure_glass("arm")
    ubongo.table.owner.measure_glass("cancel")
    key(ubongo)
    assert runs(ubongo)
    assert glass(ubongo)["measured_s"] is None


@pytest.mark.parametrize(
    ("shows", "lamps", "sounds"),
    [("both", True, True), ("light", True, False), ("sound", False, True), ("page", True, False)],
)
def test_it_is_shown_as_the_table_wants_it(ubongo: Bench, shows: str, lamps: bool, sounds: bool) -> None:
    ubongo.table.owner.show_glass_with(shows)  # type: ignore[arg-type]
    key(ubongo)
    ubongo.wait(45.0)
    signals = ubongo.table.devices.signals
    assert (bool(signals.lamps), signals.sound == "end") == (lamps, sounds)
    ubongo.wait(10.0)
    assert ubongo.table.devices.signals == DARK


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "glass.json"


def table_on(path: Path) -> Bench:
    clock = SteppedClock()
    table = Table(Journal(":memory:"), clock, wall, BACKENDS, owner=Owner(path.parent))
    return Bench(table, clock, PaperHands(None))  # type: ignore[arg-type]


def test_what_was_set_and_measured_outlasts_the_program(kept: Path) -> None:
    first = table_on(kept)
    first.table.owner.show_glass_with("light")
    first.table.owner.measure_glass("arm")
    key(first)
    first.clock.wait(Event(), 61.0)
    key(first)
    first.table.close()
    second = table_on(kept)
    assert (glass(second)["shows"], glass(second)["measured_s"]) == ("light", 61)
    second.table.close()


DEEP = "[" * 3000 + "]" * 3000


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"shows": "smoke", "measured_s": "x"}', "\x00", DEEP])
def test_a_damaged_file_is_as_none(kept: Path, text: str) -> None:
    kept.write_text(text)
    table = table_on(kept)
    assert (glass(table)["shows"], glass(table)["measured_s"]) == ("both", None)
    table.table.close()


def test_killed_while_the_glass_runs_it_comes_back_paused_with_what_was_left(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    command = [sys.executable, "-m", "tests.table.plays.ubongo.killed_glass", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        shown = [json.loads(running.stdout.readline()) for _ in range(30)]
        running.kill()
        shown += [json.loads(line) for line in running.stdout if line.endswith("\n")]
    bench = bench_on(path, 1)
    assert not runs(bench)
    last_left_s = shown[-1]
    assert last_left_s - 0.2 <= left_s(bench) <= last_left_s + 1.2
    bench.table.run_timer(HOST, True)
    assert runs(bench)
    bench.table.close()
