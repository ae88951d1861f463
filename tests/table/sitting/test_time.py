"""The game's time: it runs by the table's clock, whatever the eyes do, and a power cut pauses it."""

from pathlib import Path

import pytest

from companion.devices.device import DARK, Press
from companion.errors import IllegalMove, NotAllowed
from companion.games.game import EVERYONE, HOST, Seat, Words, seat_role
from companion.table.hooks.timing import Timer
from companion.table.plays.ubongo.play import PLAY
from companion.table.shapes.box import TimerShape
from companion.table.supervision.supervisor import Nonsense
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie, reading_of

ANA = seat_role(Seat(1))
SECONDS = 45.0


@pytest.fixture
def ubongo(bench: Bench) -> Bench:
    bench.table.start_sitting({"game": "ubongo", "seats": ["Ana", "Bob"]})
    return bench


def start(bench: Bench) -> None:
    bench.table.submit(HOST, "start", {"move": "start", "symbol": "snake"})


def timer(bench: Bench) -> TimerShape:
    shape = bench.table.state(EVERYONE)["timer"]
    assert shape is not None
    return shape


def last(bench: Bench) -> tuple[str, str, str]:
    line = bench.table.state(HOST)["history"][-1]
    return line["move"]["move"], line["by"], line["at"]


def test_no_time_runs_before_the_glass_is_turned(ubongo: Bench) -> None:
    assert ubongo.table.state(EVERYONE)["timer"] is None
    with pytest.raises(IllegalMove, match="no time is running"):
        ubongo.table.run_timer(HOST, False)


def test_the_clock_ends_the_round_and_says_so(ubongo: Bench) -> None:
    start(ubongo)
    assert timer(ubongo) == {"left_s": SECONDS, "of_s": SECONDS, "running": True}
    ubongo.wait(40.0)
    assert timer(ubongo)["left_s"] == pytest.approx(5.0)
    assert last(ubongo)[0] == "start"
    ubongo.wait(5.0)
    assert last(ubongo)[:2] == ("time_up", "clock")
    assert ubongo.table.state(EVERYONE)["timer"] is None


def test_time_that_was_over_before_anyone_looked_ends_when_it_was_over(ubongo: Bench) -> None:
    """A clock worker that was kept waiting makes up for it: the move says when it was due."""
    start(ubongo)
    begun = ubongo.table.state(HOST)["history"][-1]["at"]
    ubongo.wait(47.0)
    kind, _, at = last(ubongo)
    assert kind == "time_up"
    # The wall clock of these tests stands still, so times are counted back from it.
    assert begun == "2026-01-02T20:15:00.000+00:00"
    assert at == "2026-01-02T20:14:58.000+00:00"


def test_a_pause_holds_the_time_until_it_goes_on(ubongo: Bench) -> None:
    start(ubongo)
    ubongo.wait(10.0)
    ubongo.table.run_timer(ANA, False)
    ubongo.wait(100.0)
    assert timer(ubongo) == {"left_s": 35.0, "of_s": SECONDS, "running": False}
    ubongo.table.run_timer(ANA, True)
    ubongo.wait(34.0)
    assert last(ubongo)[0] == "start"
    ubongo.wait(1.0)
    assert last(ubongo)[0] == "time_up"


def test_a_page_that_only_shows_cannot_stop_the_time(ubongo: Bench) -> None:
    start(ubongo)
    with pytest.raises(NotAllowed, match="only shows"):
        ubongo.table.run_timer(EVERYONE, False)


def test_after_a_power_cut_the_time_is_paused_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    first = bench_on(path, 1)
    first.table.start_sitting({"game": "ubongo", "seats": ["Ana", "Bob"]})
    start(first)
    for _ in range(40):
        first.wait(0.5)
    first.table._journal.close()  # as if the plug had been pulled: nothing else is said or written
    first.table._broadcaster.close()
    second = bench_on(path, 1)
    shape = timer(second)
    assert shape["running"] is False
    assert 25.0 <= shape["left_s"] <= 26.0
    second.wait(100.0)
    assert last(second)[0] == "start"
    second.table.run_timer(HOST, True)
    second.wait(26.0)
    assert last(second)[0] == "time_up"
    second.table.close()


def test_a_correction_that_begins_no_new_round_leaves_the_time_running(ubongo: Bench) -> None:
    start(ubongo)
    ubongo.wait(10.0)
    ubongo.table.submit(ANA, "call", {"move": "call"})
    assert timer(ubongo)["left_s"] == pytest.approx(35.0)
    ubongo.table.submit(HOST, "back", {"move": "undo"})
    assert timer(ubongo)["left_s"] == pytest.approx(35.0)


def test_players_with_less_time_are_out_of_it_first(bench: Bench) -> None:
    first_line: Words = {
        "game": "ubongo",
        "seats": ["Ana", "Bob"],
        "options": {"seconds": 30, "extra_seconds": {"Bob": 15}},
    }
    bench.table.start_sitting(first_line)
    start(bench)
    bench.wait(30.0)
    assert bench.table.state(HOST)["history"][-1]["move"] == {"seat": "Ana", "move": "time_up"}
    bench.wait(15.0)
    assert bench.table.state(HOST)["history"][-1]["move"] == {"move": "time_up"}


def test_keys_are_calls_in_the_order_in_which_they_were_pressed(ubongo: Bench) -> None:
    start(ubongo)
    ubongo.table.devices.press(Press("call-2", ubongo.clock.now()))
    ubongo.table.devices.press(Press("call-1", ubongo.clock.now()))
    ubongo.table.devices.press(Press("call-4", ubongo.clock.now()))
    lines = ubongo.table.state(HOST)["history"][1:]
    assert [(line["seat"], line["by"]) for line in lines] == [("Bob", "box"), ("Ana", "box")]


def test_a_key_that_is_not_allowed_now_is_said_and_changes_nothing(ubongo: Bench) -> None:
    ubongo.table.devices.press(Press("call-1", ubongo.clock.now()))
    state = ubongo.table.state(HOST)
    assert state["history"] == []
    notice = state.get("notice")
    assert notice is not None
    assert notice["code"] == "error.ubongo.to_roll"
    assert notice["params"] == {"seat": "Ana"}


def test_lamps_show_the_sand(ubongo: Bench) -> None:
    assert ubongo.table.devices.signals.lamps == {}
    start(ubongo)
    assert len(ubongo.table.devices.signals.lamps) == 8
    ubongo.wait(SECONDS / 2)
    assert set(ubongo.table.devices.signals.lamps) == {f"column-{number}" for number in (5, 6, 7, 8)}
    ubongo.wait(SECONDS / 2)
    assert ubongo.table.devices.signals.sound == "end"
    assert set(ubongo.table.devices.signals.lamps.values()) == {"blinking"}
    ubongo.wait(5.0)
    assert ubongo.table.devices.signals == DARK


def test_a_reading_says_when_the_dice_lay_there() -> None:
    bench = bench_on(None, 1)
    bench.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    bench.show(reading_of([PaperDie("3", (0, 0))]))
    bench.wait(2.0)
    line = bench.table.state(HOST)["history"][-1]
    assert (line["by"], line["at"]) == ("camera", "2026-01-02T20:14:58.000+00:00")
    bench.table.close()


def test_a_time_that_ends_in_what_is_not_allowed_stops_and_is_told(
    ubongo: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    timer_of = Timer("wrong", 5.0, ({"seat": "Ana", "move": "take", "row": 0},))
    monkeypatch.setattr(type(PLAY), "timer", lambda *_: timer_of)
    start(ubongo)
    with pytest.raises(Nonsense, match="ends in a move that is not allowed"):
        ubongo.wait(6.0)
    assert timer(ubongo)["running"] is False
    assert last(ubongo)[0] == "start"
