"""The rival that follows the dice by hypotheses: players cannot choose it yet."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rigs.other_hands.__main__ import Account as OthersAccount
from tests.rigs.random_play.__main__ import Account
from tests.rigs.random_play.fairness import fair
from tests.rigs.random_play.hands import SEATS, played
from tests.rigs.random_play.plane import Look
from tests.rigs.tracked import tracked
from tests.table.conftest import bench_on
from tests.table.plays.test_restarts import decided

SEEDS = range(1, 4)
BESIDE_A_CITY = 35031
"""Other hands build six dice, and then a child moves all three that are left and puts them back."""
MOST_ANSWERS = 5
"""To a question: four, and *None of these*."""


@pytest.fixture(autouse=True)
def _follow_by_hypotheses() -> Iterator[None]:
    with tracked():
        yield


def test_no_move_is_accepted_that_did_not_happen_where_all_got_a_look() -> None:
    account = Account(all_seen=True)
    for seed in SEEDS:
        account.play(seed)
    assert account.is_good
    assert account.sums["turns"] >= 2 * len(SEEDS)


def test_dice_that_are_moved_beside_a_city_were_not_thrown_for_it() -> None:
    account = OthersAccount(all_seen=True)
    account.play(BESIDE_A_CITY)
    assert account.is_good


def look_by_look(seed: int, path: Path, off_before: int | None) -> list[object]:
    """Show a game to a table that is switched off before one of its looks; return what it decides."""
    bench, made = bench_on(path, 1), []
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": list(SEATS)})
    looks = [event for event in fair(played(seed).events) if isinstance(event, Look) and event.taken]
    for number, look in enumerate(looks[:5]):
        if number == off_before:
            bench.table.close()
            bench = bench_on(path, 1)
        bench.show(look.reading(1.0))
        bench.wait(3.0)
        made.append(decided(bench))
    bench.table.close()
    return made


@pytest.mark.parametrize("seed", [2])
def test_a_restart_between_any_two_looks_changes_nothing(seed: int, tmp_path: Path) -> None:
    plain = look_by_look(seed, tmp_path / "plain.lines", None)
    for number in range(1, len(plain)):
        assert look_by_look(seed, tmp_path / f"{number}.lines", number) == plain, f"before look {number}"


def test_a_question_has_few_answers(tmp_path: Path) -> None:
    offers = [
        made[1]
        for seed in SEEDS
        for made in look_by_look(seed, tmp_path / f"{seed}.lines", None)
        if isinstance(made, tuple) and made[1] is not None
    ]
    questions = [choices for kind, _, choices in offers if kind == "question"]
    assert questions
    assert max(map(len, questions)) <= MOST_ANSWERS
