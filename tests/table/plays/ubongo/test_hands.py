"""Simulated hands play Ubongo, seen by eyes that are told the truth."""

from pathlib import Path

import pytest

from companion.table.plays.ubongo.hands import HANDS
from tests.table.plays.simulated_evening import TrueEvening


@pytest.mark.parametrize("seed", [1, 2])
def test_a_short_game_is_seen_and_comes_to_the_true_scores(tmp_path: Path, seed: int) -> None:
    words = {
        "game": "ubongo",
        "seats": ["Ana", "Bob", "Cyril"][: seed + 1],
        "options": {"rounds": 2},
        **HANDS.first_line,
    }
    evening = TrueEvening(tmp_path, words, HANDS, seed)
    try:
        report = evening.evening.run()
    finally:
        evening.close()
    assert report.asked == []
    assert report.sure_wrong == []
    assert report.scores == report.truth
