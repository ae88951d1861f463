"""What leaves the table for the others is the same, whatever lies under a door that one peeked at."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import NotAllowed
from companion.games.game import EVERYONE, HOST
from companion.games.gruftmeister.rules import Gruftmeister
from companion.games.gruftmeister.state import Peeking, State
from companion.table.shapes.values import JsonObject
from companion.table.sight.eyes import Phase
from tests.table.conftest import Bench, bench_on
from tests.table.plays.gruftmeister.peeking import (
    ANA,
    BOB,
    DOOR,
    FACES,
    Onlookers,
    bench_at_the_door,
    dealt_with,
    frame,
    see,
    sight_of,
    state_of,
)

ALL = (ANA, BOB, HOST, EVERYONE)


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = bench_at_the_door()
    yield made
    made.table.close()


def told_of(seen: str | None) -> list[bytes]:
    """Return all that the others are told while Ana says what she saw, and after an undo."""
    bench = bench_at_the_door()
    try:
        onlookers = Onlookers(bench)
        for attempt in ("first", "again"):
            bench.wait(3.0)
            see(bench, seen, attempt)
            onlookers.listen()
            onlookers.try_all()
            frame(bench, 90)
            onlookers.listen()
            bench.table.submit(HOST, f"undo {attempt}", {"move": "undo"})
            onlookers.listen()
        see(bench, seen, "at last")
        bench.table.submit(ANA, "end", {"move": "end_turn"})
        onlookers.listen()
        bench.table.submit(BOB, "end", {"move": "end_turn"})
        onlookers.try_all()
        return onlookers.told
    finally:
        bench.table.close()


def test_what_lies_under_a_locked_door_tells_the_others_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Neither which door it is, nor whether the machine was told."""
    caplog.set_level(logging.DEBUG)
    reference = told_of("barred")
    logged = caplog.messages[:]
    assert len(reference) > 100
    for seen in ("boarded", None):
        caplog.clear()
        assert told_of(seen) == reference, seen
        assert caplog.messages == logged, seen


def told_of_deal(face: str) -> list[bytes]:
    """Return all that the others are told where the table dealt the stones, and this one lies there."""
    bench = bench_at_the_door(stones=dealt_with(face))
    try:
        onlookers = Onlookers(bench)
        onlookers.listen()
        own = state_of(bench, ANA)["view"]["waiting"]
        assert own["shows"] == face
        see(bench, face)
        onlookers.listen()
        onlookers.try_all()
        return onlookers.told
    finally:
        bench.table.close()


def test_a_dealt_door_that_is_looked_under_tells_the_others_nothing() -> None:
    assert told_of_deal("barred") == told_of_deal("boarded")


def test_the_same_test_finds_a_table_that_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(history: object, entry: object, role: object) -> JsonObject:
        return {"count": len(str(entry))}

    monkeypatch.setattr("companion.table.sitting.lines.as_known", leaking)
    assert told_of("barred") != told_of("boarded")


def test_the_same_test_finds_moves_that_the_host_could_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the host let to open doors for a seat, what is refused would tell which door it is."""
    monkeypatch.setattr(Gruftmeister, "own_moves", frozenset())
    told = []
    for seen in FACES:
        bench = bench_at_the_door()
        see(bench, seen)
        told.append(bench.table.state(HOST)["may"])
        bench.table.close()
    assert told[0] != told[1]


def test_who_peeked_is_told_and_goes_on_knowing(bench: Bench) -> None:
    see(bench, "boarded")
    bench.table.submit(ANA, "end", {"move": "end_turn"})
    own, bobs = state_of(bench, ANA), state_of(bench, BOB)
    assert own["view"]["doors"] == {"6,0": "boarded"}
    assert bobs["view"]["doors"] == {}
    assert own["history"][2]["text"]["params"] == {"face": "boarded"}
    assert bobs["history"][2]["text"] == {"code": "gruftmeister.move.see", "params": {}}
    assert bobs["history"][2]["move"] == {"seat": "Ana", "move": "see"}


def test_only_the_seat_itself_says_what_it_saw_and_opens_doors(bench: Bench) -> None:
    wanted: tuple[JsonObject, ...] = (
        {"move": "see", "seen": "open"},
        {"move": "see", "seen": None},
        {"move": "use_key", "door": DOOR},
    )
    for words in wanted:
        with pytest.raises(NotAllowed, match="only the seat itself"):
            bench.table.submit(HOST, str(words), {"seat": "Ana", **words})


def test_the_host_corrects_nothing_that_came_before_a_door(bench: Bench) -> None:
    """Whether what was done there still holds would tell what lies there."""
    see(bench, "barred")
    with_another: JsonObject = {"move": "step", "figure": "master", "to": [1, 0]}
    words: JsonObject = {"move": "correct", "number": 1, "with": with_another}
    with pytest.raises(NotAllowed, match="only the seat itself"):
        bench.table.submit(HOST, "correct", words)


# The camera's picture.


def test_no_picture_leaves_the_table_while_a_door_is_peeked_at(bench: Bench) -> None:
    phases: tuple[Phase, ...] = ("moving", "still", "read", "empty")
    for phase in phases:
        frame(bench, 200, phase)
        assert bench.table.looking.picture() is None
        assert bench.table.looking.frame is None
    for role in ALL:
        shape = state_of(bench, role)
        assert shape["camera"]["hidden"] is True
        assert shape["watch"]["seen"] is None
        assert shape["watch"]["hand"] == []


def test_the_picture_from_before_the_peek_is_gone_too() -> None:
    """A stone may have been lifted a moment too early."""
    bench = bench_at_the_door()
    see(bench, "barred")
    bench.wait(1.0)
    frame(bench, 90)
    assert bench.table.looking.picture() is not None
    bench.table.submit(HOST, "undo", {"move": "undo"})
    assert bench.table.looking.picture() is None
    bench.table.close()


def test_the_picture_comes_back_once_nothing_moves_any_more(bench: Bench) -> None:
    frame(bench, 200)
    see(bench, "barred")
    assert bench.table.looking.picture() is None
    bench.wait(0.5)
    for _ in range(3):
        frame(bench, 200, "moving")
        assert bench.table.looking.picture() is None
    assert state_of(bench, EVERYONE)["camera"]["hidden"] is True
    bench.wait(0.5)
    frame(bench, 90)
    assert bench.table.looking.picture() is not None
    assert state_of(bench, EVERYONE)["camera"]["hidden"] is False


def test_a_frame_taken_before_the_peek_ended_is_never_shown(bench: Bench) -> None:
    late = sight_of(bench, 200)
    bench.wait(1.0)
    see(bench, "open")
    bench.table.sight.saw(late)
    assert bench.table.looking.picture() is None


def test_a_table_switched_on_while_a_door_is_peeked_at_shows_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    bench_at_the_door(path).table.close()
    bench = bench_on(path, 1)
    assert isinstance(bench.table.history.state, State)
    assert isinstance(bench.table.history.state.waiting, Peeking)
    frame(bench, 200)
    assert bench.table.looking.picture() is None
    assert state_of(bench, EVERYONE)["camera"]["hidden"] is True
    bench.table.close()


def test_that_the_picture_is_hidden_and_shown_again_is_told_to_all(bench: Bench) -> None:
    see(bench, None)
    heard = {role: bench.table.changes(role, None, 0.0)[-1].number for role in ALL}
    bench.wait(1.0)
    frame(bench, 90)
    bench.table.tell()
    for role in ALL:
        (*_, last) = bench.table.changes(role, heard[role], 0.0)
        assert last.kind == "state"
        assert '"hidden": false' in json.dumps(last.data)
