"""What hands do besides throwing: all of it slides; dice are put back, sorted, laid flat, fall late."""

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from companion.table.tracking.beam import SAME, Beam
from companion.table.tracking.decide import EPSILON, Decision, decided, meanings
from tests.table.paper_table import PaperDie
from tests.table.tracking.dice import Rules, look, lying, tells, thrown


def faces(dice: Sequence[PaperDie]) -> tuple[str, ...]:
    return tuple(sorted(die.face for die in dice))


def same(beam: Beam, rules: Rules) -> float:
    """Return how probably no move was made."""
    return sum(one.chance for one in meanings(beam, tells(rules)) if one.key == SAME)


def seen(beam: Beam, rules: Rules, *looks: Sequence[PaperDie]) -> tuple[Beam, Decision]:
    """Show the table these dice, one look after the other; return what is known and decided then."""
    for dice in looks:
        beam = beam.seen(look(dice), tells(rules))
    return beam, decided(beam, tells(rules))


@pytest.mark.parametrize(("shift", "turn_deg"), [(2.3, 0.0), (1.5, 12.0), (0.0, 14.0)])
def test_all_of_it_that_slides_is_no_throw(shift: float, turn_deg: float) -> None:
    dice = thrown(Random(3), 5, 0.0)
    rules = Rules(5, faces(dice))
    beam = lying(dice).seen(look(dice, shift=shift, turn_deg=turn_deg), tells(rules))
    assert same(beam, rules) > 1 - EPSILON


@pytest.mark.parametrize(("beside", "kind"), [(1.5, "wait"), (9.0, "act")])
def test_what_was_taken_up_and_lies_near_where_it_lay_may_have_been_put_back(
    beside: float, kind: str
) -> None:
    rules = Rules(5, ("1", "2", "3", "4", "5"))
    dice = [PaperDie(face, (2.0 * n - 6, 0.3)) for n, face in enumerate(rules.lying)]
    again = [replace(die, at=(die.at[0], die.at[1] + beside)) for die in dice[3:]]
    _, decision = seen(lying(dice), rules, dice[:3], [*dice[:3], *again])
    assert decision.kind == kind


def test_dice_sorted_into_a_row_are_more_probably_no_throw() -> None:
    rules = Rules(5, ("1", "2", "3", "4", "5"))
    dice = [PaperDie(face, (2.0 * n - 6, 0.3)) for n, face in enumerate(rules.lying)]
    row = [replace(die, at=(2.0 * n - 4, 9.0)) for n, die in enumerate(dice[1:])]
    beam, _ = seen(lying(dice), rules, [dice[0], *row])
    assert same(beam, rules) > 0.5


def test_a_die_laid_flat_before_its_throw_counts_is_no_throw_of_its_own() -> None:
    dice = thrown(Random(7), 5, 0.0)
    flat = next(face for face in "123456" if face != dice[2].face)
    laid = [*dice[:2], replace(dice[2], face=flat, at=(dice[2].at[0] + 0.6, dice[2].at[1])), *dice[3:]]
    beam, decision = seen(Beam(), Rules(5), dice, laid)
    assert decision.meanings[0].key == faces(laid)
    assert [words["move"] for words in beam.best.moves] == ["throw"]


@pytest.mark.parametrize("saved", [False, True])
def test_dice_that_fall_one_after_the_other_are_one_throw(saved: bool) -> None:
    dice = thrown(Random(7), 5, 0.0)
    beam, decision = seen(Beam(), Rules(5), dice[:3])
    assert decision.kind == "wait"
    assert not beam.best.moves
    if saved:
        beam = Beam.from_json(json.loads(json.dumps(beam.to_json())))
    beam, decision = seen(beam, Rules(5), dice)
    assert (decision.kind, decision.meanings[0].key) == ("act", faces(dice))
