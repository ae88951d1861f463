"""A throw that is entered by tap while the dice roll still, and then read otherwise."""

from companion.games.game import HOST
from tests.table.conftest import Bench
from tests.table.paper_table import reading_of
from tests.table.plays.carcassonne_dice.clumsy import (
    KNIGHTS,
    OTHERS,
    answer,
    answers,
    look,
    moves,
    offer,
    state,
    thrown,
)


def enter(bench: Bench) -> None:
    """Enter Ana's throw of three knights while other dice roll."""
    look(bench, [])
    bench.show(reading_of([]), "moving")
    bench.table.submit(HOST, "entered", {"move": "throw", "faces": KNIGHTS})


def test_other_dice_end_no_turn_by_themselves(table: Bench) -> None:
    enter(table)
    look(table, thrown([*OTHERS[:8], "catapult"]))
    assert (moves(table), state(table)["to_move"]) == (["throw"], "Ana")
    assert offer(table)["text"]["code"] == "ask.entered_or_thrown"


def test_who_says_that_they_are_the_entered_throw_is_not_asked_again(table: Bench) -> None:
    enter(table)
    look(table, thrown([*OTHERS[:8], "catapult"]))
    answer(table, "throw.as_entered")
    table.wait(30.0)
    assert moves(table) == ["throw"]
    assert state(table)["proposal"] is None or offer(table)["kind"] == "pending"
    look(table, thrown([*OTHERS[:8], "catapult"]))
    assert state(table)["proposal"] is None or offer(table)["kind"] == "pending"


def test_the_entered_throw_itself_is_known_when_it_is_seen(table: Bench) -> None:
    enter(table)
    look(table, thrown(KNIGHTS))
    assert (moves(table), offer(table)["kind"]) == (["throw"], "pending")
    assert "stop.knight" in answers(table)
