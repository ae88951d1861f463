"""What the page tells the rules with."""

import json

from companion.games.drunter.rules import GAME


def test_the_printed_example_of_a_vote_ends_as_printed() -> None:
    """JAA + JAAA, NEE, NEEE, and a joker declared NO: 7 : 5 against."""
    example = json.loads(json.dumps(GAME.book()))["example"]
    assert (example["yes"], example["no"], example["passed"]) == (5, 7, False)


def test_tiles_are_those_of_the_box_and_dealt_whole() -> None:
    book = json.loads(json.dumps(GAME.book()))
    assert sum(sum(counts.values()) for counts in book["box"].values()) == 60
    assert {int(players) * sum(each.values()) for players, each in book["share"].items()} == {60}


def test_the_shipped_boards_can_be_chosen_by_name() -> None:
    option = GAME.options["board"]
    assert option.default in option.choices
