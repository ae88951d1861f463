"""The view holds all that a page shows."""

from companion.games.carcassonne_dice.rules import GAME
from companion.games.carcassonne_dice.state import State
from companion.games.game import EVERYONE, HOST, Json
from tests.games.carcassonne_dice.play import (
    aside,
    game,
    idle_turn,
    knight_turn,
    scoring_turn,
    stop,
    throw,
)


def shown(state: State, *keys: str) -> list[Json]:
    view = GAME.view(state, EVERYONE)
    return [view[key] for key in keys]


def test_before_the_first_throw() -> None:
    assert shown(game(), "seat", "throw", "dice", "dice_to_throw", "may", "may_take") == [
        1,
        0,
        9,
        9,
        ["throw"],
        [],
    ]


def test_it_says_how_many_dice_this_player_throws_and_why() -> None:
    state = knight_turn(game())
    assert shown(state, "seat", "dice_to_throw", "kept_knights", "doubled") == [
        2,
        8,
        (True, False),
        False,
    ]
    assert shown(idle_turn(state), "seat", "dice_to_throw", "doubled") == [1, 9, True]


def test_it_shows_whether_the_city_is_closed_and_where_it_is_open() -> None:
    state = aside(throw(game(), "ctxxkksss"), city=["╶┬"])
    right: Json = {"cell": [1, 0], "side": "right"}
    below: Json = {"cell": [1, 0], "side": "bottom"}
    city = {
        "cells": [[0, 0], [1, 0]],
        "size": 2,
        "closed": False,
        "points": 0,
        "open_edges": [right, below],
    }
    assert shown(state, "cities", "open_edges") == [[city], [right, below]]
    assert shown(state, "loose", "catapults") == [("straight",) * 3 + ("knight",) * 2, 2]


def test_it_shows_what_stopping_now_would_score() -> None:
    state = aside(throw(game(), "ccsssoooo"), city=["╶──╴"])
    assert shown(state, "largest_closed", "points_now") == [4, 3]
    assert shown(state, "may", "may_take") == [["throw", "set_aside", "stop"], ["city"]]


def test_three_knights_may_be_taken() -> None:
    state = aside(throw(game(), "kkkssssss"), knights=3)
    assert shown(state, "knights", "may_take") == [3, ["city", "knight"]]


def test_after_the_last_throw_nothing_is_thrown() -> None:
    state = throw(throw(throw(game(), "s" * 9), "s" * 9), "s" * 9)
    assert shown(state, "throw", "dice_to_throw", "may") == [3, 0, ["set_aside", "stop"]]


def test_at_the_end_nothing_may_be_done_and_the_last_city_stays_to_be_seen() -> None:
    state = scoring_turn(game(target=1), 3)
    assert shown(state, "may", "dice_to_throw", "largest_closed", "scores") == [[], 0, 3, (1, 0)]


def test_a_new_turn_begins_with_an_empty_table() -> None:
    state = stop(aside(throw(game(), "ccsssoooo"), city=["╶──╴"]))
    assert shown(state, "city", "loose", "catapults", "knights", "throw") == [[], (), 0, 0, 0]


def test_everyone_sees_the_same() -> None:
    state = throw(game(), "ccsssoooo")
    assert GAME.view(state, EVERYONE) == GAME.view(state, HOST)


def test_it_shows_the_faces_of_these_dice_as_they_were_taught() -> None:
    two_caps = [["top"], ["bottom"]]
    taught: Json = {
        "cap": [["top"]],
        "straight": two_caps,
        "corner": [["top", "right"]],
        "three": [["top", "right", "bottom"]],
    }
    (faces,) = shown(game(faces=taught), "faces")
    assert isinstance(faces, dict)
    assert list(faces) == ["cap", "straight", "corner", "three", "knight", "catapult"]
    assert (faces["straight"], faces["knight"], faces["catapult"]) == (two_caps, [], [])
