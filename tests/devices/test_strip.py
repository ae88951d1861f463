"""The glass on a strip: sand that runs from one half into the other, grains, a calm end, a bound."""

from itertools import pairwise

import pytest

from companion.devices.hourglass import END_S, Sand
from companion.devices.strip import FRAME_S, holds_s, picture

LEDS = [8, 9, 30, 60]


def lamps(sand: Sand | None, leds: int, percent: int = 100) -> list[tuple[int, ...]]:
    """Return red, green and blue of each lamp, from the foot."""
    shown = picture(sand, leds, percent)
    assert len(shown) == 3 * leds
    return [tuple(shown[at : at + 3]) for at in range(0, len(shown), 3)]


def reds(sand: Sand | None, leds: int) -> list[int]:
    return [red for red, _, _ in lamps(sand, leds)]


def evening(of_s: float) -> list[tuple[float, Sand]]:
    """Return a glass from its turning until its end has passed, each as long as it holds."""
    at, found = 0.0, []
    while at < of_s + END_S + 0.5:
        ended_s = at - of_s if at >= of_s else None
        sand = Sand(max(0.0, of_s - at), of_s, running=True, ended_s=ended_s)
        found.append((at, sand))
        at += holds_s(sand) or FRAME_S
    return found


@pytest.mark.parametrize("leds", LEDS)
@pytest.mark.parametrize("of_s", [5.0, 45.0])
def test_the_upper_half_empties_into_the_lower_one(leds: int, of_s: float) -> None:
    lower = leds - leds // 2
    pictures = [reds(sand, leds) for _, sand in evening(of_s) if sand.left_s > 0.0]
    assert pictures[0][lower:] == [255] * (leds // 2)
    assert pictures[-1][lower + 1 :] == [0] * (leds // 2 - 1)
    assert pictures[-1][: lower - 1] == [255] * (lower - 1)
    for before, now in pairwise(pictures):
        assert now[lower:] == sorted(now[lower:], reverse=True), "sand lies upon sand"
        assert all(a >= b for a, b in zip(before[lower:], now[lower:], strict=True)), "it flickers"


@pytest.mark.parametrize("leds", LEDS)
def test_the_end_is_shown_when_it_comes_red_and_then_it_is_dark(leds: int) -> None:
    of_s = 5.03  # no whole number of pictures
    shown = [(at, lamps(sand, leds)) for at, sand in evening(of_s)]
    ends = [(at, now) for at, now in shown if at >= of_s]
    assert ends[0][0] == pytest.approx(of_s, abs=1e-6)
    assert ends[0][1] == [(255, 0, 0)] * leds
    for (_, before), (_, now) in pairwise(ends):
        assert now[0] <= before[0], "it flashes"
    assert ends[-1][1] == [(0, 0, 0)] * leds


@pytest.mark.parametrize("leds", LEDS)
@pytest.mark.parametrize("of_s", [1.0, 5.0, 45.0])
def test_no_lamp_flashes_three_times_a_second(leds: int, of_s: float) -> None:
    shown = [(at, reds(sand, leds)) for at, sand in evening(of_s)]
    for lamp in range(leds):
        ups: list[float] = []
        rises = False
        for (_, before), (at, now) in pairwise(shown):
            if now[lamp] > before[lamp] and not rises:
                ups.append(at)
            if now[lamp] != before[lamp]:
                rises = now[lamp] > before[lamp]
        assert all(later - first > 1.0 for first, later in zip(ups, ups[3:], strict=False))


def test_a_grain_falls_each_second_while_the_glass_runs() -> None:
    free = range(5, 15)  # between the lower heap and the neck
    for second in (10.0, 11.0):
        falling = [reds(sand, 30) for at, sand in evening(45.0) if second < at < second + 0.9]
        heights = [max(free, key=red.__getitem__) for red in falling]
        assert heights == sorted(heights, reverse=True)
        assert heights[0] == free[-1]
        assert heights[-1] <= free[0] + 2
    still = Sand(35.0, 45.0, running=False)
    assert holds_s(still) is None
    assert not any(reds(still, 30)[5:15])


def test_the_last_seconds_glow() -> None:
    greens = [lamps(Sand(left, 45.0, running=True), 30)[0][1] for left in (40.0, 10.0, 5.0, 0.5)]
    assert greens[0] == greens[1] > greens[2] > greens[3]


def test_the_end_for_one_player_is_red_while_the_sand_of_the_others_runs() -> None:
    others = lamps(Sand(14.9, 45.0, running=True, ended_s=0.1), 30)
    assert {colour[1:] for colour in others} == {(0, 0)}
    assert others[0] == (255, 0, 0)


@pytest.mark.parametrize("percent", [1, 30, 100])
def test_no_lamp_is_ever_brighter_than_was_set(percent: int) -> None:
    for _, sand in evening(5.0):
        assert max(max(lamp) for lamp in lamps(sand, 30, percent)) <= 255 * percent / 100
    assert max(lamps(Sand(5.0, 5.0, running=True), 30, percent)[29]) >= int(255 * percent / 100)


def test_without_a_glass_it_is_dark() -> None:
    assert (picture(None, 30, 100), holds_s(None)) == (bytes(90), None)
    long_ago = Sand(0.0, 45.0, running=False, ended_s=END_S)
    assert (picture(long_ago, 30, 100), holds_s(long_ago)) == (bytes(90), None)
