"""The hourglass: sand that empties smoothly, ticks at the end, and an end that nobody misses."""

from math import ceil, floor

import pytest

from companion.devices.device import DARK, Signals
from companion.devices.hourglass import END_S, SHORTEST_STEP_S, TICKS_S, Sand, shown

COLUMN = [f"column-{number}" for number in range(1, 9)]


def brightness(signals: Signals) -> list[float]:
    """Return how bright each lamp of the column is, from the top."""
    lamps = [signals.lamps.get(name, "dark") for name in COLUMN]
    return [lamp if isinstance(lamp, float) else float(lamp == "lit") for lamp in lamps]


def running(of_s: float) -> list[tuple[float, Signals]]:
    """Run a glass as a device would, each time for as long as what is shown holds."""
    found, left_s = [], of_s
    while left_s > 0.0:
        signals = shown(Sand(left_s, of_s, running=True))
        assert signals.holds_s is not None
        assert signals.holds_s > 0.0
        found.append((left_s, signals))
        left_s -= signals.holds_s
    assert left_s == pytest.approx(0.0, abs=1e-6)
    return found


@pytest.mark.parametrize("of_s", [5.0, 45.0, 60.0, 600.0])
def test_the_sand_goes_down_from_the_top_in_small_steps(of_s: float) -> None:
    before = [1.0] * 8
    for left_s, signals in running(of_s):
        now = brightness(signals)
        assert now == sorted(now), "a lamp below another is never darker"
        assert sum(0.0 < lamp < 1.0 for lamp in now) <= 1
        assert sum(now) <= sum(before)
        step = max(1 / 32, 8 * SHORTEST_STEP_S / of_s + 1 / 32)
        assert max(a - b for a, b in zip(before, now, strict=True)) <= 2.5 * step
        assert sum(now) == pytest.approx(8 * left_s / of_s, abs=0.3)
        before = now
    assert sum(before) < 0.1


def test_it_is_full_when_it_is_turned() -> None:
    assert shown(Sand(45.0, 45.0, running=True)).lamps == dict.fromkeys(COLUMN, "lit")


@pytest.mark.parametrize("of_s", [5.0, 9.5, 45.0])
def test_it_ticks_once_a_second_in_the_last_seconds(of_s: float) -> None:
    ticks, sound = [], "none"
    for left_s, signals in running(of_s):
        if signals.sound == "tick" != sound:
            ticks.append(left_s)
        sound = signals.sound
    first = min(floor(TICKS_S), ceil(of_s) - 1)
    assert ticks == pytest.approx([float(second) for second in range(first, 0, -1)], abs=SHORTEST_STEP_S)


def test_its_end_is_unmistakable_and_passes() -> None:
    now = shown(Sand(0.0, 45.0, running=True, ended_s=0.0))
    assert now.sound == "end"
    assert now.lamps == dict.fromkeys(COLUMN, "blinking")
    assert now.holds_s == END_S
    assert shown(Sand(0.0, 45.0, running=False, ended_s=END_S)) == DARK


def test_the_end_for_one_player_is_heard_while_the_sand_of_the_others_runs() -> None:
    signals = shown(Sand(14.9, 45.0, running=True, ended_s=0.1))
    assert signals.sound == "end"
    assert brightness(signals)[-1] == 1.0


def test_laid_on_its_side_it_stands_still_and_is_silent() -> None:
    sand = Sand(4.9, 45.0, running=False)
    signals = shown(sand)
    assert signals.lamps == {**shown(Sand(4.9, 45.0, running=True)).lamps, "status": "blinking"}
    assert (signals.sound, signals.holds_s) == ("none", None)
