"""How soon a fault is shown, and how soon a fresh worker is at work, on the machine's own clock."""

import logging
import threading

import pytest

from tests.table.running import Running, WallClock, nonsense, raises, running_with_stand_ins

ALLOWED_S = {"reader": 10.0, "referee": 3.0, "view": 1.0, "box": 3.0}
ROUNDS = 3


@pytest.mark.bench
def test_times_of_faults(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """From the raise, or the end of the allowed time, to the page; from there to a fresh worker."""
    caplog.set_level(logging.CRITICAL + 1)
    print("\npart, fault: shown after, fresh worker after (seconds; most of", ROUNDS, "rounds)")
    for part, allowed_s in ALLOWED_S.items():
        for kind in ("raised", "nonsense", "silent"):
            if (part, kind) == ("box", "nonsense"):
                continue  # a device's nonsense is a press, which is thrown away at once
            with running_with_stand_ins(monkeypatch, WallClock()) as table:
                times = [timed(table, part, kind, allowed_s) for _ in range(ROUNDS)]
            shown, fresh = (max(column) for column in zip(*times, strict=True))
            print(f"{part:8} {kind:9} {shown:6.2f} {fresh:6.2f}")
            monkeypatch.undo()


def timed(table: Running, part: str, kind: str, allowed_s: float) -> tuple[float, float]:
    """Return how long it took until the fault was shown, and from there until the part worked again."""
    does, released, at_fault = table.parts[part], threading.Event(), threading.Event()
    table.camera.knock()
    table.until(lambda: does.calls > 0 and not table.faults(), 20.0)
    began: list[float] = []

    def fails() -> object:
        began.append(table.clock.now())
        at_fault.set()
        if kind == "silent":
            released.wait()
        return raises() if kind == "raised" else nonsense()

    does.fault = fails
    table.camera.knock()
    at_fault.wait()
    table.until(lambda: f"{part} fault.{kind}" in table.faults(), 30.0)
    shown = table.clock.now()
    does.fault = None
    calls = does.calls
    table.until(lambda: does.calls > calls, 30.0)
    fresh = table.clock.now()
    table.until(lambda: not table.faults(), 30.0)
    released.set()
    late = began[0] + (allowed_s if kind == "silent" else 0.0)
    return max(0.0, shown - late), fresh - shown
