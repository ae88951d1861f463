"""A part that raises, answers nonsense or stays away: page and clock go on, and it starts anew."""

import logging
import threading
from collections.abc import Callable, Iterator

import pytest

from companion.games.game import EVERYONE, HOST, Role
from tests.table.running import Running, StandIn, nonsense, raises, running_with_stand_ins

SHOWN_WITHIN_S, FRESH_WITHIN_S = 2.0, 5.0
ALLOWED_S = {"reader": 10.0, "referee": 3.0, "box": 3.0, "view": 4.0}
"""What each part is allowed, in seconds of the table; the view's 1 s is counted on the wall's clock."""


@pytest.fixture
def released() -> Iterator[threading.Event]:
    """Let every stand-in that stays away come back in the end."""
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, released: threading.Event) -> Iterator[Running]:
    with running_with_stand_ins(monkeypatch) as made:
        yield made
        released.set()


@pytest.mark.parametrize("part", ["reader", "referee", "view", "box"])
@pytest.mark.parametrize("kind", ["raised", "nonsense", "silent"])
def test_a_part_at_fault_is_shown_and_replaced_while_page_and_clock_go_on(
    table: Running, released: threading.Event, part: str, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL + 1)
    does = table.parts[part]
    table.until(lambda: does.calls > 0 and not table.faults(), 10.0)
    before = table.moves()
    began = threading.Event()

    def stays_away() -> object:
        began.set()
        released.wait()
        return nonsense()

    faults: dict[str, Callable[[], object]] = {
        "raised": raises,
        "nonsense": nonsense,
        "silent": stays_away,
    }
    is_press = (part, kind) == ("box", "nonsense")
    if is_press:
        table.device.pressed("no press at all")  # type: ignore[arg-type]
    else:
        does.fault = faults[kind]
    table.camera.knock()
    allowed_s = ALLOWED_S[part] if kind == "silent" else 0.0
    shown = f"{part} fault.{kind}"
    # A knocked table is read after half a second at the earliest, the lamp changes every two seconds.
    reported = table.reports if is_press else None  # a press is nonsense once, and soon over
    table.until(lambda: shown in (reported or table.faults()), 3.0 + allowed_s + SHOWN_WITHIN_S)
    does.fault = None
    calls, moves = does.calls, len(table.moves())
    table.until(lambda: does.calls > calls and not table.faults(), FRESH_WITHIN_S + 3.0)
    table.until(lambda: len(table.moves()) > moves, 3.0)
    assert table.moves()[: len(before)] == before
    table.table.submit(HOST, "tap", {"move": "throw", "faces": ["3"]})
    assert {"move": "throw", "faces": ("3",)} in [
        {**move, "faces": tuple(move["faces"])} for move in table.moves()
    ]


def test_a_stuck_key_is_told_but_not_which_of_those_behind_the_door(table: Running) -> None:
    table.device.stuck = frozenset({"card-3", "call-1"})
    table.device.changed()
    table.until(lambda: table.faults() == ["calls fault.stuck", "keys fault.stuck"], 2.0)
    assert "card-3" not in str(table.table.state(HOST))
    table.device.stuck = frozenset()
    table.device.changed()
    table.until(lambda: not table.faults(), 2.0)


def test_a_box_given_up_takes_away_no_stuck_key_that_the_fresh_one_tells(
    table: Running, released: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL + 1)

    def boxes() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name == "box"]

    table.parts["box"].fault = lambda: released.wait()
    table.until(lambda: "box fault.silent" in table.faults(), 10.0)
    table.parts["box"].fault = None
    table.device.stuck = frozenset({"call-1"})
    table.until(lambda: table.faults() == ["calls fault.stuck"], 10.0)
    released.set()
    table.until(lambda: len(boxes()) == 1, 5.0)
    assert table.faults() == ["calls fault.stuck"]


def test_the_late_answer_of_eyes_given_up_is_thrown_away(
    table: Running, released: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL + 1)
    table.until(lambda: table.reader.does.calls > 1, 10.0)
    late = type(table.reader)(StandIn(), table.camera, face="6")
    answered = threading.Event()

    def answers_late() -> object:
        released.wait()
        answered.set()
        return late.read(None)

    table.reader.does.fault = answers_late
    table.camera.knock()
    table.until(lambda: table.faults() == ["reader fault.silent"], 20.0)
    table.reader.does.fault = None
    table.until(lambda: not table.faults(), 10.0)
    released.set()
    answered.wait()
    moves = len(table.moves())
    table.until(lambda: len(table.moves()) > moves + 1, 10.0)
    assert all("6" not in move["faces"] for move in table.moves())


def test_a_view_at_fault_shows_nobody_anything_it_should_not(
    table: Running, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL + 1)
    roles: list[Role] = [HOST, EVERYONE]
    table.parts["view"].fault = raises
    table.table.submit(HOST, "tap", {"move": "throw", "faces": ["3"]})
    assert table.table.state(HOST)["view"] is None
    for role in roles:
        state = table.table.state(role)
        assert state["sitting"] == "1"
        assert state["seats"] == ["Ana"]
