"""Dice that still lie there from another game as a new one begins."""

from companion.games.game import HOST
from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.carcassonne_dice.clumsy import (
    NINE,
    OTHERS,
    RING,
    answer,
    look,
    moves,
    notice,
    offer,
    state,
    thrown,
)

NEW_GAME = {"game": "carcassonne_dice", "seats": ["Ana", "Bob"]}


def begin_over(bench: Bench, dice: list[PaperDie]) -> None:
    """Begin a new game while these dice lie there."""
    look(bench, dice)
    bench.table.start_sitting(NEW_GAME)
    bench.wait(30.0)
    assert moves(bench) == []


def test_no_catapults_are_said_to_be_passed_on_where_nobody_has_thrown(table: Bench) -> None:
    left = [*RING, *thrown(["straight", "three", "knight"])]
    begin_over(table, left)
    assert (state(table)["proposal"], notice(table)) == (None, ("notice.clear_table", None))
    look(table, left[1:])  # one is taken away, and all is read anew
    assert (state(table)["proposal"], notice(table)) == (None, ("notice.clear_table", None))
    look(table, [])
    look(table, thrown(OTHERS))
    assert moves(table) == ["throw"]


def test_a_hand_over_what_lay_there_before_the_game_makes_no_throw_of_it(table: Bench) -> None:
    left = thrown(NINE)
    begin_over(table, left)
    assert offer(table)["text"]["code"] == "ask.lay_before"
    table.show(reading_of(left), "moving")
    look(table, left)
    assert (moves(table), notice(table)) == ([], ("notice.clear_table", None))


def test_who_threw_before_the_game_was_begun_says_so(table: Bench) -> None:
    begin_over(table, thrown(NINE))
    answer(table, "throw.seen")
    assert (moves(table), state(table)["to_move"]) == (["throw"], "Ana")
    look(table, thrown(NINE))
    assert moves(table) == ["throw"]


def test_catapults_passed_on_before_anybody_looked_are_offered_as_ever(table: Bench) -> None:
    look(table, [])
    table.table.start_sitting(NEW_GAME)
    look(table, thrown(NINE[:7]))
    choices = offer(table)["choices"]
    assert [choice["text"]["code"] for choice in choices] == ["throw.passed_on"]
    table.table.answer(HOST, offer(table)["id"], choices[0]["id"])
    assert moves(table) == ["throw"]
