"""Who wins, and why: counts sorted from high to low, compared one by one."""

from random import Random

import pytest

from companion.games.game import Seat
from companion.games.ubongo.components import Colour
from companion.games.ubongo.gems import Gems
from companion.games.ubongo.ranking import outcome, ranking, strength
from tests.games.ubongo import plain_ranking

NAMES = ("Adam", "Bára", "Cyril", "Dana")


def heap(**counts: int) -> tuple[Colour, ...]:
    return tuple(Colour(name) for name, count in counts.items() for _ in range(count))


ADAM = heap(green=6, red=4, blue=2, violet=2, brown=2, yellow=2)
BARA = heap(green=2, red=2, violet=1, brown=2, yellow=3)
CYRIL = heap(green=4, red=3, blue=2, violet=6, brown=1)


def test_the_printed_example_is_won_by_cyril_on_the_third_best_colour() -> None:
    assert ranking((ADAM, BARA, CYRIL)) == ((3,), (1,), (2,))
    ended = outcome(NAMES[:3], (ADAM, BARA, CYRIL))
    assert ended.winners == (3,)
    assert ended.why == "6, 4, 3 beats 6, 4, 2 of Adam"


def test_most_gems_of_one_colour_win() -> None:
    ended = outcome(NAMES[:2], (heap(red=3, blue=2), heap(green=4)))
    assert (ended.winners, ended.why) == ((2,), "most gems of one colour: 4 green")


def test_the_number_of_all_gems_does_not_count() -> None:
    many = heap(red=4, green=4, blue=4, yellow=4, brown=4, violet=4)
    assert ranking((many, heap(violet=5))) == ((2,), (1,))


def test_two_largest_colours_are_both_named() -> None:
    ended = outcome(NAMES[:2], (heap(red=3, blue=3), heap(green=2)))
    assert ended.why == "most gems of one colour: 3 red and blue"


def test_a_tie_goes_to_the_second_best_colour() -> None:
    ended = outcome(NAMES[:3], (heap(red=3, blue=2), heap(red=3, green=1), heap(red=3, violet=1)))
    assert (ended.winners, ended.why) == ((1,), "3, 2 beats 3, 1 of Bára and Cyril")


def test_equal_in_every_colour_share_the_win_in_seat_order_decided() -> None:
    heaps = (heap(red=1), heap(red=3, blue=2), heap(green=2), heap(yellow=2, violet=3))
    ended = outcome(NAMES, heaps)
    assert ended.winners == (2, 4)
    assert ended.why == "Bára and Dana have equal counts in all colours: 3, 2, 0, 0, 0, 0"
    assert ranking(heaps) == ((2, 4), (3,), (1,))


def test_nobody_with_a_gem_is_shared_by_all() -> None:
    ended = outcome(NAMES[:3], ((), (), ()))
    assert ended.winners == (1, 2, 3)
    assert ended.why == "Adam, Bára and Cyril have equal counts in all colours: 0, 0, 0, 0, 0, 0"


def some_heaps(rng: Random) -> Gems:
    """Heaps of two to four players, often nearly like the first, so that ties of every depth occur."""
    first = some_heap(rng)
    return (first, *(rng.choice((some_heap, nearly))(rng, first) for _ in range(rng.randint(1, 3))))


def some_heap(rng: Random, _first: tuple[Colour, ...] = ()) -> tuple[Colour, ...]:
    most = rng.choice((1, 2, 3, 6, 12))
    colours = rng.sample(tuple(Colour), rng.randint(1, 6))
    return tuple(colour for colour in colours for _ in range(rng.randint(0, most)))


def nearly(rng: Random, first: tuple[Colour, ...]) -> tuple[Colour, ...]:
    """The same counts in other colours; perhaps one gem of the smallest colour less."""
    others = dict(zip(Colour, rng.sample(tuple(Colour), 6), strict=True))
    gems = [others[gem] for gem in first]
    return tuple(sorted(gems, key=gems.count)[rng.randint(0, 1) :])


def both_rankings_agree(positions: int) -> None:
    rng = Random(72)
    decided_at = [0] * 7
    for _ in range(positions):
        heaps = some_heaps(rng)
        expected = plain_ranking.places([[str(gem) for gem in gems] for gems in heaps])
        assert [list(place) for place in ranking(heaps)] == expected, heaps
        assert list(outcome(NAMES[: len(heaps)], heaps).winners) == expected[0]
        first, second = sorted((strength(gems) for gems in heaps), reverse=True)[:2]
        decided_at[next((at for at in range(6) if first[at] != second[at]), 6)] += 1
    assert all(decided_at), f"some depth of tie never occurred: {decided_at}"


def test_an_independent_ranking_agrees_on_500_positions() -> None:
    both_rankings_agree(500)


@pytest.mark.slow
def test_an_independent_ranking_agrees_on_10_000_positions() -> None:
    both_rankings_agree(10_000)


def test_seats_are_counted_from_one() -> None:
    assert ranking(((), heap(red=1)))[0] == (Seat(2),)
