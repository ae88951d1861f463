"""Odds: the vectors of the rules, and the chance to close against trying everything."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import factorial, prod
from random import Random

import pytest

from companion.games.carcassonne_dice.bot import BOT
from companion.games.carcassonne_dice.faces import STANDARD
from companion.games.carcassonne_dice.moves import Move, Stop
from companion.games.carcassonne_dice.odds import (
    Odds,
    at_least,
    chance_of_catapults,
    chance_of_knights,
    odds_of,
)
from companion.games.carcassonne_dice.rules import GAME
from companion.games.carcassonne_dice.state import State
from companion.games.game import Seat
from tests.games.carcassonne_dice.play import aside, game, idle_turn, knight_turn, throw
from tests.games.carcassonne_dice.raster import best_score, towns


@pytest.mark.parametrize(("dice", "percent"), [(9, 66.7), (8, 57.7), (7, 47.2), (6, 35.7), (5, 23.8)])
def test_three_knights_keeping_every_knight(dice: int, percent: float) -> None:
    """Test vector of the rules: keeping every knight and throwing the rest again."""
    assert round(100 * chance_of_knights(dice, throws=3), 1) == percent


def test_no_catapult_in_a_first_throw_of_nine() -> None:
    """Test vector of the rules."""
    assert round(100 * (1 - at_least(1, 9, 1 / 6)), 1) == 19.4


def test_nine_catapults_over_a_turn() -> None:
    """Test vector of the rules: throwing all else again."""
    assert round(100 * chance_of_catapults(9, throws=3), 3) == 0.042


def odds(state: State) -> Odds:
    found = odds_of(state)
    assert found is not None
    return found


def last_throw_ahead(faces: str, *city: str, doubled: bool = False) -> State:
    """Two throws made, ``city`` built after the first; what ``faces`` lack of nine are catapults."""
    state = idle_turn(knight_turn(game())) if doubled else game()
    state = aside(throw(state, faces + "x" * (9 - len(faces))), city=city)
    return throw(state, "s" * state.dice_to_throw)


def test_one_die_must_show_a_cap() -> None:
    """╶─ needs one cap, one face of six."""
    found = odds(last_throw_ahead("css", "╶─"))
    assert (found.dice, found.throws_left, found.exact) == (1, 1, True)
    assert found.closes == pytest.approx(1 / 6)
    assert found.one_throw_points == found.throw_points == pytest.approx(1 / 6)


def test_a_die_that_must_turn_the_ring() -> None:
    """Three quarters of a ring need a corner; no other face closes them."""
    found = odds(last_throw_ahead("ooos", "┌┐", "└ "))
    assert found.closes == pytest.approx(1 / 6)
    assert found.one_throw_points == pytest.approx(3 / 6)


def test_doubling_counts_in_the_points() -> None:
    found = odds(last_throw_ahead("ooos", "┌┐", "└ ", doubled=True))
    assert found.one_throw_points == pytest.approx(6 / 6)


def test_points_already_closed_are_never_lost_by_throwing() -> None:
    found = odds(last_throw_ahead("ccsss", "╶─╴"))
    assert found.stop_points == 1
    assert found.one_throw_points >= 1


def test_knights_set_aside_count() -> None:
    state = throw(aside(throw(game(), "kksssssss"), knights=2), "sssssss")
    assert odds(state).three_knights == pytest.approx(1 - (5 / 6) ** 7)


def test_nine_catapults_stay_possible_only_while_nothing_else_lies_fixed() -> None:
    state = throw(game(), "xxsssssss")
    assert odds(state).nine_catapults == pytest.approx(chance_of_catapults(7, 2))
    assert odds(aside(state, city=["│"])).nine_catapults == 0


def test_odds_are_for_throwing_again_only() -> None:
    state = game()
    assert GAME.odds(state) is None
    for _ in range(3):
        state = throw(state, "sssssssss")
    assert GAME.odds(state) is None
    assert GAME.odds(throw(game(), "xxxxxxxxx")) is None


def test_beyond_one_throw_it_is_said_to_be_an_estimate() -> None:
    found = odds(throw(game(), "sssssssss"))
    assert not found.exact
    assert found.throw_points > found.one_throw_points


@pytest.mark.parametrize(
    "city", [pytest.param(["╶──"], id="one end"), pytest.param(["╶─┐"], id="one end round a corner")]
)
def test_the_estimate_is_near_what_a_good_player_reaches(city: list[str]) -> None:
    """150 turns played on by the bot; one throw alone would be worth clearly less."""
    state = aside(throw(game(target=10_000), "cssoxxxkk"), city=city)
    found, rng, reached = odds(state), Random(4), 0
    for _ in range(150):
        reached += played_on(state, rng)
    assert reached / 150 == pytest.approx(found.throw_points, abs=0.6)
    assert found.throw_points > found.one_throw_points + 0.5


def played_on(state: State, rng: Random) -> int:
    """Throw again, then play as the bot does; return what the turn scored."""
    move: Move | None = GAME.chance(state, rng)
    while move is not None:
        state = GAME.play(state, move)
        if isinstance(move, Stop):
            break
        move = BOT.choose(state, Seat(1), rng) or GAME.chance(state, rng)
    return state.scores[0]


def test_odds_are_json() -> None:
    words = GAME.odds(throw(game(), "sssssssss"))
    assert words is not None
    assert {"dice", "closes", "three_knights", "stop_points", "throw_points", "exact"} <= words.keys()


STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
Dice = dict[tuple[int, int], tuple[str, int]]


@pytest.mark.parametrize(
    ("faces", "city"),
    [
        pytest.param("ccss", ["╶─"], id="one end"),
        pytest.param("otss", ["┌", "├"], id="ends that meet"),
        pytest.param("soxss", ["", "│", "└"], id="two ends"),
        pytest.param("cctss", ["╷ ╷", "│"], id="two cities that can join"),
        pytest.param("ooss", ["┌┐"], id="ring begun"),
        pytest.param("ss", [], id="nothing built"),
        pytest.param("ccsss", ["╶─╴"], id="one closed"),
    ],
)
def test_one_more_throw_is_exact(faces: str, city: list[str]) -> None:
    """Every throw of the dice left, and every way of placing them, tried one by one."""
    built = [sign for line in city for sign in line if sign != " "]
    faces = faces[: len(built)] + "s" * min(2, 9 - len(built))
    state = last_throw_ahead(letters(built) + "ss", *city)
    found = odds(state)
    assert found.one_throw_points == pytest.approx(tried(dict(state.built), found.dice)[0])
    if city and not all(each.closed for each in state.cities):
        assert found.closes == pytest.approx(tried(dict(state.built), found.dice)[1])


def letters(signs: list[str]) -> str:
    kinds = {"c": "╵╶╷╴", "s": "│─", "o": "└┌┐┘", "t": "├┬┤┴"}
    return "".join(letter for sign in signs for letter, drawn in kinds.items() if sign in drawn)


def tried(built: Mapping[tuple[int, int], tuple[str, int]], count: int) -> tuple[float, float]:
    """Points expected, and the chance that the largest open city closes, by trying all placements."""
    start: Dice = {(cell[0], cell[1]): (face[0], face[1]) for cell, face in built.items()}
    largest = max(
        (town for town in towns(start) if town[1]), key=lambda town: len(town[0]), default=None
    )
    expected = closing = 0.0
    for thrown in combinations_with_replacement(STANDARD.names, count):
        ways = factorial(count) // prod(factorial(thrown.count(face)) for face in set(thrown))
        ends = list(endings(start, [face for face in thrown if face not in ("knight", "catapult")]))
        expected += ways * max(map(best_score, ends))
        closing += ways * any(largest is not None and is_closed(largest[0], end) for end in ends)
    return expected / 6**count, closing / 6**count


def is_closed(members: frozenset[tuple[int, int]], dice: Dice) -> bool:
    return any(members <= town[0] and not town[1] for town in towns(dice))


def endings(start: Dice, faces: list[str]) -> Iterator[Dice]:
    """Every table after laying any of these dice, in any order, beside others or far away."""
    for size in range(len(faces) + 1):
        for chosen in set(combinations(faces, size)):
            yield from laid(start, list(chosen))


def laid(dice: Dice, faces: list[str]) -> Iterator[Dice]:
    if not faces:
        yield dice
        return
    near = {(x + dx, y + dy) for x, y in dice for dx, dy in STEPS}
    far = (max((x for x, _ in dice), default=0) + 5, 0)
    for at, face, turns in product((near | {far}) - dice.keys(), set(faces), range(4)):
        after = {**dice, at: (face, turns)}
        if matches(after, at):
            rest = list(faces)
            rest.remove(face)
            yield from laid(after, rest)


def matches(dice: Dice, at: tuple[int, int]) -> bool:
    """Whether the die there matches its neighbours."""
    around = [((dx, dy), dice.get((at[0] + dx, at[1] + dy))) for dx, dy in STEPS]
    return meet_rightly(dice[at], tuple((step, die) for step, die in around if die))


@cache
def meet_rightly(
    die: tuple[str, int], around: tuple[tuple[tuple[int, int], tuple[str, int]], ...]
) -> bool:
    return all(not met for _, _, met in towns({(0, 0): die, **dict(around)}))
