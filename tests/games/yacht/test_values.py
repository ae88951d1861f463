"""The tables that are shipped: the known values of whole games, and samples worked out a second way."""

from random import Random

import pytest

from companion.games.yacht.make_tables import Solver as Maker
from companion.games.yacht.make_tables import all_terms, solve
from companion.games.yacht.scoring import Terms
from companion.games.yacht.standing import NOTHING_FILLED, ReducedSheet, standing_of
from companion.games.yacht.turn import turn
from companion.games.yacht.values import STEP, StandingPlaces, path_of, values
from tests.games.yacht import oracle
from tests.games.yacht.oracle import Card
from tests.games.yacht.solver import Solver

YACHT = Terms("yacht", extra_bonus=False)
THIRTEEN = Terms("thirteen", extra_bonus=False)
WITH_EXTRA = Terms("thirteen", extra_bonus=True)

EXACTLY = STEP / 2 + 1e-9
"""The tables are rounded to steps."""


def place(terms: Terms, card: Card) -> ReducedSheet:
    names = terms.sheet.names
    return standing_of(terms, tuple(card.get(name) for name in names))


def ahead(terms: Terms, card: Card, extras: int) -> float:
    """The total to be expected at the end, as the shipped table has it."""
    return oracle.total(terms.sheet_name, card, extras) + values(terms)(place(terms, card))


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        pytest.param(THIRTEEN, 245.8708, id="published by several, alike"),
        pytest.param(WITH_EXTRA, 254.5877, id="published for the joker that must take its own box"),
        pytest.param(YACHT, 166.9551, id="worked out here"),
    ],
)
def test_a_whole_game_is_worth_what_is_known(terms: Terms, expected: float) -> None:
    assert values(terms).expected == pytest.approx(expected, abs=0.00005)
    assert values(terms)(NOTHING_FILLED) == pytest.approx(expected, abs=EXACTLY + 0.00005)
    assert turn(terms, NOTHING_FILLED, values(terms)).expected == pytest.approx(expected, abs=0.003)


def test_there_is_a_table_for_everything_that_may_be_agreed() -> None:
    assert set(all_terms()) == {YACHT, THIRTEEN, WITH_EXTRA}
    assert all(path_of(terms).is_file() for terms in all_terms())
    assert sum(path_of(terms).stat().st_size for terms in all_terms()) < 1_000_000


def full_but(sheet: str, rng: Random, *empty: str) -> Card:
    """A card with these boxes empty; the others hold points that dice could have brought."""
    return {
        box: oracle.points(sheet, box, rng.choices(range(1, 7), k=5))
        for box in oracle.boxes(sheet)
        if box not in empty
    }


LAST_BOXES = [
    (YACHT, ("yacht",)),
    (YACHT, ("sixes", "full_house")),
    (YACHT, ("little_straight", "big_straight", "choice")),
    (THIRTEEN, ("chance",)),
    (THIRTEEN, ("fours", "sixes")),
    (THIRTEEN, ("full_house", "small_straight", "five_of_a_kind")),
    (WITH_EXTRA, ("five_of_a_kind",)),
    (WITH_EXTRA, ("fives", "five_of_a_kind")),
    (WITH_EXTRA, ("twos", "large_straight")),
    (WITH_EXTRA, ("ones", "threes", "chance")),
]


@pytest.mark.parametrize(("terms", "empty"), LAST_BOXES, ids=lambda each: str(each))
def test_the_end_of_a_game_is_worth_what_trying_everything_says(
    terms: Terms, empty: tuple[str, ...]
) -> None:
    rng = Random(str(empty))
    solver = Solver(terms.sheet_name, terms.extra_bonus)
    for fifty in (0, 50):
        card = full_but(terms.sheet_name, rng, *empty)
        if "five_of_a_kind" in card:
            card["five_of_a_kind"] = fifty
        assert ahead(terms, card, 0) == pytest.approx(solver.exact(card), abs=EXACTLY)


@pytest.mark.parametrize("terms", [YACHT, THIRTEEN, WITH_EXTRA], ids=str)
def test_a_turn_leads_to_the_values_of_the_next(terms: Terms) -> None:
    """Anywhere in a game: what the table says follows from what it says of the turns after."""
    rng, solver = Random(8), Solver(terms.sheet_name, terms.extra_bonus)
    names = oracle.boxes(terms.sheet_name)
    for empty in (2, 5, 8, 11, len(names)):
        card = full_but(terms.sheet_name, rng, *rng.sample(names, empty))
        expected = solver.expected(card, 0, lambda card, extras: ahead(terms, card, extras))
        assert ahead(terms, card, 0) == pytest.approx(expected, abs=2 * EXACTLY)


def test_the_maker_fills_the_end_of_a_table_as_it_is_shipped() -> None:
    """Every standing with at most two boxes empty, sheet yacht."""
    places = StandingPlaces(YACHT)
    worth = [0.0] * places.size
    maker, everything = Maker(YACHT, worth), (1 << 12) - 1
    one_empty = [everything - (1 << box) for box in range(12)]
    two_empty = sorted(
        {mask - bit for mask in one_empty for bit in map((1).__lshift__, range(12)) if mask & bit}
    )
    for filled in [*one_empty, *two_empty]:
        maker.fill(filled)
        for standing in places.standings(filled):
            assert values(YACHT)(standing) == pytest.approx(worth[places(standing)], abs=EXACTLY)


@pytest.mark.parametrize("terms", [YACHT, THIRTEEN, WITH_EXTRA], ids=str)
def test_every_standing_has_a_place_of_its_own(terms: Terms) -> None:
    places = StandingPlaces(terms)
    filled = range(1 << len(terms.sheet.boxes))
    taken = [places(standing) for mask in filled for standing in places.standings(mask)]
    assert len(set(taken)) == len(taken)
    assert min(taken) >= 0
    assert max(taken) < places.size


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("terms", [YACHT, THIRTEEN, WITH_EXTRA], ids=str)
def test_the_shipped_tables_are_what_the_rules_make(terms: Terms) -> None:
    worth, places = solve(terms), StandingPlaces(terms)
    assert values(terms).expected == pytest.approx(worth[places(NOTHING_FILLED)], abs=1e-9)
    for filled in range(1 << len(terms.sheet.boxes)):
        for standing in places.standings(filled):
            assert abs(values(terms)(standing) - worth[places(standing)]) <= EXACTLY
