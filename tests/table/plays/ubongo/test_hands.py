"""Simulated hands play Ubongo, seen by eyes that are told the truth."""

from pathlib import Path
from random import Random
from threading import Event

import pytest

from companion.games.ubongo.cards import faces
from companion.games.ubongo.components import Symbol
from companion.simulation.games.ubongo import HANDS
from companion.simulation.habits import CLUMSY, Habits, Mishap
from companion.simulation.simulator import Simulator
from companion.table.plays.ubongo.puzzle_check import check
from tests.games.ubongo.table import begin, play
from tests.table.plays.simulated_evening import TrueEvening
from vision.clock import SteppedClock
from vision.sheets.reader import OutlineReader
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import TokenKit


@pytest.mark.parametrize("seed", [1, 2])
def test_a_short_game_is_seen_and_comes_to_the_true_scores(tmp_path: Path, seed: int) -> None:
    words = {
        "game": "ubongo",
        "seats": ["Ana", "Bob", "Cyril"][: seed + 1],
        "options": {"rounds": 2},
        **HANDS.first_line,
        "pawns": dict(zip(["Ana", "Bob", "Cyril"][: seed + 1], (1, 3, 4), strict=False)),
    }
    evening = TrueEvening(tmp_path, words, HANDS, seed)
    try:
        report = evening.evening.run()
    finally:
        evening.close()
    assert report.asked == []
    assert report.sure_wrong == []
    assert report.scores == report.truth


EVERY_MISHAP = (
    Mishap.WRONG_PLACE,
    Mishap.GRABBED,
    Mishap.PICKED_UP,
    Mishap.PIECEMEAL,
    Mishap.LATE_PAWN,
    Mishap.TWO_AT_ONCE,
    Mishap.FALSE_CALL,
    Mishap.LAST_SECOND,
    Mishap.TOO_LATE,
)


@pytest.mark.parametrize(
    ("seed", "pawns"),
    [
        (1, (0, 2, 5)),
        (4, (0, 2, 5)),
        (4, (0, 5, 5)),  # the sand runs out while the last take is proposed
        (102, (4, 4, 4)),  # and just after it was accepted
    ],
)
def test_mishaps_that_happen_all_the_time_change_no_score(
    tmp_path: Path, seed: int, pawns: tuple[int, ...]
) -> None:
    habits = Habits("always", dict.fromkeys(EVERY_MISHAP, 0.5), slip=CLUMSY.slip)
    words = {
        "game": "ubongo",
        "seats": ["Ana", "Bob", "Cyril"],
        "options": {"rounds": 1},
        **HANDS.first_line,
        "pawns": dict(zip(["Ana", "Bob", "Cyril"], pawns, strict=True)),
    }
    evening = TrueEvening(tmp_path, words, HANDS, seed, habits)
    try:
        report = evening.evening.run()
    finally:
        evening.close()
    assert report.sure_wrong == []
    assert report.scores == report.truth


def test_a_board_that_is_laid_anew_has_its_gems(tmp_path: Path) -> None:
    words = {"game": "ubongo", "seats": ["Ana", "Bob"], **HANDS.first_line}
    evening = TrueEvening(tmp_path, words, HANDS, 1)
    try:
        simulated = SimulatedTable(evening.clock, size_wh=(320, 240))
        simulator = Simulator(simulated)
        simulator.follow(evening.table)
        for kind, name in (("dice", "ubongo_symbols"), ("tokens", "ubongo_gems")):
            simulated.put_away()
            simulator.use_set(kind, name)
            assert simulated.tokens is not None
            kinds = [each.kind for each in simulated.tokens.truth()]
            assert (kinds.count("gem"), kinds.count("pawn")) == (72, 2)
    finally:
        evening.close()


@pytest.mark.parametrize("pieces", [3, 4])
def test_hands_lay_puzzles_of_the_side_that_is_played(pieces: int) -> None:
    clock = SteppedClock()
    simulated = SimulatedTable(clock, seed=4)
    tokens = simulated.lay_tokens(TokenKit(gem_board=True, puzzles=True))
    for symbol in (Symbol.SNAKE, Symbol.MASK):
        state = play(begin(2, pieces=pieces), f"start {symbol}")
        puzzle = HANDS.puzzle(state, Random(7))
        for filled in (True, False):
            tokens.lay_puzzle(puzzle, filled=filled)
            clock.wait(Event(), simulated.busy_until - clock.now() + 0.5)
            (outline,) = OutlineReader().read(simulated.render(clock.now())).outlines
            found = check(outline)
            assert faces()[outline.number].pieces == len(puzzle.pieces) == pieces
            assert (found.outcome if found else None) == ("filled" if filled else None)
            middles = [one.centre for one in tokens.puzzle.truth()]
            assert all(0.02 < at < 0.98 for middle in middles for at in middle), "in view"
