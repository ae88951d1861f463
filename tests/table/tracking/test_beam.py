"""Hypotheses of what hands did: they come to the same however it is told, and whenever it is saved."""

import json
from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import exp, factorial
from random import Random

import pytest

from companion.table.tracking.beam import MOST, SAME, Beam
from companion.table.tracking.decide import EPSILON, Decision, decided, meanings
from companion.table.tracking.likelihood import LookExplainer, Telling
from companion.table.tracking.places import PlaceMatcher
from companion.table.tracking.rates import RATES
from companion.table.tracking.world import KINDS, Hypothesis
from tests.table.paper_table import PaperDie
from tests.table.tracking.dice import FACES, Rules, look, lying, tells, thrown
from vision.piece import DieTop, Look

KEPT = 20_000
"""Bytes that what is known of five dice may take on disk; of any table it may be 32,000."""
SELDOM = 1e-3


def faces(dice: Sequence[PaperDie]) -> tuple[str, ...]:
    return tuple(sorted(die.face for die in dice))


def story(rng: Random, count: int) -> list[tuple[Rules, list[PaperDie]]]:
    """Return looks at hands that throw, take some dice up, throw these again, push one; with the rules
    that hold at each."""
    dice = thrown(rng, count, -3.0)
    told = [(Rules(count), list(dice))]
    for row in range(3):
        rules = Rules(count, faces(dice))
        kept = rng.sample(dice, rng.randrange(count))
        if rng.random() < 0.7:
            told.append((rules, kept))
        pushed = [replace(die, at=(die.at[0] + rng.gauss(0, 0.1), die.at[1])) for die in kept]
        dice = [*pushed, *thrown(rng, count - len(kept), row * 3.0)]
        told.append((rules, list(dice)))
    return told


def weighed(
    told: Sequence[tuple[Rules, list[PaperDie]]],
    *,
    saved: bool = False,
    twice: bool = False,
    shift: float = 0.0,
    turn_deg: float = 0.0,
) -> list[tuple[str, list[tuple[Hashable, float]]]]:
    """Return what is decided at each look, with what it may mean and how probable that is."""
    beam = Beam()
    made: list[tuple[str, list[tuple[Hashable, float]]]] = []
    for rules, dice in told:
        seen = look(dice, shift, turn_deg)
        beam = beam.seen(seen, tells(rules))
        if twice:
            beam = beam.seen(replace(seen), tells(rules))
        decision = decided(beam, tells(rules))
        made.append((decision.kind, [(one.key, round(one.chance, 6)) for one in decision.meanings]))
        if decision.kind == "act":
            beam = beam.given(decision.meanings[0].best.moves, tells(rules))
        if saved:
            beam = Beam.from_json(json.loads(json.dumps(beam.to_json())))
    return made


@pytest.mark.parametrize("seed", range(10))
def test_what_is_decided_does_not_hang_on_how_it_is_told(seed: int) -> None:
    told = story(Random(seed), 4)
    plain = weighed(told)
    shuffled = [(rules, Random(seed + 1).sample(dice, len(dice))) for rules, dice in told]
    assert weighed(told, twice=True) == plain
    assert [kind for kind, _ in weighed(shuffled)] == [kind for kind, _ in plain]
    assert [kind for kind, _ in weighed(told, shift=0.5, turn_deg=3.0)] == [kind for kind, _ in plain]


@pytest.mark.parametrize("seed", range(40))
def test_saved_and_loaded_between_any_two_looks_the_same_is_decided(seed: int) -> None:
    told = story(Random(seed), 5)
    assert weighed(told, saved=True) == weighed(told)


@pytest.mark.parametrize("seed", range(40))
def test_a_throw_that_was_seen_is_made_unasked_and_none_that_was_not(seed: int) -> None:
    told = story(Random(seed), 5)
    made = weighed(told)
    for (rules, dice), (kind, found) in zip(told, made, strict=True):
        if faces(dice) == rules.lying:
            continue  # moved about, or thrown and alike: who could tell?
        is_throw = len(dice) == rules.count
        assert (kind == "act") is is_throw
        if is_throw:
            assert found[0][0] == faces(dice)


def test_a_bumped_camera_throws_no_dice() -> None:
    dice = thrown(Random(3), 5, 0.0)
    rules = Rules(5, faces(dice))
    beam = lying(dice).seen(look(dice, shift=0.6, turn_deg=2.5), tells(rules))
    (only,) = meanings(beam, tells(rules))[:1]
    assert (only.key, only.chance > 1 - EPSILON) == (SAME, True)


def test_what_nobody_can_explain_is_no_move_and_is_asked_about_next() -> None:
    """Six dice of a game of five; then five others."""
    rules = Rules(5)
    beam = Beam().seen(look(thrown(Random(1), 6, 0.0)), tells(rules))
    assert decided(beam, tells(rules)).kind == "wait"
    beam = beam.seen(look(thrown(Random(2), 5, 4.0)), tells(rules))
    assert decided(beam, tells(rules)).kind != "act"


def test_a_refused_meaning_is_gone_and_the_others_stay() -> None:
    dice = thrown(Random(4), 5, 0.0)
    rules = Rules(5, faces(dice))
    moved = [replace(die, at=(die.at[0], die.at[1] + 6.0)) for die in dice]
    beam = lying(dice).seen(look(moved), tells(rules))
    before = {one.key: one.chance for one in meanings(beam, tells(rules))}
    assert before[faces(dice)] > 0
    again = rules.throw(faces(dice), ())
    left = beam.without((again,), tells(rules))
    after = {one.key: one.chance for one in meanings(left, tells(rules))}
    assert faces(dice) not in after
    assert after[SAME] > before[SAME]


def test_little_is_kept_however_long_it_goes_on() -> None:
    rng, beam = Random(5), Beam()
    for _ in range(60):
        rules = Rules(5, ("1",) * 5)
        dice = thrown(rng, rng.randrange(6), 0.0)
        beam = beam.seen(look(dice), tells(rules))
        assert len(beam.hypotheses) <= 2 * MOST
        assert len(json.dumps(beam.to_json())) <= KEPT
        decision = decided(beam, tells(rules))
        if decision.kind == "act":
            beam = beam.given(decision.meanings[0].best.moves, tells(rules))


def test_of_another_version_nothing_is_read_and_what_lies_there_is_found_again() -> None:
    old = Beam.from_json({"dice": [], "spent": True})
    assert old == Beam()
    dice = thrown(Random(6), 5, 0.0)
    rules = Rules(5, faces(dice))
    found = decided(old.seen(look(dice), tells(rules)), tells(rules))
    assert (found.kind, found.same > 1 - EPSILON) == ("wait", True)


# Against every way there is.


def every_way(before: Hypothesis, telling: Telling, seen: Look[DieTop]) -> float:
    """Return the chance of a look in a telling of which all dice are seen, summed over all ways."""
    whole = 0.0
    for chance, near in PlaceMatcher(before.pieces, seen, RATES, {}, 16.0).ways():
        count = len(seen.pieces)
        for way in product(range(len(before.pieces) + 1), repeat=count):
            known = [one for one in way if one < len(before.pieces)]
            if len(set(known)) < len(known) or len(known) + way.count(len(before.pieces)) < count:
                continue
            gone = [n for n in range(len(before.pieces)) if n not in known]
            if len(gone) != way.count(len(before.pieces)) or not gone:
                continue
            part = chance * telling.rate * factorial(len(gone))
            for number in gone:
                part *= telling.fates[number].goes
            for place, one in enumerate(way):
                piece = seen.pieces[place]
                if one == len(before.pieces):
                    part *= piece.candidates[0].chance / KINDS
                    continue
                fate, (still, pushed, _) = telling.fates[one], near[one][place]
                there = (1 - fate.pushed - fate.carried) * still + fate.pushed * pushed + fate.carried
                part *= fate.stays * there * piece.chance(before.pieces[one].label, KINDS)
            whole += part
    return whole


@pytest.mark.parametrize("seed", range(12))
def test_the_chance_of_a_throw_is_the_sum_over_all_ways_to_have_made_it(seed: int) -> None:
    rng = Random(seed)
    dice = thrown(rng, 3, 0.0)
    kept = rng.sample(dice, rng.randrange(3))
    seen = look([*kept, *thrown(rng, 3 - len(kept), 3.0)])
    before = lying(dice).best
    rules = tells(Rules(3, faces(dice)))
    (again,) = (one for one in rules.tellings(before, seen) if one.name == "again")
    found = LookExplainer(before, seen, RATES, {}, 16.0).explain(again)
    whole = sum(exp(one.weight) for one in found if not one.hidden)
    assert whole == pytest.approx(every_way(before, again, seen), rel=1e-3)


def test_equal_dice_are_told_apart_by_nobody() -> None:
    """Which of two equal dice is which makes no second hypothesis."""
    dice = [PaperDie("3", (0.0, 0.0)), PaperDie("3", (3.0, 0.0)), PaperDie("5", (6.0, 0.0))]
    rules = Rules(3, faces(dice))
    orders = [lying(dice).seen(look(list(order)), tells(rules)) for order in permutations(dice)]
    beams = {sum(one.chance > SELDOM for one in beam.hypotheses) for beam in orders}
    assert beams == {1}
    assert len(FACES) == KINDS


def test_nobody_is_asked_before_it_is_worth_it() -> None:
    """A die that was pushed may have been thrown and alike: that is one tap, and no question."""
    dice = [PaperDie("3", (0.0, 0.0)), PaperDie("4", (3.0, 0.0)), PaperDie("5", (6.0, 0.0))]
    rules = Rules(3, faces(dice))
    pushed = [replace(dice[0], at=(0.0, 4.0)), *dice[1:]]
    decision: Decision = decided(lying(dice).seen(look(pushed), tells(rules)), tells(rules))
    assert (decision.kind, len(decision.meanings)) == ("wait", 1)
