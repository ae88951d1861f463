"""How far the strip of lamps is behind the glass, and how punctual its end, while the eyes read."""

import sys
import threading
import time
from bisect import bisect_right

import pytest

from companion.devices.device import Press
from companion.devices.hourglass import Sand
from companion.devices.strip import picture
from companion.table.plays.ubongo.play import PLAY
from companion.table.strip_worker import StripWorker
from companion.table.supervision.supervisor import Supervisor
from companion.table.workers import THREADS_TAKE_TURNS_S
from tests.benchmarks.test_glass import SECONDS, short_glass, table_with_box
from tests.devices.recorder import Recorder, wled
from vision.clock import SystemClock

GLASSES, LEDS, PERCENT = 60, 60, 30
NEAR_S, END_NEAR_S = 0.02, 0.05
RED = bytes((int(255 * PERCENT / 100), 0, 0)) * LEDS
STEP_S = 0.0002


def fallen(shown: bytes) -> int:
    """Return how much light the upper bulb has lost: it only ever grows while the sand runs."""
    return -sum(shown[3 * (LEDS - LEDS // 2) :: 3])


def drawn() -> list[int]:
    """Return how much has fallen at each moment after the glass was turned."""
    steps = range(round(SECONDS / STEP_S))
    return [
        fallen(picture(Sand(SECONDS - step * STEP_S, SECONDS, running=True), LEDS, PERCENT))
        for step in steps
    ]


def behind(recorder: Recorder, due: float, shown_at: list[int]) -> list[float]:
    """Return how old each picture of this glass was when it came, in seconds.

    That is: how long ago, at the least, as much had fallen as it shows.
    """
    turned, found = due - SECONDS, []
    for came, packet in recorder.came:
        if turned <= came and packet[2:] != RED and any(packet[2:]):
            now = min(came, due) - turned
            right_until = STEP_S * bisect_right(shown_at, fallen(packet[2:]))
            found.append(max(0.0, now - right_until))
    return found


@pytest.mark.bench
@pytest.mark.timeout(900)
def test_the_strip_keeps_up_with_the_glass_while_the_eyes_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty glasses, one after the other, over the loopback network into a stand-in for WLED."""
    monkeypatch.setattr(type(PLAY), "timer", short_glass)
    shown_at, ages, late = drawn(), list[float](), list[float]()
    usual_turns_s = sys.getswitchinterval()
    sys.setswitchinterval(THREADS_TAKE_TURNS_S)
    try:
        with wled() as recorder, table_with_box() as (table, _, readers):
            table.owner.set_strip({"address": recorder.address, "leds": LEDS, "brightness": PERCENT})
            clock = SystemClock()
            supervisor = Supervisor([StripWorker(table, clock)], clock, table.report)
            supervisor.start()
            while len(late) < GLASSES:
                if not table.playing:
                    table.start_sitting(
                        {"game": "ubongo", "seats": ["Ana", "Bob"], "options": {"rounds": 36}}
                    )
                recorder.came.clear()
                table.devices.press(Press("ok", time.monotonic()))
                glass = table._playing.glass
                assert glass is not None
                assert glass.due is not None
                threading.Event().wait(SECONDS + 0.7)
                ages += behind(recorder, glass.due, shown_at)
                ends = [at for at, packet in recorder.came if packet[2:] == RED and at > glass.due - 0.2]
                late.append(ends[0] - glass.due if ends else float("inf"))
            supervisor.stop()
            reads = sum(reader.reads for reader in readers)
    finally:
        sys.setswitchinterval(usual_turns_s)
    assert reads, "the eyes did not read"
    assert len(ages) > GLASSES
    print(f"\n{GLASSES} glasses of {SECONDS} s on {LEDS} lamps, {reads} readings meanwhile:")
    for what, near_s, found in (("pictures", NEAR_S, ages), ("ends", END_NEAR_S, late)):
        found.sort()
        met = sum(1 for seconds in found if abs(seconds) <= near_s)
        median, nearly_all = found[len(found) // 2], found[len(found) * 99 // 100]
        print(
            f"{len(found)} {what}: {met} within {1000 * near_s:.0f} ms of the glass; late by median"
            f" {1000 * median:.1f} ms, 99 % {1000 * nearly_all:.1f} ms, most {1000 * found[-1]:.1f} ms"
        )
