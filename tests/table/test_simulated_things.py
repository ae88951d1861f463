"""What lies on the simulated table as another game begins."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Literal

import pytest

from companion.simulation.left_lying import LeftLying
from companion.simulation.simulator import Simulator
from companion.table.shapes.values import JsonObject
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.table.conftest import wall
from vision.clock import SteppedClock
from vision.workshop.simulation.table import SimulatedTable

UBONGO: JsonObject = {"game": "ubongo", "seats": ["Ana", "Bob"]}
GRUFTMEISTER: JsonObject = {"game": "gruftmeister", "seats": ["Ana", "Bob"]}
DRUNTER: JsonObject = {
    "game": "drunter",
    "seats": ["Ana", "Bob"],
    "options": {"board": "wacky_wacky_west"},
}
DICE: JsonObject = {"game": "carcassonne_dice", "seats": ["Ana", "Bob"]}


class Place:
    """A simulated table, and the table that follows the games at it."""

    def __init__(
        self, journal: Path | Literal[":memory:"] = ":memory:", left: Path | None = None
    ) -> None:
        self.clock = clock = SteppedClock()
        self.simulated = SimulatedTable(clock, size_wh=(320, 240))
        self.hands = Simulator(self.simulated, LeftLying(left))
        parts = {"camera": "simulated", "pins": "none"}
        self.table = Table(Journal(journal), clock, wall, parts, self.hands)
        self.hands.follow(self.table)

    def begin(self, words: JsonObject) -> None:
        """Begin a game, and let the eyes ask for its sets as they do."""
        self.table.start_sitting(words)
        for kind, name in self.table.sets.in_use.items():
            self.hands.use_set(kind, name)

    @property
    def lies(self) -> tuple[bool, bool, bool, int]:
        """Whether a town lies there, a gem board, stones; and how many tokens and dice."""
        tokens, board = self.simulated.tokens, self.simulated.board
        things = len(tokens.truth()) if tokens else 0
        dice = len(self.simulated.truth())
        gems = tokens is not None and tokens.kit.gem_board
        stones = tokens is not None and tokens.kit.stones
        return board is not None, gems, stones, things + dice


@pytest.fixture
def place() -> Iterator[Place]:
    made = Place()
    yield made
    made.table.close()


def test_who_throws_before_the_eyes_look_throws_once(tmp_path: Path) -> None:
    place = Place(left=tmp_path / "dice.json")
    place.table.start_sitting(DICE)
    place.hands.throw()
    for kind, name in place.table.sets.in_use.items():
        place.hands.use_set(kind, name)
    place.clock.wait(Event(), place.simulated.busy_until)
    assert place.lies == (False, False, False, 9)
    place.table.close()


def test_a_game_that_reads_nothing_yet_begins_without_the_last_ones_things(place: Place) -> None:
    place.begin(UBONGO)
    assert place.lies == (False, True, False, 74)
    place.begin(GRUFTMEISTER)
    assert not place.table.sets.in_use
    assert place.lies == (False, False, True, 0)
    place.begin(DRUNTER)
    assert place.lies == (True, False, False, 0)
    place.begin(GRUFTMEISTER)
    assert place.lies == (False, False, True, 0)
    place.begin(UBONGO)
    assert place.lies == (False, True, False, 74)


def test_dice_are_put_away_where_none_are_thrown(place: Place) -> None:
    place.begin(DICE)
    place.hands.throw()
    place.clock.wait(Event(), place.simulated.busy_until)
    assert place.lies == (False, False, False, 9)
    place.begin(GRUFTMEISTER)
    assert place.lies == (False, False, True, 0)
    place.begin(DICE)
    assert place.lies == (False, False, False, 0)


def test_the_same_game_begun_anew_finds_its_things_as_they_lie(place: Place) -> None:
    place.begin(DRUNTER)
    town = place.simulated.board
    place.begin(DRUNTER)
    assert place.simulated.board is town


def test_a_game_that_reads_nothing_yet_is_laid_out_where_it_goes_on(tmp_path: Path) -> None:
    before = Place(tmp_path / "journal.lines")
    before.begin(GRUFTMEISTER)
    before.table.close()
    after = Place(tmp_path / "journal.lines")
    assert after.lies == (False, False, True, 0)
    after.table.close()
