"""What a look tells of pieces that are hidden, were not read, or seem moved together by chance."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

import pytest

from companion.table.tracking.beam import Beam
from companion.table.tracking.decide import Meaning, meanings
from companion.table.tracking.likelihood import ExplainedLook, Fate, LookExplainer, Telling
from companion.table.tracking.rates import RATES
from companion.table.tracking.world import Hypothesis, Lain
from tests.table.paper_table import SIDE, PaperDie, reading_of
from tests.table.tracking.dice import Rules, tells
from vision.piece import DieTop, Look, dice_look
from vision.readings.dice import Doubt
from vision.readings.places import PointPx
from vision.readings.reading import Guess

FACES = ("knight", "knight", "3", "4", "5")
"""A knight has no direction."""
DICE = [PaperDie(face, (3.0 * n - 6, 0.5 * n % 1.3)) for n, face in enumerate(FACES)]


def explained(now: Look[DieTop], telling: Telling) -> list[ExplainedLook]:
    """Return how the dice can have come to lie so, likeliest first."""
    pieces = tuple(Lain(piece.label, piece.place) for piece in dice_look(reading_of(DICE)).pieces)
    return LookExplainer(Hypothesis(pieces), now, RATES, {}, 16.0).explain(telling)


def unread(dice: Sequence[PaperDie], at: tuple[float, float]) -> Look[DieTop]:
    """Return a look that reads these dice, and may have missed one at a place."""
    spot = PointPx(640 + at[0] * SIDE, 480 + at[1] * SIDE)
    doubt = Doubt("may_be_missed", spot, SIDE)
    return dice_look(replace(reading_of(list(dice)), sure=False, doubtful=(doubt,)))


def test_a_die_that_is_gone_may_lie_where_one_may_have_been_missed() -> None:
    telling = Telling("built", 1.0, (Fate(0.9, leaves=0.1, carried=0.5),) * 5)
    best = explained(unread(DICE[:4], (4.0, 7.0)), telling)[0]
    assert best.known[4] == 4  # the fifth of the look, which was not read, is the fifth die
    assert best.moved == {4}


def weight_of_one_hidden(now: Look[DieTop]) -> float:
    """Return how probably all five dice lie there, a sixth that fell, and a seventh not seen yet."""
    ways = explained(now, Telling("again", 1.0, (Fate(1.0),) * 5, 2))
    return max(way.weight for way in ways if way.hidden and len(way.known) == 5)


def test_no_die_is_hidden_where_another_is_known_to_lie() -> None:
    fell, knight = PaperDie("6", (2.0, 7.0)), DICE[0]
    read = dice_look(replace(reading_of([*DICE, fell]), sure=False))
    assert weight_of_one_hidden(unread([*DICE[1:], fell], knight.at)) < weight_of_one_hidden(read)
    assert weight_of_one_hidden(unread([*DICE, fell], (-4.0, -7.0))) > weight_of_one_hidden(read)


def test_two_dice_that_fell_as_if_moved_together_are_not_taken_for_that() -> None:
    moved = [replace(die, at=(die.at[0] * 1.03 + 2.8, die.at[1] + 3.2)) for die in DICE[:2]]
    telling = Telling("again", 1.0, (Fate(0.1, goes=0.9, carried=0.0),) * 5, None)
    fell = [PaperDie(face, (3.0 * n - 3, 7.0)) for n, face in enumerate("661")]
    assert explained(dice_look(reading_of([*moved, *fell])), telling)[0].known == {}


def test_which_of_two_hidden_dice_was_thrown_stays_open() -> None:
    fates = (Fate(0.8, goes=0.2), Fate(0.5, goes=0.5), *(Fate(1.0),) * 3)
    fell = PaperDie("6", (2.0, 7.0))
    hidden = replace(dice_look(reading_of([*DICE[2:], fell])), covered=True)
    ways = explained(hidden, Telling("again", 1.0, fates, None))
    assert {way.went for way in ways if way.fresh and not way.hidden} == {frozenset({0}), frozenset({1})}


def test_an_answer_is_called_the_same_however_likely_it_is() -> None:
    one, other = (Meaning(("throw", "12"), chance, Hypothesis()) for chance in (0.9, 0.2))
    assert one.name == other.name
    assert one.name != Meaning(("throw", "13"), 0.9, Hypothesis()).name


def doubted(*guesses: tuple[str, float], jitter: float = 0.0) -> Look[DieTop]:
    """Return a look at dice of which the last may be any of these."""
    reading = reading_of([replace(die, at=(die.at[0] + jitter, die.at[1])) for die in DICE])
    likely = tuple(Guess(face, chance) for face, chance in guesses)
    first = replace(reading.dice[-1], face=likely[0].label, likely=likely, sure=False)
    return dice_look(replace(reading, dice=(*reading.dice[:-1], first), sure=False))


def chances(*looks: Look[DieTop]) -> dict[Hashable, float]:
    """Return how probable each throw is after these looks at dice that lie still."""
    beam, rules = Beam(), tells(Rules(5))
    for seen in looks:
        beam = beam.seen(seen, rules)
    return {one.key: one.chance for one in meanings(beam, rules) if isinstance(one.key, tuple)}


def test_a_die_that_lies_still_is_no_surer_however_often_it_is_looked_at() -> None:
    looks = [doubted(("5", 0.7), ("6", 0.3), jitter=0.01 * n) for n in range(8)]
    once, often = chances(looks[0]), chances(*looks)
    assert len(once) == 2
    assert once == pytest.approx(often, abs=0.02)


def test_of_two_looks_at_a_die_that_lies_still_the_clearer_one_counts() -> None:
    hazy, clear = (doubted(("6", chance), ("5", 1 - chance)) for chance in (0.6, 0.99))
    assert chances(hazy, clear) == pytest.approx(chances(clear), abs=0.01)
    assert chances(clear, hazy) == pytest.approx(chances(clear), abs=0.01)


def test_a_look_that_says_otherwise_is_evidence_against_the_first() -> None:
    both = chances(doubted(("5", 0.7), ("6", 0.3)), doubted(("6", 0.7), ("5", 0.3), jitter=0.01))
    assert max(both.values()) < 0.55
