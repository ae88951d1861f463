"""A die that fell off the table, and is put back showing another face."""

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
    state,
)

FALLEN = PaperDie("straight", (8, 6), 1)
"""It showed the "three" of the throw."""


def fallen(bench: Bench) -> list[PaperDie]:
    """Build the ring, and lose another die; return what else lies there."""
    rest = less(begin(bench, NINE), "corner", "corner", "cap", "cap")
    look(bench, [*RING, *rest])
    rest = less(rest, "three")
    look(bench, [*RING, *rest])
    assert notice(bench) == ("notice.missed", "three")
    look(bench, [*RING, *rest, FALLEN])
    assert (moves(bench), notice(bench)) == (["throw"], ("notice.missed", "three"))
    return rest


def test_nothing_was_thrown_and_the_right_face_is_asked_for(table: Bench) -> None:
    rest = fallen(table)
    look(table, [*RING, *rest, PaperDie("three", FALLEN.at, 0)])
    assert (notice(table), answers(table)) == (None, ["stop.city"])
    look(table, [])
    assert (moves(table)[-2:], state(table)["scores"]) == (["set_aside", "stop"], {"Ana": 3, "Bob": 0})


def test_the_next_throw_is_read_all_the_same(table: Bench) -> None:
    rest = fallen(table)
    look(table, RING)
    again = [PaperDie(die.face, (die.at[0], die.at[1] + 3.5), die.turns) for die in rest]
    look(table, [*RING, *again, PaperDie("cap", (6, 8), 1)])
    answer(table, "throw.seen")
    assert moves(table) == ["throw", "set_aside", "throw"]
