"""All vote at once: what is chosen before its turn waits unseen, and nothing tells that it was early."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import CompanionError, IllegalMove, NotAllowed
from companion.games.drunter.state import Choosing, Laying, Voting
from companion.games.game import EVERYONE, HOST
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench, bench_on
from tests.table.plays.drunter.voting import (
    SAMPLE,
    SELECTIONS,
    Onlookers,
    bench_at_the_vote,
    play_to_the_next_vote,
    press,
    role_of,
    state_of,
    vote,
    vote_at_the_box,
    voters,
    watch,
)


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = bench_at_the_vote()
    yield made
    made.table.close()


def view(bench: Bench, name: str = "") -> JsonObject:
    return bench.table.state(role_of(name) if name else EVERYONE)["view"] or {}


def moves(bench: Bench) -> list[tuple[object, object]]:
    return [(entry.seat, entry.words["move"]) for entry in bench.table.history.entries]


def in_phone(bench: Bench, name: str, cards: list[str], moment: str = "") -> None:
    vote(bench, name, cards, f"{name} {moment}")


def at_box(bench: Bench, name: str, cards: list[str], moment: str = "") -> None:
    box = bench.table.state(EVERYONE).get("box")
    assert box is not None
    assert box["seat"] == name, moment
    vote_at_the_box(bench, cards)


def test_it_enters_the_record_when_its_turn_comes(bench: Bench) -> None:
    first, second, third = voters(bench)
    made = len(moves(bench))
    vote(bench, third, ["NEEE"])
    vote(bench, second, ["JA", "?"])
    assert len(moves(bench)) == made
    assert view(bench)["finished"] == [second, third]
    assert bench.table.state(EVERYONE)["to_move"] == first
    vote(bench, first, ["JAA"])
    seats = [role_of(name).seat for name in (first, second, third)]
    assert moves(bench)[made:] == [(seat, "vote") for seat in seats]
    watch(bench)
    laid = {first: ["JAA"], second: ["JA", "?"], third: ["NEEE"]}
    assert view(bench)["last_vote"]["revealed"] == laid


def test_only_its_own_seat_sees_what_waits(bench: Bench) -> None:
    _, second, third = voters(bench)
    vote(bench, third, ["NEEE", "?"])
    assert view(bench, third)["own"]["laid"] == ["NEEE", "?"]
    assert view(bench, second)["own"]["laid"] is None
    assert bench.table.state(role_of(third))["may"] == []
    assert bench.table.state(role_of(second))["may"] == ["vote"]


def test_who_has_finished_early_is_not_awaited_and_the_others_are(bench: Bench) -> None:
    first, second, third = voters(bench)
    vote(bench, third, ["NEEE"])
    mine = {name: bench.table.state(role_of(name))["mine"] for name in (first, second, third)}
    assert mine == {first: True, second: True, third: False}


def told_of(cards: list[str], early: bool, choose: Callable[..., None]) -> list[bytes]:
    """Return all that the others are told from a choice on, early or in turn, to the last before it is
    turned up, with all that they try, and after it is taken back with the lay.
    """
    bench = bench_at_the_vote()
    try:
        first, second, third = voters(bench)
        chooser = third if early else first
        onlookers = Onlookers(bench, chooser)
        bench.wait(3.0)
        choose(bench, chooser, cards)
        onlookers.listen()
        onlookers.try_all()
        others = (first, second) if early else (second, third)
        vote(bench, others[0], ["?"])
        onlookers.listen()
        for number in range(3):
            bench.wait(1.0)
            bench.table.submit(HOST, f"undo {number}", {"move": "undo"})
            onlookers.listen()
        return onlookers.told
    finally:
        bench.table.close()


WAYS = [(True, in_phone), (False, in_phone), (False, at_box)]
"""Early or in turn, by phone or at the box; the box asks in turn only."""
NAMES_OF = ["early by phone", "in turn by phone", "in turn at the box"]


@pytest.mark.parametrize(("early", "choose"), WAYS, ids=NAMES_OF)
def test_a_choice_tells_the_others_nothing(early: bool, choose: Callable[..., None]) -> None:
    reference = told_of(["JAA"], early, choose)
    assert len(reference) > 100
    for cards in SAMPLE:
        assert told_of(cards, early, choose) == reference, cards


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("early", "choose"), WAYS, ids=NAMES_OF)
def test_no_choice_of_all_255_tells_the_others_anything(
    early: bool, choose: Callable[..., None]
) -> None:
    reference = told_of(["JAA"], early, choose)
    for cards in SELECTIONS:
        assert told_of(cards, early, choose) == reference, cards


def told_once_finished(order: list[int], cards: list[str], moment_s: float = 2.0) -> list[bytes]:
    """Return what all but the voter are told once all of ``order`` have finished, in that order.

    The voter, whose cards are given, is the second under the rules.
    """
    bench = bench_at_the_vote()
    try:
        names = voters(bench)
        for number in order:
            bench.wait(moment_s)
            vote(bench, names[number], cards if number == 1 else ["?"], f"{number}")
        onlookers = Onlookers(bench, names[1])
        onlookers.listen()
        if state_of(bench).phase.__class__ is Voting:
            onlookers.try_all()
        bench.wait(0.5)
        onlookers.listen()
        watch(bench)
        onlookers.listen()
        bench.table.submit(HOST, "undo", {"move": "undo"})
        onlookers.listen()
        return onlookers.told
    finally:
        bench.table.close()


@pytest.mark.parametrize("cards", SAMPLE, ids="-".join)
@pytest.mark.parametrize("orders", [[[0, 1], [1, 0]], [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0]]])
def test_nothing_tells_afterwards_whether_a_choice_was_early(
    orders: list[list[int]], cards: list[str]
) -> None:
    told = [told_once_finished(order, cards) for order in orders]
    assert all(each == told[0] for each in told)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nothing_tells_of_all_255_whether_they_were_early() -> None:
    for cards in SELECTIONS:
        told = [told_once_finished(order, cards) for order in ([0, 1], [1, 0])]
        assert told[0] == told[1], cards


def test_the_same_test_finds_a_table_that_tells_when_a_choice_was_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("companion.table.sitting.lines.find_turned_up_with", lambda _, number: number)
    assert told_once_finished([0, 1], ["JAA"]) != told_once_finished([1, 0], ["JAA"])


def test_a_power_cut_loses_nothing_that_waits_and_tells_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    bench = bench_at_the_vote(path=path)
    first, second, third = voters(bench)
    vote(bench, third, ["NEEE"], "early")
    bench.table.close()
    again = bench_on(path, 1, pins="simulated")
    assert view(again)["finished"] == [third]
    assert view(again, third)["own"]["laid"] == ["NEEE"]
    vote(again, third, ["NEEE"], "early")  # the phone sends again what was not answered
    assert view(again)["finished"] == [third]
    vote(again, first, ["?"])
    again.table.close()
    once_more = bench_on(path, 1, pins="simulated")
    vote(once_more, second, ["?"])
    watch(once_more)
    assert view(once_more)["last_vote"]["revealed"][third] == ["NEEE"]
    once_more.table.close()


def test_what_cannot_be_kept_is_refused(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise CompanionError("the disk is full")

    third = voters(bench)[2]
    with monkeypatch.context() as broken:
        broken.setattr("companion.table.storage.journal.Journal.keep_memory", full)
        with pytest.raises(CompanionError, match="full"):
            vote(bench, third, ["JA"], "early")
    assert view(bench)["finished"] == []
    vote(bench, third, ["JA"], "early")
    assert view(bench)["finished"] == [third]


def test_it_is_let_go_when_the_vote_no_longer_comes(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    bench = bench_at_the_vote(path=path)
    third = voters(bench)[2]
    lay = dict(bench.table.history.entries[-1].words)
    mover = voters(bench)[0]
    vote(bench, third, ["NEEE"], "early")
    bench.table.submit(HOST, "undo", {"move": "undo"})
    assert isinstance(state_of(bench).phase, Laying)
    bench.table.submit(HOST, "again", {**lay, "seat": mover})
    assert isinstance(state_of(bench).phase, Voting)
    assert view(bench)["finished"] == []
    assert view(bench, third)["own"]["laid"] is None
    bench.table.close()
    again = bench_on(path, 1, pins="simulated")
    assert view(again)["finished"] == []
    again.table.close()


def test_one_that_was_taken_back_does_not_come_again_after_a_power_cut(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    bench = bench_at_the_vote(path=path)
    first, second, third = voters(bench)
    vote(bench, third, ["JA"], "third")
    vote(bench, second, ["NEEE"], "second")
    vote(bench, first, ["?"], "first")
    assert not isinstance(state_of(bench).phase, Voting)
    bench.table.submit(HOST, "undo", {"move": "undo"})
    assert view(bench)["finished"] == []
    bench.table.close()
    again = bench_on(path, 1, pins="simulated")
    assert view(again)["finished"] == []
    assert view(again, second)["own"]["laid"] is None
    again.table.close()


def test_undo_takes_back_what_was_made_and_leaves_what_waits(bench: Bench) -> None:
    first, _, third = voters(bench)
    vote(bench, third, ["NEEE"], "early")
    vote(bench, first, ["JA"], "in turn")
    bench.table.submit(HOST, "undo", {"move": "undo"})
    assert view(bench)["finished"] == [third]


def test_nothing_is_corrected_over_what_waits(bench: Bench) -> None:
    first, _, third = voters(bench)
    entries = bench.table.history.entries
    lay = {key: value for key, value in entries[-1].words.items() if key != "seat"}
    right: JsonObject = {"move": "correct", "number": len(entries), "with": lay}
    vote(bench, third, ["NEEE"], "early")
    with pytest.raises(IllegalMove, match="face down"):
        bench.table.submit(HOST, "host", right)
    with pytest.raises(NotAllowed, match="cannot correct that any more"):
        bench.table.submit(role_of(first), "own", right)


def test_sums_are_not_told_over_what_waits(bench: Bench) -> None:
    """As over what was laid in turn: somebody has chosen with the table's own cards."""
    third = voters(bench)[2]
    assert "counted" in bench.table.state(HOST)["may"]
    vote(bench, third, ["NEEE"], "early")
    assert "counted" not in bench.table.state(HOST)["may"]
    with pytest.raises(IllegalMove, match="face down already"):
        bench.table.submit(HOST, "sums", {"move": "counted", "yes": 1, "no": 0})


def told_when_renamed(cards: list[str]) -> list[bytes]:
    bench = bench_at_the_vote()
    third = voters(bench)[2]
    vote(bench, third, cards, "early")
    desk = bench.table.evenings
    onlookers = Onlookers(bench, third)
    desk.rename(next(one.id for one in desk.players() if one.name == third), "Zoe")
    onlookers.listen()
    assert view(bench)["finished"] == ["Zoe"]
    assert view(bench, third)["own"]["laid"] == cards
    bench.table.close()
    return onlookers.told


def test_players_are_renamed_while_something_waits() -> None:
    assert told_when_renamed(["NEEE"]) == told_when_renamed(["JA", "?"])


@pytest.mark.parametrize("place", [0, 2], ids=["in turn", "early"])
def test_a_vote_that_was_long_on_its_way_is_not_taken_for_one_on_another_lay(
    bench: Bench, place: int
) -> None:
    name = voters(bench)[place]
    lay = dict(bench.table.history.entries[-1].words)
    knew = bench.table.state(role_of(name))["history"][-1]["number"]
    bench.table.submit(HOST, "undo", {"move": "undo"})
    bench.table.submit(HOST, "again", {**lay, "seat": voters(bench)[0]})
    with pytest.raises(IllegalMove, match="is over"):
        vote(bench, name, ["NEEE"], "late", after=knew)
    assert view(bench)["finished"] == []
    now = bench.table.state(role_of(name))["history"][-1]["number"]
    vote(bench, name, ["NEEE"], "now", after=now)
    assert view(bench)["finished"] == [name]


def test_only_one_s_own_and_only_once(bench: Bench) -> None:
    first, second, third = voters(bench)
    vote(bench, third, ["NEEE"], "early")
    words = {"seat": third, "move": "vote", "cards": ["JA"]}
    for role in (HOST, role_of(first), role_of(second), role_of(third)):
        with pytest.raises((IllegalMove, NotAllowed)):
            bench.table.submit(role, f"by {role}", words)
    assert view(bench, third)["own"]["laid"] == ["NEEE"]


def test_cards_that_are_spent_or_none_are_refused(bench: Bench) -> None:
    for name in voters(bench):
        vote(bench, name, ["JA", "?"], f"first {name}")
    watch(bench)
    play_to_the_next_vote(bench)
    third = voters(bench)[2]
    for cards, why in (
        (["JA"], "already played"),
        ([], "at least one card"),
        (["JAA", "JAA"], "only one"),
    ):
        with pytest.raises(IllegalMove, match=why):
            vote(bench, third, cards, f"{cards}")
    vote(bench, third, ["?", "JAA"], "good")
    assert view(bench)["finished"] == [third]


def test_who_chooses_at_the_box_is_not_disturbed(bench: Bench) -> None:
    first, _, third = voters(bench)
    press(bench, "ok", "card-2")
    lamps = dict(bench.table.devices.signals.lamps)
    vote(bench, third, ["NEEE"], "early")
    assert dict(bench.table.devices.signals.lamps) == lamps
    press(bench, "ok")
    assert view(bench, first)["own"]["laid"] == ["JAA"]


def test_experts_choose_all_at_once_too(choosing: Bench) -> None:
    order = voters(choosing)
    for name in reversed(order):
        assert isinstance(state_of(choosing).phase, Choosing)
        card = view(choosing, name)["own"]["cards"][1]
        choosing.table.submit(role_of(name), "choice", {"move": "choose", "card": card})
        if name != order[0]:
            assert view(choosing, name)["own"]["counts"] == card
    assert not isinstance(state_of(choosing).phase, Choosing)
    for name in order:
        own = view(choosing, name)["own"]
        assert own["counts"] == own["cards"][0]


def test_a_phone_that_joins_after_it_is_not_shown_what_waits(bench: Bench) -> None:
    first, second, third = voters(bench)
    vote(bench, third, ["NEEE"], "early")
    seat = role_of(third).seat
    assert seat is not None
    bench.table.newcomers.come(seat, took_over=False)
    assert bench.table.state(role_of(third))["covered"]
    assert "own" not in view(bench, third)
    bench.wait(90.0)
    assert bench.table.state(role_of(third))["covered"], "it still lies face down"
    vote(bench, first, ["?"], "first")
    vote(bench, second, ["?"], "second")
    assert not bench.table.state(role_of(third))["covered"]
