"""Votes, jokers and choices at the voting box, alone and beside phones."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.devices.device import Press, Signals
from companion.devices.picking import IDLE_S, REST_S
from companion.errors import IllegalMove, JournalError
from companion.games.drunter.state import Choosing, Declaring, Voting
from companion.games.game import EVERYONE, HOST, Role
from companion.games.record import setup_words
from tests.games.drunter.case import dealt
from tests.table.conftest import Bench, bench_on
from tests.table.plays.drunter.voting import (
    SELECTIONS,
    Onlookers,
    bench_at_the_vote,
    keys_of,
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


def box(bench: Bench, role: Role = EVERYONE) -> Any:
    return bench.table.state(role).get("box")


def view(bench: Bench, role: Role = EVERYONE) -> Any:
    return bench.table.state(role)["view"]


def outside(signals: Signals) -> tuple[object, object]:
    """What a bystander sees and hears while the door is shut."""
    return signals.lamps.get("status", "dark"), signals.sound


def test_a_whole_vote_at_the_box_alone(bench: Bench) -> None:
    order = voters(bench)
    for name, card in zip(order, ("JA", "NEE", "JEEIIN"), strict=True):
        assert box(bench)["seat"] == name
        vote_at_the_box(bench, [card])
    assert isinstance(state_of(bench).phase, Declaring)
    assert box(bench)["seat"] is None, "nothing is asked while the cards turn up"
    watch(bench)
    assert box(bench)["seat"] == order[2]
    press(bench, "ok", "card-4", "ok")
    watch(bench)
    last = view(bench)["last_vote"]
    assert last["revealed"] == {order[0]: ["JA"], order[1]: ["NEE"], order[2]: ["JEEIIN"]}
    assert last["declared"] == {order[2]: "no"}
    assert (last["yes"], last["no"]) == (1, 4)


def test_several_cards_are_one_vote_in_the_order_of_the_column(bench: Bench) -> None:
    name = voters(bench)[0]
    press(bench, "ok", "card-8", "card-1", "card-5", "card-1", "card-3", "ok")
    assert view(bench, role_of(name))["own"]["laid"] == ["JAAA", "NEE", "?"]
    assert bench.table.state(EVERYONE)["history"][-1]["by"] == "box"


def test_box_and_phones_are_mixed_as_the_players_like(bench: Bench) -> None:
    order = voters(bench)
    vote(bench, order[0], ["JA"])
    vote_at_the_box(bench, ["JAA"])
    vote(bench, order[2], ["NE", "?"])
    watch(bench)
    assert view(bench)["last_vote"]["revealed"][order[1]] == ["JAA"]
    assert view(bench)["last_vote"]["passed"]


def test_a_hand_is_lit_only_once_the_awaited_player_has_pressed_ok(bench: Bench) -> None:
    press(bench, "card-1", "card-2", "call-1")
    assert dict(bench.table.devices.signals.lamps) == {"status": "lit"}
    press(bench, "ok")
    assert dict(bench.table.devices.signals.lamps) == {
        "status": "blinking",
        **{f"column-{number}": "lit" for number in range(1, 9)},
    }
    press(bench, "card-3")
    assert bench.table.devices.signals.lamps["column-3"] == "blinking"


def test_cards_that_are_spent_are_dark(bench: Bench) -> None:
    order = voters(bench)
    for name in order:
        vote(bench, name, ["JA", "?"])
    play_to_the_next_vote(bench)
    press(bench, "ok", "card-1", "card-8")
    lamps = bench.table.devices.signals.lamps
    assert "column-1" not in lamps
    assert lamps["column-8"] == "blinking"


def test_after_20_idle_seconds_the_choice_is_gone_and_all_is_dark(bench: Bench) -> None:
    order = voters(bench)
    press(bench, "ok", "card-1")
    assert box(bench)["open"]
    due = bench.table.due
    assert due is not None
    assert due == pytest.approx(bench.clock.now() + IDLE_S)
    bench.wait(IDLE_S - 0.1)
    assert box(bench)["open"]
    bench.wait(0.1)
    assert not box(bench)["open"]
    assert dict(bench.table.devices.signals.lamps) == {"status": "lit"}
    assert bench.table.due is None
    press(bench, "ok", "ok")
    assert view(bench)["finished"] == []
    assert view(bench)["to_move"] == order[0]


def test_a_double_tap_on_ok_votes_once_and_opens_no_other_hand(bench: Bench) -> None:
    order = voters(bench)
    press(bench, "ok", "ok", "card-2", "ok", "ok", "card-4", "ok")
    assert view(bench)["finished"] == [order[0]]
    assert box(bench) == {"seat": order[1], "open": False, "labels": box(bench)["labels"]}
    assert outside(bench.table.devices.signals) == ("lit", "tick")


def test_the_same_press_brought_twice_counts_once(bench: Bench) -> None:
    """A device that was started anew may bring what it has brought before."""
    press(bench, "ok", "card-2")
    again = Press("ok", bench.clock.now() + 0.5)
    bench.table.devices.press(again)
    bench.table.devices.press(again)
    assert len(view(bench)["finished"]) == 1


def test_two_keys_at_once(bench: Bench) -> None:
    name = voters(bench)[0]
    press(bench, "ok")
    now = bench.clock.now() + 0.1
    for key in ("card-1", "card-7"):
        bench.table.devices.press(Press(key, now))
    press(bench, "ok")
    assert view(bench, role_of(name))["own"]["laid"] == ["JA", "JEEIIN"]


def test_who_has_voted_by_phone_finds_no_open_hand_at_the_box(bench: Bench) -> None:
    order = voters(bench)
    press(bench, "ok", "card-1")
    vote(bench, order[0], ["NE"])
    assert box(bench)["seat"] == order[1]
    assert dict(bench.table.devices.signals.lamps) == {"status": "lit"}
    press(bench, "ok", "ok")
    assert view(bench)["finished"] == [order[0]]


def test_a_phone_that_comes_after_the_box_is_told_so(bench: Bench) -> None:
    name = voters(bench)[0]
    vote_at_the_box(bench, ["NE"])
    with pytest.raises(IllegalMove, match="is to vote"):
        vote(bench, name, ["JA"])
    assert view(bench, role_of(name))["own"]["laid"] == ["NE"]


def test_an_undo_clears_what_is_picked(bench: Bench) -> None:
    vote(bench, voters(bench)[0], ["JA"])
    press(bench, "ok", "card-1")
    bench.table.submit(HOST, "undo", {"move": "undo"})
    assert not box(bench)["open"]
    assert dict(bench.table.devices.signals.lamps) == {"status": "lit"}


def test_where_nothing_is_asked_the_box_is_dark_and_deaf() -> None:
    bench = bench_at_the_vote()
    for name in voters(bench):
        vote(bench, name, ["JA"])
    press(bench, "ok", "card-1", "ok")
    assert (box(bench)["seat"], box(bench)["open"]) == (None, False)
    assert dict(bench.table.devices.signals.lamps) == {}
    bench.table.close()


def test_a_table_without_a_box_speaks_of_none() -> None:
    bench = bench_on(None, 1)
    bench.table.start_sitting({"game": "drunter", "seats": ["Ana", "Bob"]})
    assert box(bench) is None
    bench.table.close()


def test_labels_are_those_printed_on_the_box(bench: Bench) -> None:
    assert box(bench)["labels"] == ["JA", "JAA", "JAAA", "NE", "NEE", "NEEE", "JEEIIN", "?"]


# The expert variant.


def test_a_choice_at_the_box_is_the_first_or_the_second_of_the_own_cards(choosing: Bench) -> None:
    for number, name in enumerate(voters(choosing)):
        cards = view(choosing, role_of(name))["own"]["cards"]
        key = number % 2 + 1
        press(choosing, "ok")
        lit = {lamp for lamp in choosing.table.devices.signals.lamps if lamp != "status"}
        assert lit == {"column-1", "column-2"}
        press(choosing, "card-1", f"card-{key}" if key == 2 else "card-3", "ok")
        assert view(choosing, role_of(name))["own"]["counts"] == cards[key - 1]
        choosing.wait(REST_S)
    assert not isinstance(state_of(choosing).phase, Choosing)


def test_cards_the_machine_was_not_told_are_chosen_with_ok_alone() -> None:
    bench = bench_on(None, 1, pins="simulated")
    bench.table.start_sitting(dict(setup_words(dealt(2, seed=9, cards=False, variant="expert"))))
    play_to_the_next_vote(bench)
    first = voters(bench)[0]
    press(bench, "ok")
    assert dict(bench.table.devices.signals.lamps) == {"status": "blinking"}
    press(bench, "ok")
    assert view(bench)["finished"] == [first]
    bench.table.close()


# Wi-Fi is lost and found.


def test_a_vote_that_was_long_on_its_way_is_not_taken_for_the_next(bench: Bench) -> None:
    """The phone's vote hung, so its player went to the box; then it came, when the next was open."""
    order = voters(bench)
    knew = bench.table.state(role_of(order[0]))["history"][-1]["number"]
    vote_at_the_box(bench, ["JA"])
    for name in order[1:]:
        vote(bench, name, ["?"])
    play_to_the_next_vote(bench)
    while view(bench)["to_move"] != order[0]:
        vote(bench, view(bench)["to_move"], ["?"], "before")
    with pytest.raises(IllegalMove, match="sent before another move of the same seat"):
        vote(bench, order[0], ["NE"], "late", after=knew)
    now = bench.table.state(role_of(order[0]))["history"][-1]["number"]
    vote(bench, order[0], ["NEE"], "meant", after=now)
    vote(bench, order[0], ["NEE"], "meant", after=now)  # sent again: the reply was lost
    assert order[0] in view(bench)["finished"] or view(bench)["last_vote"]["revealed"][order[0]] == [
        "NEE"
    ]


def test_who_votes_again_after_an_undo_is_not_late(bench: Bench) -> None:
    name = voters(bench)[0]
    vote(bench, name, ["JA"], after=bench.table.state(HOST)["history"][-1]["number"])
    bench.table.submit(HOST, "undo", {"move": "undo"})
    vote(bench, name, ["NE"], "anew", after=bench.table.state(HOST)["history"][-1]["number"])
    assert view(bench)["finished"] == [name]


def test_what_is_sent_again_when_its_moment_is_over_counts_only_if_it_had_come(bench: Bench) -> None:
    name = voters(bench)[0]
    words = {"seat": name, "move": "vote", "cards": ["JA"]}
    with pytest.raises(IllegalMove, match="had not come before"):
        bench.table.submit(role_of(name), "vote", words, only_known=True)
    assert view(bench)["finished"] == []
    bench.table.submit(role_of(name), "vote", words)
    bench.table.submit(role_of(name), "vote", words, only_known=True)  # only the answer was lost
    assert view(bench)["finished"] == [name]


# The plug is pulled, the disk is full.


def test_a_choice_half_made_is_gone_with_the_program_and_nothing_of_it_is_on_the_disk(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.lines"
    bench = bench_at_the_vote(path=path)
    before = {file.name: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    press(bench, "ok", "card-1", "card-2")
    assert {file.name: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before
    bench.table.close()
    again = bench_on(path, 1, pins="simulated")
    assert not box(again)["open"]
    assert view(again)["finished"] == []
    vote_at_the_box(again, ["NE"])
    assert len(view(again)["finished"]) == 1
    again.table.close()


def test_a_vote_that_was_confirmed_before_the_plug_was_pulled_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    bench = bench_at_the_vote(path=path)
    order = voters(bench)
    vote_at_the_box(bench, ["NEEE"])
    vote(bench, order[1], ["JA"], "phone 1")
    bench.table.close()  # before anybody was answered
    again = bench_on(path, 1, pins="simulated")
    assert view(again, role_of(order[0]))["own"]["laid"] == ["NEEE"]
    assert view(again, role_of(order[1]))["own"]["laid"] == ["JA"]
    vote(again, order[1], ["JA"], "phone 1")  # the phone sends again what was not answered
    assert view(again)["finished"] == order[:2]
    vote_at_the_box(again, ["?"])
    watch(again)
    assert view(again)["last_vote"]["no"] == 3
    again.table.close()


def test_a_vote_that_cannot_be_written_stays_open_and_counts_when_it_can(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise JournalError("the disk is full")

    press(bench, "ok", "card-2")
    with monkeypatch.context() as broken:
        broken.setattr("companion.table.storage.journal.Journal.append", full)
        with pytest.raises(JournalError):
            press(bench, "ok")
    assert view(bench)["finished"] == []
    assert bench.table.devices.signals.lamps["column-2"] == "blinking"
    press(bench, "ok")
    assert len(view(bench)["finished"]) == 1


# Nothing outside differs with what is picked.


def told_at_the_box(cards: list[str], at: int) -> list[object]:
    """Return all that others are told, and what a bystander sees and hears, step by step."""
    bench = bench_at_the_vote()
    try:
        order = voters(bench)
        for name in order[:at]:
            vote(bench, name, ["?"])
        onlookers = Onlookers(bench, order[at])
        shown: list[object] = []
        for keys, until in ((["ok"], 1.0), (keys_of(cards), 2.8), (["ok"], 3.0), ([], 4.5), ([], 30.0)):
            press(bench, *keys)
            bench.wait(until - bench.clock.now())
            onlookers.listen()
            shown.append(outside(bench.table.devices.signals))
        assert isinstance(state_of(bench).phase, Voting) == (at < 2)
        return [*onlookers.told, *shown]
    finally:
        bench.table.close()


def test_no_vote_at_the_box_of_all_255_shows_or_tells_anything_outside() -> None:
    reference = told_at_the_box(["JAA"], 0)
    assert ("blinking", "none") in reference
    assert ("lit", "tick") in reference
    for cards in SELECTIONS:
        assert told_at_the_box(cards, 0) == reference, cards


def test_of_what_is_picked_nobody_is_told_that_something_was(bench: Bench) -> None:
    onlookers = Onlookers(bench, voters(bench)[0])
    press(bench, "ok")
    onlookers.listen()
    version = bench.table.state(HOST)["version"]
    with bench.table.woken() as woken:
        press(bench, "card-1", "card-2", "card-1")
        assert not woken.is_set()
    assert bench.table.state(HOST)["version"] == version
