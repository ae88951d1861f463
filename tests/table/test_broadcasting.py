"""What pages are told: complete, in order, and never out of step with its number."""

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.game import EVERYONE, HOST, Json
from companion.games.plain_dice.rules import PlainDice
from companion.table.owner.owner import OwnAdvice
from tests.table.conftest import Bench


@pytest.fixture
def plain(bench: Bench) -> Bench:
    bench.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    return bench


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Let threads take turns as often as they can, so that what can come in between does."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("eager_threads")
def test_a_page_that_reconnects_while_something_is_told_does_not_stay_behind(plain: Bench) -> None:
    """A newcomer's state must be as new as its number: each throw is one change of one more."""
    table = plain.table
    (first,) = table.changes(EVERYONE, None, 0)
    done = threading.Event()
    behind: list[int] = []

    def come_again_and_again() -> None:
        while not done.is_set():
            (newcomer,) = table.changes(EVERYONE, None, 0)
            told = newcomer.data["earlier"] + len(newcomer.data["history"])
            behind.append(newcomer.number - first.number - told)

    newcomers = [threading.Thread(target=come_again_and_again) for _ in range(4)]
    for thread in newcomers:
        thread.start()
    for number in range(400):
        table.submit(HOST, str(number), {"move": "throw", "faces": ["6"]})
    done.set()
    for thread in newcomers:
        thread.join()
    assert max(behind) <= 0, f"{sum(late > 0 for late in behind)} of {len(behind)} stay behind"


def test_a_newcomer_is_told_the_number_after_which_to_go_on(plain: Bench) -> None:
    table = plain.table
    (first,) = table.changes(EVERYONE, None, 0)
    table.submit(HOST, "1", {"move": "throw", "faces": ["1"]})
    table.submit(HOST, "2", {"move": "throw", "faces": ["2"]})
    later = table.changes(EVERYONE, first.number, 0)
    assert [change.number for change in later] == [first.number + 1, first.number + 2]
    assert [change.data["view"]["faces"] for change in later] == [("1",), ("2",)]


def test_who_was_away_for_too_long_gets_the_whole_state(plain: Bench) -> None:
    table = plain.table
    (first,) = table.changes(EVERYONE, None, 0)
    for number in range(300):
        table.submit(HOST, str(number), {"move": "throw", "faces": ["1"]})
    (whole,) = table.changes(EVERYONE, first.number, 0)
    assert whole.kind == "state"
    assert whole.data["earlier"] + len(whole.data["history"]) == 300
    assert table.changes(EVERYONE, whole.number, 0) == []


def test_who_waits_is_told_when_the_table_stops(plain: Bench) -> None:
    plain.table._broadcaster.close()
    assert [change.kind for change in plain.table.changes(EVERYONE, None, 0)] == ["closed"]
    assert [change.kind for change in plain.table.changes(EVERYONE, 1, 5.0)] == ["closed"]


def test_a_page_that_asks_once_the_table_has_stopped_begins_no_thread(plain: Bench) -> None:
    plain.table.submit(HOST, "1", {"move": "throw", "faces": ["1"]})
    plain.table._broadcaster.close()
    before = set(threading.enumerate())
    plain.table.submit(HOST, "2", {"move": "throw", "faces": ["2"]})
    assert plain.table.state(EVERYONE)["view"] is None
    assert set(threading.enumerate()) <= before


def test_a_position_is_shown_without_the_advice_that_fails(
    plain: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("no advice")

    monkeypatch.setattr(PlainDice, "odds", fail)
    plain.table.submit(HOST, "1", {"move": "throw", "faces": ["1"]})
    plain.table.advise()
    state = plain.table.state(EVERYONE)
    assert state["view"] is not None
    assert state["view"]["faces"] == ("1",)
    assert state["odds"] is None
    assert [fault["part"] for fault in state["faults"]] == ["view"]


def test_the_host_can_have_no_advice_told(
    plain: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[object] = []

    def odds(_game: PlainDice, state: object) -> dict[str, Json]:
        asked.append(state)
        return {"best": "stop"}

    monkeypatch.setattr(PlainDice, "odds", odds)
    table = plain.table
    table.submit(HOST, "1", {"move": "throw", "faces": ["1"]})
    table.advise()
    assert (table.state(HOST)["odds"], table.state(HOST)["advises"]) == ({"best": "stop"}, True)
    table.owner.show_advice(shown=False)
    for role in (HOST, EVERYONE):
        assert (table.state(role)["odds"], table.state(role)["advises"]) == (None, False)
    table.submit(HOST, "2", {"move": "throw", "faces": ["2"]})
    table.advise()
    assert len(asked) == 1
    kept = tmp_path / "advice.json"
    OwnAdvice(kept).show(shown=False)
    assert OwnAdvice(kept).is_shown is False
    kept.write_text("[")
    assert OwnAdvice(kept).is_shown is True


def test_a_state_does_not_wait_for_advice_which_is_told_once_it_is_there(
    plain: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, may_answer = threading.Event(), threading.Event()

    def slow(_game: PlainDice, _state: object) -> dict[str, Json]:
        asked.set()
        may_answer.wait(20)
        return {"best": "stop"}

    monkeypatch.setattr(PlainDice, "odds", slow)
    table, told = plain.table, []
    (first,) = table.changes(EVERYONE, None, 0)
    table.submit(HOST, "1", {"move": "throw", "faces": ["1"]})
    asker = threading.Thread(target=lambda: told.append(table.state(EVERYONE)))
    asker.start()
    asker.join(5)
    try:
        assert told, "a state waits for advice"
        assert told[0]["odds"] is None
        adviser = threading.Thread(target=table.advise)
        adviser.start()
        assert asked.wait(5)
        assert table.state(HOST)["view"] is not None
    finally:
        may_answer.set()
        asker.join()
    adviser.join()
    assert table.state(EVERYONE)["odds"] == {"best": "stop"}
    assert table.changes(EVERYONE, first.number, 0)[-1].data["odds"] == {"best": "stop"}


def test_what_is_told_of_a_move_does_not_grow_with_the_game(plain: Bench) -> None:
    table, sizes = plain.table, []
    for number in range(400):
        table.submit(HOST, str(number), {"move": "throw", "faces": ["1"]})
        if number in (99, 399):
            sizes.append(len(json.dumps(table.state(EVERYONE))))
    assert sizes[1] < 1.05 * sizes[0]


def test_earlier_moves_can_be_asked_for_page_by_page(plain: Bench) -> None:
    table = plain.table
    for number in range(150):
        table.submit(HOST, str(number), {"move": "throw", "faces": [str(1 + number % 6)]})
    state = table.state(EVERYONE)
    lines = state["history"]
    while len(lines) < len(state["history"]) + state["earlier"]:
        lines = [*table.earlier(EVERYONE, lines[0]["number"]), *lines]
    assert [line["move"]["faces"] for line in lines] == [[str(1 + number % 6)] for number in range(150)]
    assert table.earlier(EVERYONE, 1) == []


def test_a_move_corrected_long_ago_is_told_by_another_edition(plain: Bench) -> None:
    table = plain.table
    for number in range(100):
        table.submit(HOST, str(number), {"move": "throw", "faces": ["1"]})
    before = table.state(EVERYONE)
    right: dict[str, Json] = {"move": "correct", "number": 3, "with": {"move": "throw", "faces": ["2"]}}
    table.submit(HOST, "right", right)
    now = table.state(EVERYONE)
    assert now["edition"] != before["edition"]
    assert table.earlier(EVERYONE, 4)[-1]["corrected"]
    assert now["earlier"] == before["earlier"]
