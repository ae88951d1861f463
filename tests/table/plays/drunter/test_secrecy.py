"""What leaves the table for the others is the same, whatever a seat lays face down or chooses."""

import json
import logging
from collections.abc import Iterator

import pytest

from companion.errors import CompanionError, IllegalMove, NotAllowed
from companion.games.drunter.state import Declaring, Laying
from companion.games.game import EVERYONE, HOST, Role
from companion.games.history import Step
from companion.table.hooks.verdict import Say
from companion.table.plays.catalogue import play_of
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench
from tests.table.plays.drunter.voting import (
    SAMPLE,
    SELECTIONS,
    Onlookers,
    bench_at_the_vote,
    is_open,
    role_of,
    state_of,
    vote,
    voters,
    watch,
)


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = bench_at_the_vote()
    yield made
    made.table.close()


def told_of(cards: list[str], at: int, players: int = 3) -> list[bytes]:
    """Return all that the others are told while the voter at this place votes so, and after an undo."""
    bench = bench_at_the_vote(players)
    try:
        order = voters(bench)
        for name in order[:at]:
            vote(bench, name, ["?"])
        onlookers = Onlookers(bench, order[at])
        for attempt in ("first", "again"):
            bench.wait(3.0)
            vote(bench, order[at], cards, f"{attempt} try")
            onlookers.listen()
            if is_open(bench):
                onlookers.try_all()
            bench.table.submit(HOST, f"undo {attempt}", {"move": "undo"})
            onlookers.listen()
        return onlookers.told
    finally:
        bench.table.close()


def assert_all_equal(selections: list[list[str]], at: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    reference = told_of(["JAA"], at)
    logged = caplog.messages[:]
    assert len(reference) > 100
    for cards in selections:
        caplog.clear()
        assert told_of(cards, at) == reference, cards
        assert caplog.messages == logged, cards


@pytest.mark.parametrize("at", [0, 1], ids=["the proposer", "the next"])
def test_a_vote_tells_the_others_nothing(at: int, caplog: pytest.LogCaptureFixture) -> None:
    assert_all_equal(SAMPLE, at, caplog)


@pytest.mark.slow
@pytest.mark.parametrize("at", [0, 1], ids=["the proposer", "the next"])
def test_no_vote_of_all_255_tells_the_others_anything(at: int, caplog: pytest.LogCaptureFixture) -> None:
    assert_all_equal(SELECTIONS, at, caplog)


def test_the_same_test_finds_a_table_that_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """A history that told the host how many cards lie there would be found."""

    def leaking(history: object, entry: object, role: object) -> JsonObject:
        return {"count": len(str(entry))}

    monkeypatch.setattr("companion.table.sitting.lines.as_known", leaking)
    assert told_of(["JAA"], 0) != told_of(["JAA", "?"], 0)


def test_a_refused_vote_tells_only_its_own_seat(bench: Bench) -> None:
    voter = voters(bench)[0]
    onlookers = Onlookers(bench, voter)
    with pytest.raises(CompanionError, match="no such card"):
        vote(bench, voter, ["nonsense"])
    with pytest.raises(IllegalMove, match="at least one card"):
        vote(bench, voter, [])
    onlookers.listen()
    assert all(line.startswith(b'{"sitting"') for line in onlookers.told), "an event was sent"


def test_at_the_reveal_everybody_is_told(bench: Bench) -> None:
    for name in voters(bench):
        vote(bench, name, ["NE", "JEEIIN"])
    watch(bench)
    view = bench.table.state(EVERYONE)["view"]
    assert view is not None
    assert view["vote"]["revealed"] == {name: ["NE", "JEEIIN"] for name in ("Ana", "Bob", "Cyd")}


def test_the_host_may_vote_for_a_seat_and_learns_nothing_by_trying(bench: Bench) -> None:
    first, second, third = voters(bench)
    vote(bench, first, ["JAAA"])
    for name in (first, third):  # one has voted, the other is not awaited yet: what is asked is the same
        words = {"seat": name, "move": "vote", "cards": ["JAAA"]}
        with pytest.raises(IllegalMove) as error:
            bench.table.submit(HOST, f"try {name}", words)
        assert "JAAA" not in f"{error.value} {error.value.hint}".replace("'JAAA'", "")
    bench.table.submit(HOST, "for Bob", {"seat": second, "move": "vote", "cards": ["NE"]})
    view = bench.table.state(HOST)["view"]
    assert view is not None
    assert (view["finished"], view["vote"]["revealed"]) == ([first, second], None)


def test_what_one_phone_sends_is_not_swallowed_because_another_sent_the_same_id(bench: Bench) -> None:
    order = voters(bench)
    for name in order:
        vote(bench, name, ["JA"], "m1")
    assert not is_open(bench)


def test_a_vote_sent_again_after_a_lost_reply_counts_once(bench: Bench) -> None:
    order = voters(bench)
    for _ in range(3):
        vote(bench, order[0], ["JA"], "m1")
    view = bench.table.state(EVERYONE)["view"]
    assert view is not None
    assert (view["finished"], view["to_move"]) == ([order[0]], order[1])


def test_what_lies_face_down_goes_back_one_by_one_and_is_not_shown(bench: Bench) -> None:
    order = voters(bench)
    vote(bench, order[0], ["JA"])
    vote(bench, order[1], ["NE"])
    bench.table.submit(HOST, "undo", {"move": "undo"})
    view = bench.table.state(role_of(order[1]))["view"]
    assert view is not None
    assert (view["finished"], view["own"]["laid"]) == ([order[0]], None)
    assert '"NE"' not in json.dumps(bench.table.state(HOST)["history"])


def test_a_vote_that_was_turned_up_goes_back_whole(bench: Bench) -> None:
    """Else the last would vote anew knowing how all the others have."""
    order = voters(bench)
    for name in order:
        vote(bench, name, ["JA"])
    assert isinstance(state_of(bench).phase, Laying)
    bench.table.submit(HOST, "undo", {"move": "undo"})
    view = bench.table.state(EVERYONE)["view"]
    assert view is not None
    assert (view["phase"], view["finished"]) == ("vote", [])
    bench.table.submit(HOST, "undo again", {"move": "undo"})
    assert isinstance(state_of(bench).phase, Laying)


def test_a_joker_goes_back_before_the_votes_do(bench: Bench) -> None:
    order = voters(bench)
    for name in order:
        vote(bench, name, ["JEEIIN"])
    bench.table.submit(role_of(order[0]), "d", {"move": "declare", "as": "no"})
    bench.table.submit(HOST, "undo", {"move": "undo"})
    phase = state_of(bench).phase
    assert isinstance(phase, Declaring)
    assert phase.declared == ()


def test_a_seat_puts_its_own_vote_right_only_while_it_lies_face_down(bench: Bench) -> None:
    order = voters(bench)
    number = len(bench.table.history.entries) + 1
    vote(bench, order[0], ["JA"])
    right: JsonObject = {
        "move": "correct",
        "number": number,
        "with": {"move": "vote", "cards": ["NE"]},
    }
    bench.table.submit(role_of(order[0]), "right", right)
    for name in order[1:]:
        vote(bench, name, ["?"])
    last = number + len(order)
    assert not is_open(bench)
    with pytest.raises(NotAllowed, match="cannot correct that any more"):
        bench.table.submit(role_of(order[-1]), "late", {**right, "number": last})


def test_a_vote_that_was_put_right_is_as_secret_and_goes_back_with_the_others(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def line(play: object, words: JsonObject, step: Step | None) -> Say:
        return Say("move.other", {"kind": "unknown" if step is None else str(step.entry.words)})

    monkeypatch.setattr(type(play_of("drunter")), "line", line)
    order = voters(bench)
    number = len(bench.table.history.entries) + 1
    vote(bench, order[0], ["JA"])
    right: JsonObject = {"number": number, "with": {"move": "vote", "cards": ["NE"]}}
    bench.table.submit(role_of(order[0]), "right", {"move": "correct", **right})
    for role in (HOST, EVERYONE, role_of(order[1])):
        text = bench.table.state(role)["history"][-1]["text"]["params"]
        assert text == {"kind": "unknown"}
    for name in order[1:]:
        vote(bench, name, ["?"])
    bench.table.submit(HOST, "undo", {"move": "undo"})
    view = bench.table.state(EVERYONE)["view"]
    assert view is not None
    assert (view["phase"], view["finished"]) == ("vote", [])


def test_the_host_corrects_no_vote_and_nothing_while_one_lies_face_down(bench: Bench) -> None:
    order = voters(bench)
    with_no_vote: JsonObject = {
        "move": "correct",
        "number": 1,
        "with": dict(bench.table.state(HOST)["history"][0]["move"]),
    }
    for name in order:
        vote(bench, name, ["JA"])
    voted = len(bench.table.history.entries)
    bench.table.submit(HOST, "public", with_no_vote)
    bench.table.submit(HOST, "undo", {"move": "undo"})
    words: JsonObject = {"move": "correct", "number": voted, "with": {"move": "vote", "cards": ["NE"]}}
    with pytest.raises(NotAllowed, match="only the seat itself"):
        bench.table.submit(HOST, "secret", words)
    bench.table.submit(HOST, "undo 2", {"move": "undo"})
    vote(bench, order[0], ["NE"])
    with pytest.raises(IllegalMove, match="face down"):
        bench.table.submit(HOST, "under it", with_no_vote)


def test_a_choice_tells_the_others_nothing() -> None:
    told = []
    for number in (0, 1):
        bench = bench_at_the_vote(variant="expert")
        name = voters(bench)[0]
        onlookers = Onlookers(bench, name)
        own = bench.table.state(role_of(name))["view"]
        assert own is not None
        words = {"move": "choose", "card": own["own"]["cards"][number]}
        bench.table.submit(role_of(name), "choice", words)
        onlookers.listen()
        onlookers.try_all()
        bench.table.close()
        told.append(onlookers.told)
    assert told[0] == told[1]


def test_the_host_learns_no_card_by_trial(choosing: Bench) -> None:
    """He may move for any seat, but what only the seat may know he is always refused alike."""
    refused = set()
    types = choosing.table.state(HOST)["view"]
    assert types is not None
    for card in (*types["town"]["standing"], "all 3s", "all 4s", "lowest of each", "one each"):
        for seat in ("Ana", "Bob", "Cyd"):
            words = {"seat": seat, "move": "choose", "card": card}
            with pytest.raises(NotAllowed) as error:
                choosing.table.submit(HOST, f"{card} {seat}", words)
            refused.add(f"{error.value} {error.value.hint} {error.value.reason}")
    assert len(refused) == 1


def test_the_history_tells_of_a_vote_only_once_it_is_turned_up(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a game's own words would say of a vote, they are asked for only then."""

    def line(play: object, words: JsonObject, step: Step | None) -> Say:
        return Say("move.other", {"kind": "unknown" if step is None else "known"})

    monkeypatch.setattr(type(play_of("drunter")), "line", line)
    order = voters(bench)

    def told(role: Role) -> list[object]:
        history = bench.table.state(role)["history"]
        return [entry["text"]["params"]["kind"] for entry in history if entry["move"]["move"] == "vote"]

    vote(bench, order[0], ["JA"])
    assert told(HOST) == told(role_of(order[1])) == ["unknown"]
    assert told(role_of(order[0])) == ["known"]
    for name in order[1:]:
        vote(bench, name, ["JA"])
    assert told(EVERYONE) == ["known"] * 3
    assert [entry["move"].get("cards") for entry in bench.table.state(EVERYONE)["history"][-3:]] == [
        None
    ] * 3
    bench.table.submit(HOST, "undo", {"move": "undo"})
    assert told(EVERYONE) == ["unknown"] * 3


def test_a_choice_goes_back_alone_since_it_is_not_turned_up(choosing: Bench) -> None:
    order = voters(choosing)
    for name in order:
        own = choosing.table.state(role_of(name))["view"]
        assert own is not None
        words = {"move": "choose", "card": own["own"]["cards"][0]}
        choosing.table.submit(role_of(name), "choice", words)
    choosing.table.submit(HOST, "undo", {"move": "undo"})
    view = choosing.table.state(EVERYONE)["view"]
    assert view is not None
    assert view["finished"] == order[:-1]
