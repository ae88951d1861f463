"""What pages are told: complete, in order, and never out of step with its number."""

import threading
from typing import Any

import pytest

from companion.games.game import EVERYONE, HOST
from companion.games.plain_dice.rules import GAME
from tests.table.conftest import Bench


@pytest.fixture
def plain(bench: Bench) -> Bench:
    bench.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    return bench


def test_a_page_that_reconnects_while_something_is_told_does_not_stay_behind(
    plain: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is accepted just while the newcomer's state is being made."""
    table = plain.table
    table.state(EVERYONE)
    view = type(GAME).view
    threads: list[threading.Thread] = []
    accepted = threading.Event()

    def throw() -> None:
        table.submit(HOST, "meanwhile", {"move": "throw", "faces": ["6"]})
        accepted.set()

    def view_and_meanwhile(*asked: Any) -> Any:
        if not threads:
            threads.append(threading.Thread(target=throw))
            threads[0].start()
            accepted.wait(0.3)
        return view(*asked)

    monkeypatch.setattr(type(GAME), "view", view_and_meanwhile)
    table.submit(HOST, "first", {"move": "throw", "faces": ["1"]})
    (first,) = table.changes(EVERYONE, None, 0)
    threads[0].join()
    shown = first.data
    for change in table.changes(EVERYONE, first.number, 0):
        shown = change.data if change.kind == "state" else shown
    assert shown["view"]["faces"] == ("6",)


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
    assert (whole.kind, len(whole.data["history"])) == ("state", 300)
    assert table.changes(EVERYONE, whole.number, 0) == []


def test_who_waits_is_told_when_the_table_stops(plain: Bench) -> None:
    plain.table._broadcaster.close()
    assert [change.kind for change in plain.table.changes(EVERYONE, None, 0)] == ["closed"]
    assert [change.kind for change in plain.table.changes(EVERYONE, 1, 5.0)] == ["closed"]
