"""A die that was built is pushed away, and another falls off the table: nothing set aside is lost."""

from pathlib import Path

from companion.games.game import HOST
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie
from tests.table.plays.carcassonne_dice.clumsy import (
    OTHERS,
    RING,
    begin,
    less,
    look,
    moves,
    notice,
    offer,
    state,
    thrown,
)

FIRST = ["cap", "cap", "straight", "corner", "corner", "three", "knight", "knight", "straight"]
SECOND = ["corner", "corner", "cap", "three", "knight", "straight", "three"]
THIRD = ["corner", "corner", "cap", "cap", "knight", "straight", "three"]
ASIDE = [PaperDie("cap", (-8, -5), 2), PaperDie("straight", (-8, -4), 0)]
PUSHED = [PaperDie("cap", (-5, -7), 1), ASIDE[1]]
REST = less(thrown(THIRD, row=6), "corner", "corner", "cap", "cap")


def third_throw(bench: Bench) -> None:
    """Set two dice aside after the first throw, and come to the third, not yet built with."""
    dice = begin(bench, FIRST)
    look(bench, [*ASIDE, *less(dice, "cap", "straight")])
    for faces, row in ((SECOND, 3.0), (THIRD, 6.0)):
        look(bench, ASIDE)
        look(bench, [*ASIDE, *thrown(faces, row)])
    assert moves(bench) == ["throw", "set_aside", "throw", "throw"]


def points(bench: Bench) -> set[object]:
    return {choice["text"]["params"].get("points") for choice in offer(bench)["choices"]}


def test_the_ring_built_of_the_last_throw_counts_whatever_was_pushed(table: Bench) -> None:
    third_throw(table)
    look(table, [*ASIDE, *RING, *REST])
    assert points(table) == {3}
    look(table, [*PUSHED, *RING, *less(REST, "three")])
    assert notice(table) == ("notice.put_back", "cap")
    assert (offer(table)["kind"], points(table)) == ("pending", {3})
    look(table, [*ASIDE, *RING, *less(REST, "three")])
    assert notice(table) == ("notice.missed", "three")
    look(table, [*ASIDE, *RING, *REST])
    assert (notice(table), points(table)) == (None, {3})
    look(table, [])
    assert (moves(table)[-2:], state(table)["scores"]) == (["set_aside", "stop"], {"Ana": 3, "Bob": 0})


def test_a_stop_by_tap_while_a_die_is_astray_keeps_the_ring(table: Bench) -> None:
    third_throw(table)
    look(table, [*ASIDE, *RING, *REST])
    look(table, [*PUSHED, *RING, *less(REST, "three")])
    table.table.submit(HOST, "stop", {"move": "stop", "take": "city"})
    assert (moves(table)[-2:], state(table)["scores"]) == (["set_aside", "stop"], {"Ana": 3, "Bob": 0})


def test_after_the_last_throw_only_the_next_player_can_have_thrown(table: Bench) -> None:
    third_throw(table)
    look(table, [*ASIDE, *RING, *REST])
    look(table, [*PUSHED, *thrown([*OTHERS[:6], "catapult"], row=9.0)])
    assert moves(table)[4:] == ["set_aside", "stop", "throw"]
    assert state(table)["scores"] == {"Ana": 3, "Bob": 0}


def test_started_again_with_a_die_astray_the_ring_is_still_offered(tmp_path: Path) -> None:
    journal = tmp_path / "journal.lines"
    before = bench_on(journal, 1)
    before.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    third_throw(before)
    look(before, [*ASIDE, *RING, *REST])
    before.table.close()
    after = bench_on(journal, 2)
    try:
        look(after, [*PUSHED, *RING, *less(REST, "three")])
        assert (moves(after)[-1], notice(after)) == ("throw", ("notice.put_back", "cap"))
        look(after, [*ASIDE, *RING, *less(REST, "three")])
        assert points(after) == {3}
    finally:
        after.table.close()
