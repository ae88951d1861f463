"""What the home is told of a game: nothing that a seat alone may know, and when the sand is through."""

import json
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from companion.games.game import EVERYONE, HOST, Json
from companion.table.home.glass import HomeGlass
from companion.table.home.told import MOST_CHARACTERS, state_told
from tests.table.conftest import Bench, wall
from tests.table.home.house import TOPICS, Mosquitto, listening, told_at_home
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.drunter.voting import bench_at_the_vote, vote, voters
from tests.table.running import WallClock

UBONGO: dict[str, Json] = {
    "game": "ubongo",
    "seats": ["Ana", "Bob"],
    "options": {"seconds": 45, "rounds": 9},
}


@dataclass
class Home:
    """What a home is told of a table that its own thread would look after."""

    bench: Bench
    glass: HomeGlass = field(default_factory=HomeGlass)
    moves: int = 0

    def now(self, *, with_names: bool = False) -> Any:
        clock, table = self.bench.clock, self.bench.table
        state = table.state(EVERYONE)
        self.glass = self.glass.after(state, clock.now(), clock.now(), wall())
        return json.loads(state_told(state, self.glass, with_names=with_names))

    def play(self, **move: Json) -> Any:
        self.moves += 1
        self.bench.table.submit(HOST, str(self.moves), move)
        return self.now()


@pytest.fixture
def home(bench: Bench) -> Home:
    return Home(bench)


@pytest.fixture
def round_(home: Home) -> Home:
    home.bench.table.start_sitting(UBONGO)
    assert home.now()["glass"] == "none"
    return home


def test_a_table_that_plays_nothing_tells_so(home: Home) -> None:
    nothing = dict.fromkeys(("turn", "scores", "winner", "glass_ends"))
    assert home.now() == {**nothing, "by_seat": {}, "glass": "none", "needs_an_answer": "OFF"}


def test_the_glass_runs_stands_still_and_stays_through_until_it_is_turned(round_: Home) -> None:
    told = round_.play(move="start", symbol="snake")
    assert (told["glass"], told["glass_ends"]) == ("running", "2026-01-02T20:15:45+00:00")
    round_.bench.wait(20.0)
    assert round_.now()["glass_ends"] == told["glass_ends"], "its end is told once"
    round_.bench.table.run_timer(HOST, running=False)
    assert (round_.now()["glass"], round_.now()["glass_ends"]) == ("paused", None)
    round_.bench.table.run_timer(HOST, running=True)
    assert round_.now()["glass_ends"] == "2026-01-02T20:15:25+00:00"
    round_.bench.wait(26.0)
    for _ in range(2):
        assert (round_.now()["glass"], round_.now()["glass_ends"]) == ("through", None)
    assert round_.play(move="turn_glass")["glass"] == "running"


def test_the_sand_is_not_through_where_its_time_was_taken_back_or_another_game_begun(
    round_: Home,
) -> None:
    round_.play(move="start", symbol="snake")
    assert round_.play(move="undo")["glass"] == "none"
    round_.play(move="start", symbol="snake")
    round_.bench.wait(46.0)
    assert round_.now()["glass"] == "through"
    round_.bench.table.start_sitting(UBONGO)
    assert round_.now()["glass"] == "none"


def test_the_sand_is_through_though_nobody_can_write_it_down(round_: Home) -> None:
    """A full disk keeps the move back that ends the time: it is over all the same."""
    round_.play(move="start", symbol="snake")
    clock = round_.bench.clock
    clock._now += 50.0
    assert round_.now()["glass"] == "through"


def test_a_question_needs_an_answer_and_an_offer_does_not(home: Home) -> None:
    home.bench.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    home.bench.show(reading_of([PaperDie("1", (0.0, 0.0))]))
    state = home.bench.table.state(EVERYONE)
    assert state["proposal"] is not None
    assert (state["proposal"]["kind"], home.now()["needs_an_answer"]) == ("move", "OFF")
    home.bench.table.answer(HOST, state["proposal"]["id"], "stop")
    state = home.bench.table.state(EVERYONE)
    assert state["proposal"] is not None
    assert (state["proposal"]["kind"], home.now()["needs_an_answer"]) == ("correction", "ON")


def test_winners_are_told_and_no_state_is_longer_than_home_assistant_takes(home: Home) -> None:
    seats = [f"{letter}{'x' * 38}" for letter in "ABCDEFGH"]
    home.bench.table.start_sitting({"game": "yacht", "seats": seats})
    state = home.bench.table.state(EVERYONE)
    state["outcome"] = {"winners": seats, "why": ""}
    told = json.loads(state_told(state, HomeGlass(), with_names=False))
    assert told["winner"] == ", ".join(f"seat {number}" for number in range(1, 9))
    named = json.loads(state_told(state, HomeGlass(), with_names=True))
    assert len(named["winner"]) == MOST_CHARACTERS


def all_that_is_told(cards: list[str], mosquitto: Mosquitto) -> list[str]:
    """Return all that the home hears while a seat votes so, in its order."""
    bench = bench_at_the_vote()
    try:
        with listening(mosquitto.place) as heard:
            with told_at_home(bench.table, WallClock(), mosquitto.place):
                order = voters(bench)
                seats = bench.table.state(EVERYONE)["seats"]
                for voter, awaited in pairwise(order):
                    heard.until_state(turn=f"seat {seats.index(voter) + 1}")
                    vote(bench, voter, cards)
                    heard.until_state(turn=f"seat {seats.index(awaited) + 1}")
            heard.until(lambda: heard.messages[-1] == (TOPICS.availability, "offline"))
            return [f"{topic} {words}" for topic, words in heard.messages]
    finally:
        bench.table.close()


def test_a_hidden_vote_changes_no_byte_of_what_is_told(mosquitto: Mosquitto) -> None:
    told = []
    for cards in (["JAA"], ["NE", "JEEIIN"], ["?"]):
        told.append(all_that_is_told(cards, mosquitto))
        mosquitto.kill()  # what it kept of the last one is forgotten
        mosquitto.start()
    assert len(told[0]) > 5
    assert told[0] == told[1] == told[2]
