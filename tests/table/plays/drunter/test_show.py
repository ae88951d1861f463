"""A vote turns up card by card, for all at the same time; what became of it is told only then."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from companion.errors import NotAllowed
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Ended, Laying
from companion.games.game import EVERYONE, HOST, Role
from companion.table.plays.drunter.play import CARDS_TAKE_S, SUM_STANDS_S
from companion.table.shapes.values import JsonObject
from companion.table.storage.journal import Journal
from tests.games.drunter.case import NAMES
from tests.table.conftest import Bench, bench_on
from tests.table.plays.drunter.voting import (
    bench_at_the_vote,
    next_lay,
    role_of,
    state_of,
    vote,
    voters,
    watch,
)

HANDS = (["JAA", "?"], ["NEEE"], ["JA"])


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = bench_at_the_vote()
    yield made
    made.table.close()


def roles(bench: Bench) -> list[Role]:
    return [HOST, EVERYONE, *map(role_of, bench.table.state(EVERYONE)["seats"])]


def all_vote(bench: Bench, hands: tuple[list[str], ...] = HANDS) -> list[str]:
    order = voters(bench)
    for name, cards in zip(order, hands, strict=True):
        vote(bench, name, cards, f"{name} {cards}")
    return order


def view(bench: Bench) -> JsonObject:
    return bench.table.state(EVERYONE)["view"] or {}


def steps(bench: Bench) -> Iterator[JsonObject]:
    """Yield the state of each step of the show, as all are told it."""
    assert view(bench)["phase"] == "reveal"
    while view(bench)["phase"] == "reveal":
        yield json.loads(json.dumps(bench.table.state(EVERYONE)))
        due = bench.table.due
        assert due is not None
        bench.wait(due - bench.clock.now())


def test_one_card_after_the_other_turns_up_in_the_order_of_the_voters(bench: Bench) -> None:
    order = all_vote(bench)
    shown = [[*chain(*told["view"]["vote"]["revealed"].values())] for told in steps(bench)]
    assert shown == [[], ["JAA"], ["JAA", "?"], ["JAA", "?", "NEEE"], ["JAA", "?", "NEEE", "JA"]]
    assert view(bench)["last_vote"]["revealed"] == dict(zip(order, HANDS, strict=True))


def test_until_then_nothing_says_what_became_of_it(bench: Bench) -> None:
    before = view(bench)
    all_vote(bench)
    after = state_of(bench)
    assert isinstance(after.phase, Laying)
    for told in steps(bench):
        assert (told["to_move"], told["scores"], told["outcome"], told["may"]) == (None, None, None, [])
        same = ("town", "tiles", "last_vote", "runs", "ended_lines")
        assert {key: told["view"][key] for key in same} == {key: before[key] for key in same}
        assert told["task"]["code"] == "drunter.wait.reveal"
        ends = [line["text"]["code"] for line in told["history"] if line["move"]["move"] == "vote"]
        assert set(ends) == {"drunter.move.vote"}
    now = bench.table.state(EVERYONE)
    assert now["to_move"] is not None
    assert now["history"][-1]["text"]["code"].startswith("drunter.move.vote_")


def test_host_seats_and_screen_are_told_the_same_cards_at_the_same_time(bench: Bench) -> None:
    all_vote(bench)
    for told in steps(bench):
        votes = {json.dumps((bench.table.state(role)["view"] or {})["vote"]) for role in roles(bench)}
        assert votes == {json.dumps(told["view"]["vote"])}


def test_it_is_short_however_many_cards_lie_there(bench: Bench) -> None:
    hand = ["JA", "JAA", "JAAA", "NE", "NEE", "NEEE", "?"]
    all_vote(bench, (hand, hand, hand))
    began = bench.clock.now()
    shown = list(steps(bench))
    assert len(shown) == 1 + 3 * len(hand)
    assert bench.clock.now() - began == pytest.approx(CARDS_TAKE_S + SUM_STANDS_S)


def test_a_joker_is_asked_for_once_all_cards_are_open(bench: Bench) -> None:
    order = all_vote(bench, (["JEEIIN"], ["NE"], ["?"]))
    assert bench.table.state(role_of(order[0]))["may"] == []
    watch(bench)
    assert view(bench)["phase"] == "declare"
    assert bench.table.state(role_of(order[0]))["may"] == ["declare"]
    bench.table.submit(role_of(order[0]), "d", {"move": "declare", "as": "yes"})
    told = view(bench)
    assert (told["phase"], told["vote"]["declared"], told["last_vote"]) == (
        *("reveal", {order[0]: "yes"}, None),
    )
    watch(bench)
    assert view(bench)["last_vote"]["yes"] == 2


def test_sums_alone_are_told_at_once(bench: Bench) -> None:
    bench.table.submit(HOST, "sums", {"move": "counted", "yes": 2, "no": 3})
    assert (view(bench)["phase"], view(bench)["last_vote"]["passed"]) == ("lay", False)


def test_who_plays_on_by_tap_ends_the_show(bench: Bench) -> None:
    all_vote(bench)
    lay = next_lay(state_of(bench), Random(1))
    words = {"seat": NAMES[lay.seat - 1], **GAME.words(state_of(bench), lay)}
    bench.table.submit(HOST, "on", words)
    assert view(bench)["phase"] in ("lay", "vote")
    assert view(bench)["last_vote"]["revealed"] is not None


def test_undo_takes_the_whole_vote_back_from_the_show(bench: Bench) -> None:
    all_vote(bench)
    bench.table.submit(HOST, "undo", {"move": "undo"})
    assert (view(bench)["phase"], view(bench)["finished"]) == ("vote", [])
    assert view(bench)["vote"]["revealed"] is None


def test_a_vote_that_ends_the_game_shows_no_secret_and_no_winner_before() -> None:
    tiles = {"Ana": {"street": [3, 2]}, "Bob": {}, "Cyd": {}}
    cards = {"Ana": ["saloon"], "Bob": ["bank"], "Cyd": ["jail"]}
    bench = bench_on(None, 1)
    first: JsonObject = {
        "game": "drunter",
        "seats": ["Ana", "Bob", "Cyd"],
        "tiles": tiles,
        "cards": cards,
    }
    bench.table.start_sitting(first)
    lay: JsonObject = {"move": "lay", "kind": "street", "seat": "Ana"}
    bench.table.submit(HOST, "1", {**lay, "length": 3, "gang": [14, 0], "towards": "south"})
    bench.table.submit(HOST, "2", {**lay, "length": 2, "gang": [14, 3], "towards": "west"})
    all_vote(bench, (["JA"], ["JA"], ["JA"]))
    assert isinstance(state_of(bench).phase, Ended)
    for told in steps(bench):
        assert (told["outcome"], told["scores"], told["view"]["cards"], told["end"]) == (None,) * 4
        assert told["holds_secrets"]
        assert not bench.table.tell_story()
        with pytest.raises(NotAllowed):
            bench.table.record()
    now = bench.table.state(EVERYONE)
    assert now["outcome"] is not None
    assert bench.table.record()
    assert bench.table.tell_story()
    assert bench.table.state(EVERYONE)["end"] is not None
    bench.table.close()


def test_after_a_power_cut_it_is_not_shown_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.lines"
    bench = bench_at_the_vote(path=path)
    all_vote(bench)
    bench.table.close()
    again = bench_on(path, 1)
    assert view(again)["phase"] == "lay"
    again.table.close()
    with Journal(path) as journal:
        assert journal.mended is None
