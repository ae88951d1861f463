"""What goes on at the table while something else goes on: taps during offers, full disks, new games."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import BadMove, IllegalMove, JournalError
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.table.broadcast.feed import KEPT_STATES, Feed
from companion.table.broadcast.views import may
from companion.table.hooks.verdict import Proposal, Say, Verdict
from companion.table.plays.plain_dice.play import PLAY
from companion.table.sight.eyes import FrameSight
from companion.table.supervision.supervisor import Nonsense
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie, reading_of
from tests.table.test_table import NINE, lying
from vision.frame import Frame
from vision.readings.dice import DiceReading

ANA = seat_role(Seat(1))


@pytest.fixture
def plain(bench: Bench) -> Bench:
    bench.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    return bench


def dice(faces: str, row: float = 0.0) -> DiceReading:
    return reading_of([PaperDie(face, (2.0 * number, row)) for number, face in enumerate(faces)])


def throws(bench: Bench) -> list[str]:
    lines = bench.table.state(HOST)["history"]
    return ["".join(sorted(line["move"]["faces"])) for line in lines if not line["undone"]]


def test_readings_that_a_referee_cannot_weigh_are_not_put_to_it_again(
    plain: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = type(PLAY).weigh

    def fails(*asked: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(type(PLAY), "weigh", fails)
    with pytest.raises(ZeroDivisionError):
        plain.show(dice("123"))
    monkeypatch.setattr(type(PLAY), "weigh", usual)
    plain.table.sight.weigh()
    assert plain.table.state(HOST)["proposal"] is None
    plain.show(dice("456", row=9))
    plain.wait()
    assert throws(plain) == ["456"]


def test_dice_of_another_set_are_not_weighed_when_a_game_begins(bench: Bench) -> None:
    """Without a game ordinary dice are read; the game that begins is played with others."""
    bench.show(dice("111223456"))
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    bench.table.sight.weigh()
    assert bench.table.state(HOST)["proposal"] is None
    assert bench.table.state(HOST)["watch"]["seen"] is None


def test_dice_that_were_lifted_are_no_throw_of_a_game_that_begins(plain: Bench) -> None:
    plain.show(dice("123"))
    plain.wait()
    frame = Frame(np.zeros((9, 12, 3), np.uint8), plain.clock.now(), 99)
    plain.table.sight.saw(FrameSight(frame, "moving"))
    plain.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    plain.table.sight.weigh()
    assert plain.table.state(HOST)["proposal"] is None


def test_a_throw_on_offer_counts_though_an_earlier_one_is_corrected_meanwhile(plain: Bench) -> None:
    plain.show(dice("123"))
    plain.wait()
    plain.show(dice("456", row=9))
    right = {"move": "throw", "faces": ["1", "2", "2"]}
    plain.table.submit(HOST, "x", {"move": "correct", "number": 1, "with": right})
    plain.wait()
    assert throws(plain) == ["122", "456"]


def test_entering_just_what_is_on_offer_counts_once(plain: Bench) -> None:
    plain.show(dice("123"))
    plain.table.submit(HOST, "x", {"move": "throw", "faces": ["1", "2", "3"]})
    plain.show(dice("123"))
    plain.wait()
    assert throws(plain) == ["123"]


def test_entering_another_throw_than_the_one_on_offer_takes_its_place(plain: Bench) -> None:
    plain.show(dice("123"))
    plain.table.submit(HOST, "x", {"move": "throw", "faces": ["1", "2", "4"]})
    plain.wait()
    assert throws(plain) == ["124"]


def test_picking_dice_up_is_no_throw(plain: Bench) -> None:
    for left in ("12345", "123", "1", ""):
        plain.show(dice(left))
        plain.wait()
    assert throws(plain) == ["12345"]


def test_a_stopped_city_is_no_longer_drawn_as_being_built(bench: Bench) -> None:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    bench.show(reading_of(lying(NINE)))
    bench.wait()
    built = lying(NINE)
    built[0], built[1] = PaperDie("cap", (0, -5), 2), PaperDie("cap", (0, -4), 0)
    bench.show(reading_of(built))
    state = bench.table.state(HOST)
    assert state["building"] is not None
    assert state["proposal"] is not None
    bench.table.answer(HOST, state["proposal"]["id"], "stop")
    assert bench.table.state(HOST)["building"] is None


def test_a_timer_that_cannot_be_written_down_does_not_undo_a_move_that_is(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.table.start_sitting({"game": "ubongo", "seats": ["Ana", "Bob"]})

    def full(*_: object) -> None:
        raise JournalError("no space left on the disk")

    monkeypatch.setattr(bench.table._journal, "keep_timer", full)
    bench.table.submit(HOST, "start", {"move": "start", "symbol": "snake"})
    assert [line["move"]["move"] for line in bench.table.state(EVERYONE)["history"]] == ["start"]


@pytest.fixture
def written(tmp_path: Path) -> Callable[[], Bench]:
    """A journal with a game in it, opened anew at each call."""
    path = tmp_path / "journal.lines"
    first = bench_on(path, 1)
    first.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    first.show(dice("123"))
    first.wait()
    first.table.close()
    return lambda: bench_on(path, 1)


def test_a_game_that_todays_rules_cannot_play_is_kept_and_said(
    written: Callable[[], Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stricter(*_: object) -> None:
        raise IllegalMove("no throw is good enough any more")

    with monkeypatch.context() as patched:
        patched.setattr("companion.games.plain_dice.rules.PlainDice.play", stricter)
        second = written()
        state = second.table.state(HOST)
        second.table.close()
    assert state["sitting"] is None
    notice = state.get("notice")
    assert notice is not None
    assert notice["code"] == "trouble.last_game"
    third = written()
    assert throws(third) == ["123"]
    third.table.close()


def test_a_memory_of_another_shape_is_forgotten_and_the_game_goes_on(
    written: Callable[[], Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> Iterator[None]:
        raise KeyError("places")

    monkeypatch.setattr(type(PLAY), "memory_of", unknown)
    second = written()
    assert throws(second) == ["123"]
    second.table.close()


def test_a_page_is_not_sent_more_whole_states_than_it_can_need() -> None:
    feed = Feed()
    for number in range(500):
        feed.publish(HOST, "seen" if number % 3 else "state", {"number": number})
    kept = feed.after(HOST, 0, 0)
    assert sum(change.kind == "state" for change in kept) <= KEPT_STATES
    assert not feed.holds_all_after(HOST, 1)
    assert feed.holds_all_after(HOST, kept[0].number)


def test_changes_of_an_earlier_game_are_told_to_nobody(plain: Bench) -> None:
    (first,) = plain.table.changes(EVERYONE, None, 0)
    plain.table.submit(HOST, "1", {"move": "throw", "faces": ["1"]})
    plain.table.start_sitting({"game": "plain_dice", "seats": ["Bob"]})
    later = plain.table.changes(EVERYONE, first.number, 0)
    assert all(change.data["seats"] == ["Bob"] for change in later)


def test_a_seat_is_offered_its_own_moves_only(bench: Bench) -> None:
    bench.table.start_sitting({"game": "ubongo", "seats": ["Ana", "Bob"]})
    bench.table.submit(HOST, "1", {"move": "start", "symbol": "snake"})
    bench.table.submit(HOST, "2", {"seat": "Bob", "move": "call"})
    history = bench.table.history
    assert "false_call" in may(history, seat_role(Seat(2)))
    assert "false_call" not in may(history, ANA)


def test_a_hand_entered_time_up_leaves_the_others_their_time(bench: Bench) -> None:
    first_line: Any = {
        "game": "ubongo",
        "seats": ["Ana", "Bob"],
        "options": {"seconds": 45, "extra_seconds": {"Bob": 15}},
    }
    bench.table.start_sitting(first_line)
    bench.table.submit(HOST, "1", {"move": "start", "symbol": "snake"})
    bench.wait(10.0)
    bench.table.submit(HOST, "2", {"seat": "Ana", "move": "time_up"})
    timer = bench.table.state(EVERYONE)["timer"]
    assert timer is not None
    assert timer["left_s"] == pytest.approx(50.0)


def test_a_referee_that_proposes_nothing_it_names_is_at_fault(
    plain: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty: Verdict[None] = Verdict(None, Proposal("move", Say("throw.plain"), ()))
    monkeypatch.setattr(type(PLAY), "weigh", lambda *_: empty)
    with pytest.raises(Nonsense, match="not which"):
        plain.show(dice("123"))


@pytest.mark.parametrize(
    "words",
    [
        {"move": ["throw"]},
        {"move": {"move": "throw"}},
        {"move": None},
        {},
        {"move": "correct", "number": 1, "with": {"move": ["throw"]}},
        {"move": "correct", "number": 1, "with": {}},
    ],
)
def test_a_move_that_no_text_names_is_refused_in_words(bench: Bench, words: dict[str, Any]) -> None:
    bench.table.start_sitting({"game": "drunter", "seats": ["Ana", "Bob"]})
    for role in (HOST, ANA):
        with pytest.raises(BadMove, match="move"):
            bench.table.submit(role, "x", words)
