"""The dice followed by hypotheses: played at random, by other hands, restarted."""

from pathlib import Path

import pytest

from companion.games.carcassonne_dice.rules import GAME
from companion.table.hooks.position import Position
from companion.table.plays.carcassonne_dice.acts import CarcassonneActs
from companion.table.plays.carcassonne_dice.turn import TurnAnswers
from companion.table.tracking.beam import Beam
from companion.table.tracking.world import Hypothesis
from tests.rigs.other_hands.__main__ import Account as OthersAccount
from tests.rigs.random_play.__main__ import Account
from tests.rigs.random_play.fairness import fair
from tests.rigs.random_play.hands import SEATS, SETUP, played
from tests.rigs.random_play.plane import Look
from tests.table.conftest import bench_on
from tests.table.paper_table import reading_of
from tests.table.plays.carcassonne_dice.clumsy import thrown
from tests.table.plays.test_restarts import decided
from vision.piece import dice_look

SEEDS = range(1, 4)
OTHERS = {
    "a child moves all three dice that are left beside a city, and puts them back": 35031,
    "the next player's turn begins unseen, and goes on": 40081,
    "a die that leans is laid flat": 40012,
    "a die that leans is doubtful at one look after the other": 40084,
    "a throw is entered by tap while a die of it is in the hand": 40216,
    "knights are put upon each other, and others are thrown beside": 40099,
}
"""Games of other hands in which the table was once silently wrong, by what happens in them."""
MOST_ANSWERS = 5
"""To a question: four, and *None of these*."""


def test_no_move_is_accepted_that_did_not_happen_where_all_got_a_look() -> None:
    account = Account(all_seen=True)
    for seed in SEEDS:
        account.play(seed)
    assert account.is_good
    assert account.sums["turns"] >= 2 * len(SEEDS)


def test_a_die_of_the_city_that_nobody_could_read_is_known_once_it_is_read() -> None:
    account = Account(all_seen=True)
    account.play(44001)
    assert account.is_good


@pytest.mark.parametrize("seed", OTHERS.values(), ids=OTHERS)
def test_what_other_hands_do_is_not_taken_for_something_else(seed: int) -> None:
    account = OthersAccount(all_seen=True)
    account.play(seed)
    assert account.is_good


@pytest.mark.parametrize("seed", [40062, 40102, 40110])
def test_after_a_throw_that_was_not_seen_whole_nothing_is_made_up(seed: int) -> None:
    account = Account(all_seen=True)
    account.play(seed)
    assert account.is_good


def test_a_throw_that_a_turn_ended_without_makes_no_difference() -> None:
    turn = TurnAnswers(Position(GAME, SETUP, GAME.start(SETUP)))
    who = {"seat": SEATS[0]}
    first = {**who, "move": "throw", "faces": ["straight"] * 9}
    stop = {**who, "move": "stop", "take": "city"}
    assert turn.key([first, first, stop]) == turn.key([first, stop])
    assert turn.key([first, first]) != turn.key([first])


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


def test_a_guess_is_no_better_known_for_going_on() -> None:
    """Nine dice twice, after something that nobody saw: by the first they may be what they seem."""
    beam = Beam((Hypothesis(known=0),))
    tells = CarcassonneActs(TurnAnswers(Position(GAME, SETUP, GAME.start(SETUP))), rolled=True)
    faces = ["cap", "corner", "straight", "three", "three", "cap", "cap", "corner", "straight"]
    known = []
    for row in (-4.0, 4.0):
        beam = beam.seen(dice_look(reading_of(thrown(faces, row=row))), tells)
        known.append(sum(one.chance for one in beam.hypotheses if not one.is_lost))
    assert 0 < known[0] < 0.5
    assert known[1] < known[0] + 0.01
