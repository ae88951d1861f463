"""A die that a person told of, beside one that was read."""

from dataclasses import replace

import pytest

from companion.table.sight.misread_dice import add_missed_die, dice_right
from tests.table.paper_table import SIDE, SIZE, PaperDie, reading_of


@pytest.mark.parametrize(("builds", "doubts"), [(True, ("grid",)), (False, ())])
def test_how_a_missed_die_touches_is_asked_only_of_dice_that_build(
    builds: bool, doubts: tuple[str, ...]
) -> None:
    read = reading_of([PaperDie("cap", (0, 0)), PaperDie("three", (4, 0))])
    read = read if builds else replace(read, grids=())
    beside = ((640 + 1.1 * SIDE) / SIZE[0], 480 / SIZE[1])
    missed = add_missed_die(read, beside, "corner")
    assert missed is not None
    told = dice_right(read, [missed])
    assert [die.face for die in told.dice] == ["cap", "three", "corner"]
    assert told.doubts == doubts
