"""Calls count in the order in which they were made, by key and by phone."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from threading import Event

import pytest

from companion.devices.device import Press
from companion.devices.pin_box import PinBox
from companion.errors import IllegalMove
from companion.games.game import HOST, Seat, seat_role
from companion.table.hooks.timing import Happened
from companion.table.plays.ubongo.calls import KEY_ERROR_S, PHONE_ERROR_S, in_order
from companion.table.storage.chapter import By
from tests.devices.rigs import PIN_MAP, simulated
from tests.table.conftest import Bench, bench_on

BY: tuple[By, ...] = ("box", "tap")
NAMES = ("Ana", "Bob", "Cyril", "Dana")
ANA, BOB = seat_role(Seat(1)), seat_role(Seat(2))


@pytest.fixture
def running() -> Iterator[Bench]:
    bench = bench_on(None, 1)
    begin(bench)
    yield bench
    bench.table.close()


def begin(bench: Bench) -> None:
    bench.table.start_sitting({"game": "ubongo", "seats": NAMES, "options": {"rounds": 36}})
    start(bench)


def start(bench: Bench) -> None:
    bench.table.submit(HOST, f"start {bench.clock.now()}", {"move": "start", "symbol": "snake"})


def press(bench: Bench, seat: int, at: float) -> None:
    bench.table.devices.press(Press(f"call-{seat}", at))


def set_clock(bench: Bench, to: float) -> None:
    bench.clock.wait(Event(), to - bench.clock.now())


def calls(bench: Bench) -> list[list[str]]:
    found: list[list[str]] = bench.view()["calls"]
    return found


def test_a_thousand_pairs_of_keys_two_milliseconds_apart_are_in_order() -> None:
    """Through simulated pins; the second of a pair may reach the table before the first."""
    rng, bench, right = Random(13), bench_on(None, 1), 0
    with simulated() as rig:
        box = PinBox(PIN_MAP, rig.factory, rig.now)
        box.open(lambda: None)
        for pair in range(1000):
            set_clock(bench, rig.now())
            if pair % 5 == 0:
                begin(bench)
            else:
                start(bench)
            seats = rng.sample(range(1, 5), 2)
            rig.wait(1.0)
            for seat in seats:
                rig.drive(f"call-{seat}", down=True)
                rig.wait(0.002)
            rig.wait(0.05)
            for seat in seats:
                rig.drive(f"call-{seat}", down=False)
            presses = box.heard().presses
            for one in presses if rng.random() < 0.5 else presses[::-1]:
                bench.table.devices.press(one)
            right += calls(bench) == [[NAMES[seat - 1]] for seat in seats]
            rig.wait(60.0)
            set_clock(bench, rig.now())
            bench.table.tick()
        box.close()
    bench.table.close()
    assert right == 1000


def test_keys_that_nobody_can_tell_apart_are_a_dead_heat(running: Bench) -> None:
    now = running.clock.now()
    press(running, 3, now + 0.0101)
    press(running, 1, now + 0.01)
    press(running, 2, now + 0.02)
    assert calls(running) == [["Ana", "Cyril"], ["Bob"]]
    running.table.submit(BOB, "decided", {"move": "call_order", "order": ["Cyril", "Ana"]})
    assert calls(running) == [["Cyril"], ["Ana"], ["Bob"]]


def test_phones_that_arrive_nearly_together_are_a_dead_heat(running: Bench) -> None:
    for number, wait_s in ((1, PHONE_ERROR_S), (2, 3 * PHONE_ERROR_S), (3, 0.0)):
        running.table.submit(seat_role(Seat(number)), f"call {number}", {"move": "call"})
        running.wait(wait_s)
    assert calls(running) == [["Ana", "Bob"], ["Cyril"]]


def test_a_phone_that_comes_much_before_a_key_was_pressed_is_before_it(running: Bench) -> None:
    running.table.submit(ANA, "call", {"move": "call"})
    running.wait(0.06)
    press(running, 2, running.clock.now())
    assert calls(running) == [["Ana"], ["Bob"]]


def test_a_key_that_was_pressed_before_a_phone_came_is_before_it(running: Bench) -> None:
    """The table heard of the key later: what held it up does not cost the player the place."""
    pressed_at = running.clock.now()
    running.wait(0.2)
    running.table.submit(ANA, "call", {"move": "call"})
    press(running, 2, pressed_at)
    assert calls(running) == [["Bob"], ["Ana"]]
    history = running.table.state(HOST)["history"]
    assert [(line["seat"], line["by"]) for line in history[1:] if not line["undone"]] == [
        ("Bob", "box"),
        ("Ana", "tap"),
    ]


def test_nobody_is_overtaken_after_gems_were_taken(running: Bench) -> None:
    pressed_at = running.clock.now()
    running.wait(0.2)
    running.table.submit(ANA, "call", {"move": "call"})
    running.table.submit(ANA, "take", {"move": "take", "row": running.view()["players"]["Ana"]["pawn"]})
    press(running, 2, pressed_at)
    assert calls(running) == [["Ana"], ["Bob"]]


def test_a_key_pressed_before_the_end_counts_though_it_is_heard_after_it(running: Bench) -> None:
    running.wait(44.9)
    pressed_at = running.clock.now()
    running.wait(1.0)
    assert running.view()["phase"] == "to_turn"
    press(running, 2, pressed_at)
    history = running.table.state(HOST)["history"]
    stands = [line["move"]["move"] for line in history if not line["undone"]]
    assert stands[-2:] == ["call", "time_up"]
    assert running.view()["round"] == 2


def test_a_call_after_the_end_is_refused_with_words(running: Bench) -> None:
    press(running, 1, running.clock.now())
    due = running.table.due
    assert due is not None
    set_clock(running, due + 0.01)  # nobody has looked at the clock since
    press(running, 2, due + 0.001)
    assert running.view()["round"] == 2
    notice = running.table.state(HOST).get("notice")
    assert notice is not None
    assert notice["code"] == "error.ubongo.to_roll"
    with pytest.raises(IllegalMove) as refused:
        running.table.submit(BOB, "late", {"move": "call"})
    assert refused.value.reason is not None
    assert refused.value.reason.code == "error.ubongo.to_roll"


def test_a_false_call_taken_back_moves_the_later_ones_up(running: Bench) -> None:
    for seat in (1, 2, 3):
        press(running, seat, running.clock.now())
        running.wait(1.0)
    running.table.submit(ANA, "false", {"move": "false_call"})
    assert calls(running) == [["Bob"], ["Cyril"]]
    assert running.view()["players"]["Bob"]["reach"] == 3


def test_calls_in_any_order_of_coming_stand_as_they_were_made() -> None:
    """Whatever comes in whichever order: none is lost, and dead heats are those that are near."""
    rng = Random(5)
    for _ in range(300):
        made = [
            Happened({"seat": name, "move": "call"}, by, rng.random() * 0.3)
            for name, by in zip(NAMES, rng.choices(BY, k=4), strict=True)
        ]
        stands: list[Happened] = []
        for call in rng.sample(made, 4):
            moves = in_order(call, stands)
            undone = sum(one.words["move"] == "undo" for one in moves)
            stands = [*stands[: len(stands) - undone], *moves[undone:]]
        assert [one.at for one in stands] == sorted(one.at for one in made)
        for before, one in pairwise(stands):
            errors_s = [KEY_ERROR_S if each.by == "box" else PHONE_ERROR_S for each in (before, one)]
            assert one.words.get("dead_heat", False) == (one.at - before.at <= sum(errors_s))
        assert "dead_heat" not in stands[0].words
