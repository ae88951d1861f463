"""The glass on the owner's strip at a running table: its end, its dark, its faults, and no secrets."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event

import pytest

from companion.devices.device import Press
from companion.games.game import EVERYONE, HOST, Role, Seat, seat_role
from companion.games.ubongo.state import Phase
from companion.table.hooks.position import Position
from companion.table.hooks.timing import Timer
from companion.table.owner.owner import Owner
from companion.table.plays.drunter.play import PLAY as DRUNTER
from companion.table.plays.ubongo.play import PLAY as UBONGO
from companion.table.storage.journal import Journal
from companion.table.strip_worker import StripWorker
from companion.table.supervision.supervisor import Supervisor, Worker
from companion.table.table import Table
from companion.table.workers import TimeWorker
from tests.devices.recorder import Recorder, over_the_cable, wled, wled_on_a_cable
from tests.table.conftest import BACKENDS, wall
from tests.table.plays.drunter.voting import bench_at_the_vote, press
from tests.table.running import LOOK_EVERY_S, FastClock

LEDS = 12
DARK = bytes(3 * LEDS)
GLASS_S = 3.0
LONG_S = 30.0
"""Seconds of the table within which anything here has happened."""


@pytest.fixture(autouse=True)
def _short_glass(monkeypatch: pytest.MonkeyPatch) -> None:
    def timer(play: object, position: Position) -> Timer | None:  # type: ignore[type-arg]
        del play
        now = position.state.round
        if now.phase is not Phase.RUNNING:
            return None
        return Timer(f"{now.number} {now.turned}", GLASS_S, ({"move": "time_up"},))

    monkeypatch.setattr(type(UBONGO), "timer", timer)


@dataclass
class Evening:
    """A table of Ubongo with a strip, if one is set."""

    table: Table
    clock: FastClock

    def turn_glass(self) -> float:
        """Turn the glass; return when it is over."""
        self.table.devices.press(Press("ok", self.clock.now()))
        glass = self.table._playing.glass
        assert glass is not None
        assert glass.due is not None
        return glass.due

    def faults(self, role: Role = HOST) -> list[str]:
        return [fault["text"]["code"] for fault in self.table.state(role)["faults"]]

    def until(self, happened: Callable[[], bool]) -> None:
        began = self.clock.now()
        while not happened():
            assert self.clock.now() < began + LONG_S, self.faults()
            self.clock.wait(Event(), LOOK_EVERY_S)


@contextmanager
def evening_with(address: str, **said: object) -> Iterator[Evening]:
    clock = FastClock()
    owner = Owner(strip={"address": address, "leds": LEDS, "brightness": 20, **said})
    table = Table(Journal(":memory:"), clock, wall, BACKENDS, owner=owner)
    table.start_sitting({"game": "ubongo", "seats": ["Ana", "Bob"]})
    workers: list[Worker] = [TimeWorker(table, clock), StripWorker(table, clock)]
    supervisor = Supervisor(workers, clock, table.report)
    supervisor.start()
    try:
        yield Evening(table, clock)
    finally:
        supervisor.stop()
        table.close()


def is_red(picture: bytes) -> bool:
    return picture == bytes((int(255 * 0.2), 0, 0)) * LEDS


def test_the_sand_runs_ends_in_red_and_is_dark_and_never_too_bright() -> None:
    clock = FastClock()
    with wled(clock.now) as recorder, evening_with(recorder.address) as evening:
        evening.until(lambda: recorder.pictures[-1:] == [DARK])
        due = evening.turn_glass()
        evening.until(lambda: any(map(is_red, recorder.pictures)))
        evening.until(lambda: recorder.pictures[-1] == DARK)
    lit = [picture for picture in recorder.pictures if picture != DARK]
    assert len(set(lit)) > 10
    assert max(map(max, lit)) <= 255 * 0.2
    first_red = next(at for at, packet in recorder.came if is_red(packet[2:]))
    assert first_red >= due, "it ends before the sand is through"


def test_by_cable_it_shows_the_same() -> None:
    with wled_on_a_cable() as recorder:
        with evening_with(recorder.address) as evening:
            evening.turn_glass()
            evening.until(lambda: is_red(b"".join(recorder.packets)[-3 * LEDS :]))
        evening.until(lambda: over_the_cable(recorder)[-1] == DARK)
    assert len(set(over_the_cable(recorder))) > 10


def test_when_the_table_stops_in_the_middle_the_strip_is_dark_and_let_go_of() -> None:
    with wled() as recorder:
        with evening_with(recorder.address) as evening:
            evening.turn_glass()
            evening.until(lambda: bool(recorder.pictures) and recorder.pictures[-1] != DARK)
        evening.until(lambda: recorder.packets[-1] == b"\x02\x00")
        assert recorder.pictures[-1] == DARK


def test_a_table_that_is_killed_leaves_it_dark_soon() -> None:
    with wled() as recorder, evening_with(recorder.address) as evening:
        evening.turn_glass()
        evening.until(lambda: bool(recorder.pictures) and recorder.pictures[-1] != DARK)
        last_at = recorder.came[-1][0]
        lasts = {packet[1] for packet in recorder.packets}
    assert lasts == {2}, "each picture says how long it holds"
    killed = Recorder("", [one for one in recorder.came if one[0] <= last_at])
    assert killed.lamps_at(last_at + 2.1) is None


def test_a_picture_that_stands_still_is_sent_again_before_it_is_given_up() -> None:
    with wled() as recorder, evening_with(recorder.address) as evening:
        evening.until(lambda: len(recorder.came) >= 4)
    assert set(recorder.pictures) == {DARK}


def test_laid_on_its_side_it_stands_still() -> None:
    with wled() as recorder, evening_with(recorder.address) as evening:
        evening.turn_glass()
        evening.until(lambda: bool(recorder.pictures) and recorder.pictures[-1] != DARK)
        evening.table.run_timer(HOST, running=False)
        evening.until(lambda: len(set(recorder.pictures[-3:])) == 1)
        assert recorder.pictures[-1] != DARK


def test_nothing_leaves_a_table_without_an_address_and_it_may_be_named_later() -> None:
    with wled() as recorder, evening_with("") as evening:
        evening.turn_glass()
        evening.clock.wait(Event(), GLASS_S / 2)
        assert recorder.came == []
        evening.table.owner.set_strip({"address": recorder.address})
        evening.until(lambda: bool(recorder.came))
        evening.table.owner.set_strip({"leds": 8})
        evening.until(lambda: len(recorder.pictures[-1]) == 24)
        evening.table.owner.set_strip({"address": ""})
        evening.until(lambda: recorder.packets[-1] == b"\x02\x00")
        count = len(recorder.came)
        evening.clock.wait(Event(), GLASS_S)
        assert len(recorder.came) == count


def test_a_controller_that_does_not_listen_is_told_to_the_host_and_found_when_it_does() -> None:
    with wled() as recorder:
        pass
    with evening_with(recorder.address) as evening:
        evening.until(lambda: evening.faults() == ["fault.strip_refused"])
        assert evening.faults(EVERYONE) == evening.faults(seat_role(Seat(1))) == []
        assert "strip" not in evening.table.state(EVERYONE)
        due = evening.turn_glass()
        evening.until(lambda: evening.table._playing.glass is None)
        assert evening.clock.now() >= due, "the glass waits for nobody"
        with wled(port=int(recorder.address.rpartition(":")[2])) as listening:
            evening.until(lambda: bool(listening.came) and evening.faults() == [])
            evening.table.owner.set_strip({"address": ""})


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("no-such-strip.invalid", "fault.strip_unknown"),
        ("/dev/ttyUSB999", "fault.strip_away"),
    ],
)
def test_a_wrong_address_is_told_to_the_host_and_the_game_goes_on(address: str, fault: str) -> None:
    with evening_with(address) as evening:
        evening.until(lambda: evening.faults() == [fault])
        told = evening.table.state(HOST)["faults"][0]
        assert told == {"part": "strip", "text": {"code": fault, "params": {"address": address}}}
        evening.turn_glass()
        evening.until(lambda: evening.table._playing.glass is None)
        with wled() as recorder:
            evening.table.owner.set_strip({"address": recorder.address})
            evening.until(lambda: bool(recorder.came) and evening.faults() == [])
            evening.table.owner.set_strip({"address": ""})


def test_an_unplugged_cable_is_told_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with wled_on_a_cable() as recorder, evening_with(recorder.address) as evening:
        evening.until(lambda: bool(recorder.came))
        with monkeypatch.context() as unplugged:
            unplugged.setattr("companion.devices.wled.os.write", gone)
            evening.until(lambda: evening.faults() == ["fault.strip_away"])
        evening.until(lambda: evening.faults() == [])


def gone(*_: object) -> int:
    raise OSError(5, "Input/output error")


def test_a_strip_tells_nothing_where_the_box_takes_secret_choices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    glass = Timer("vote", 100.0, ())
    monkeypatch.setattr(type(DRUNTER), "timer", lambda *_: glass)
    bench = bench_at_the_vote()
    try:
        assert bench.table._playing.sand(bench.clock.now()) is not None, "no time runs at the vote"
        for keys in ([], ["ok"], ["card-1", "card-8"], ["card-1"], ["ok"]):
            press(bench, *keys)
            assert bench.table.devices.sand is None
    finally:
        bench.table.close()


def test_where_the_glass_is_to_be_heard_alone_the_strip_is_dark() -> None:
    with wled() as recorder, evening_with(recorder.address) as evening:
        evening.table.owner.show_glass_with("sound")
        evening.turn_glass()
        evening.until(lambda: evening.table._playing.glass is None)
    assert set(recorder.pictures) == {DARK}
