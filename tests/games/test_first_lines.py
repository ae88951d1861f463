"""The common checks of first lines and of words, and the catalogue."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import ClassVar

import pytest

from companion.errors import BadMove, BadSetup, Reason, UnknownGame
from companion.games import catalogue, words
from companion.games.game import Game, Json, Move, Option, Outcome, Role, Seat, Setup
from companion.games.setup import check_setup


class Small(Game[int, Move]):
    """A game of options only."""

    name: ClassVar[str] = "small"
    seat_counts: ClassVar[range] = range(2, 4)
    options: ClassVar[Mapping[str, Option]] = {
        "rounds": Option("int", 9, least=1, most=20),
        "open": Option("bool", default=False),
        "side": Option("choice", "easy", choices=("easy", "hard")),
        "board": Option("data", {}),
    }

    def start(self, setup: Setup) -> int:
        check_setup(self, setup, dealt=["gems"])
        return 0

    def parse(self, state: int, seat: Seat | None, words: Mapping[str, Json]) -> Move:
        raise NotImplementedError

    def words(self, state: int, move: Move) -> dict[str, Json]:
        raise NotImplementedError

    def play(self, state: int, move: Move) -> int:
        raise NotImplementedError

    def legal_moves(self, state: int) -> Iterator[Move]:
        raise NotImplementedError

    def chance(self, state: int, rng: Random) -> Move | None:
        raise NotImplementedError

    def to_move(self, state: int) -> Seat | None:
        raise NotImplementedError

    def scores(self, state: int) -> tuple[int, ...] | None:
        raise NotImplementedError

    def outcome(self, state: int) -> Outcome | None:
        raise NotImplementedError

    def view(self, state: int, role: Role) -> dict[str, Json]:
        raise NotImplementedError


def test_options_left_out_are_at_their_default() -> None:
    found = check_setup(Small(), Setup("small", ("A", "B"), {"rounds": 3}))
    assert found == {"rounds": 3, "open": False, "side": "easy", "board": {}}


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"rounds": 0}, "'rounds' is 0, at least 1 is needed"),
        ({"rounds": 21}, "'rounds' is 21, at most 20 is allowed"),
        ({"rounds": 1.0}, "'rounds' is 1.0, not a whole number"),
        ({"rounds": True}, "'rounds' is True, not a whole number"),
        ({"open": "yes"}, "'open' is 'yes', not true or false"),
        ({"side": "middle"}, "'side' is 'middle', not one of easy, hard"),
        ({"side": ["easy"]}, "not one of easy, hard"),
        ({"roundz": 1}, r"unknown option 'roundz' \(did you mean 'rounds'\?\)"),
    ],
)
def test_an_option_that_cannot_be_is_named(options: dict[str, Json], fault: str) -> None:
    with pytest.raises(BadSetup, match=fault):
        Small().start(Setup("small", ("A", "B"), options))


def test_all_faults_are_named_at_once() -> None:
    setup = Setup("small", ("A", "A", "", "B"), {"rounds": 0, "x": 1}, {"gemz": []})
    with pytest.raises(BadSetup, match="small cannot start") as refused:
        Small().start(setup)
    assert refused.value.reason == Reason("error.same_name", {"name": "A"})
    for fault in ("4 seats", "without a name", "two seats named 'A'", "'rounds' is 0", "'x'", "'gems'"):
        assert fault in str(refused.value)


@pytest.mark.parametrize("name", ["carcassonne_dice", "drunter", "gruftmeister", "plain_dice", "ubongo"])
def test_the_catalogue_has_every_game(name: str) -> None:
    assert name in catalogue.names()
    assert catalogue.game(name).name == name
    assert catalogue.game(name) is catalogue.game(name)


@pytest.mark.parametrize("name", ["carcassone_dice", "chess", "", "record", "..", "game"])
def test_an_unknown_game_is_named_with_what_there_is(name: str) -> None:
    with pytest.raises(UnknownGame, match=f"no game is called '{name}'") as refused:
        catalogue.game(name)
    assert "carcassonne_dice" in refused.value.hint


def test_a_near_name_is_offered() -> None:
    with pytest.raises(UnknownGame, match="did you mean 'carcassonne_dice'"):
        catalogue.game("carcassone_dice")


def test_words_are_read_by_their_kind() -> None:
    said: dict[str, Json] = {"move": "lay", "length": 2, "kind": "wall", "cards": ["JA"], "sure": True}
    words.only(said, ["length", "kind", "cards", "sure"])
    assert words.whole(said, "length", least=1) == 2
    assert words.whole(said, "row", default=5) == 5
    assert words.choice(said, "kind", ["wall", "river"]) == "wall"
    assert words.texts(said, "cards") == ("JA",)
    assert words.items(said, "gang", default=()) == ()
    with pytest.raises(BadMove, match="lay: 'length' is 2, at least 3 is needed"):
        words.whole(said, "length", least=3)
    with pytest.raises(BadMove, match="lay: 'sure' holds True, not a whole number"):
        words.whole(said, "sure")
    with pytest.raises(BadMove, match="lay: 'kind' holds 'wall', not a list"):
        words.items(said, "kind")
    with pytest.raises(BadMove, match="lay: 'row' is missing"):
        words.whole(said, "row")


@pytest.mark.parametrize(
    "name", ["A\0na", "Ana\n", "\u202eanA", "A\u2066na", "\ud800", "\ufeffAna"], ids=ascii
)
def test_a_name_that_cannot_be_shown_is_refused_with_words(name: str) -> None:
    with pytest.raises(BadSetup, match="letters that cannot be shown"):
        catalogue.game("plain_dice").start(Setup("plain_dice", (name, "Bob")))


@pytest.mark.parametrize("name", ["Ana Marie", "Žofie", "李", "👩‍👧", "می‌خواهم", "O’Neill"])
def test_names_of_all_languages_are_welcome(name: str) -> None:
    assert catalogue.game("plain_dice").start(Setup("plain_dice", (name, "Bob")))
