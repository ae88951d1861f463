"""What pages are told that follows from a position: where tiles fit, what cards are worth, sums."""

from typing import Any

from companion.games.drunter.moves import Vote
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import State
from companion.games.game import EVERYONE
from tests.games.drunter.pictures import ANA, lay, sitting, town
from tests.games.drunter.test_votes import cards, proposed, vote


def told(state: State) -> Any:
    return GAME.view(state, EVERYONE)


def test_a_way_is_laid_with_the_tiles_in_the_hand_and_voted_on_from_the_outhouse_on() -> None:
    (way,) = told(sitting(town("w.o....\n......."), "w3 w1", "w2"))["town"]["ways"][:1]
    assert way["towards"] == "east"
    assert (way["lengths"], way["asks_from"]) == ([1, 3], 2)


def test_nothing_is_laid_while_a_vote_is_open() -> None:
    assert all(way["lengths"] == [] for way in told(proposed())["town"]["ways"])


def test_each_line_tells_how_it_goes_on_or_why_it_does_not() -> None:
    state = sitting(town("w.o....\ns......"), "w3", "w2")
    street, wall = told(state)["lines"]
    assert (street["kind"], street["why"]) == ("street", "tiles")
    assert (wall["kind"], wall["why"], wall["longest"]) == ("wall", None, 3)


def test_a_card_is_worth_what_stands() -> None:
    state = sitting(town("w.4..2.\n......."), "w2", "w1")
    assert told(state)["worth"] == {
        "tavern": {"points": 6, "of": [["tavern", 2, True], ["tavern", 4, True]]}
    }
    covered = GAME.play(state, lay(ANA, "w2", (0, 0), "east"))
    assert told(covered)["worth"]["tavern"] == {
        "points": 2,
        "of": [["tavern", 2, True], ["tavern", 4, False]],
    }


def test_votes_add_up_player_by_player() -> None:
    state = vote(proposed(), "JA JAA", "NEE", "?", "NE")
    assert told(state)["last_vote"]["sums"] == {
        "Ana": {"yes": 3, "no": 0},
        "Bob": {"yes": 3, "no": 2},
        "Cyd": {"yes": 3, "no": 2},
        "Dan": {"yes": 3, "no": 3},
    }


def test_no_sums_are_told_of_cards_that_lie_face_down() -> None:
    state = GAME.play(proposed(), Vote(ANA, cards("JA")))
    assert told(state)["vote"]["sums"] == {}
