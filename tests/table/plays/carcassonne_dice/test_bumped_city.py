"""A city that was built, bumped while the other dice are thrown again: nothing of it is lost unasked."""

from dataclasses import replace

from companion.games.game import HOST
from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie
from tests.table.plays.carcassonne_dice.clumsy import (
    NINE,
    RING,
    answer,
    answers,
    begin,
    less,
    look,
    moves,
    notice,
    offer,
    state,
    thrown,
)

BUMPED = replace(RING[3], at=(1.6, -2.9))
"""The ring's last cap, 1.3 of its sides away."""
SECOND = ["corner", "three", "catapult", "three", "straight"]


def bump(bench: Bench) -> list[PaperDie]:
    """Build the ring, and throw the rest again, which bumps a cap; return the dice thrown."""
    rest = less(begin(bench, NINE), "corner", "corner", "cap", "cap")
    look(bench, [*RING, *rest])
    second = thrown(SECOND, row=5.0)
    look(bench, [*RING[:3], BUMPED, *second])
    return second


def test_a_die_of_the_city_that_lies_beside_it_is_asked_for(table: Bench) -> None:
    second = bump(table)
    assert (moves(table), offer(table)["kind"]) == (["throw"], "question")
    assert answers(table)[0] == "throw.bumped"
    answer(table, "throw.bumped")
    table.wait(30.0)
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert (notice(table), answers(table)) == (("notice.put_back", "cap"), ["stop.city"])
    assert offer(table)["choices"][0]["text"]["params"]["points"] == 3
    look(table, [*RING, *second])
    assert notice(table) is None
    look(table, [])
    table.wait(30.0)
    assert (moves(table)[-1], state(table)["scores"]) == ("stop", {"Ana": 3, "Bob": 0})


def test_who_did_throw_it_again_says_so(table: Bench) -> None:
    second = bump(table)
    thrown_again = next(
        choice
        for choice in offer(table)["choices"]
        if len(choice["moves"][-1].get("faces", ())) == len(SECOND) + 1
    )
    table.table.answer(HOST, offer(table)["id"], thrown_again["id"])
    assert moves(table)[-1] == "throw"
    look(table, [*RING[:3], BUMPED, *second])
    assert notice(table) is None


def test_a_die_thrown_far_from_the_city_is_a_throw(table: Bench) -> None:
    rest = less(begin(table, NINE), "corner", "corner", "cap", "cap")
    look(table, [*RING, *rest])
    look(table, [*RING[:3], *thrown([*SECOND, "cap"], row=5.0)])
    assert (moves(table)[-1], state(table)["proposal"] and offer(table)["kind"]) == ("throw", "pending")
