"""What the table thinks of each look is written down, and played again without a camera."""

import json
from random import Random

import pytest

from companion.table.explaining import Explainer, words_of
from companion.table.shapes.values import JsonObject
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.carcassonne_dice.clumsy import doubted, thrown
from tests.table.tracking.test_beam import story
from tests.table.weighed_again import look_of, weigh_again
from vision.piece import dice_look


def explained(game: str, looks: list[list[PaperDie]]) -> list[JsonObject]:
    """Show these looks to a table; return what it wrote of them, as it comes back from a file."""
    lines: list[str] = []
    bench: Bench = bench_on(None, 1)
    bench.table.sight.explain = Explainer(lambda line: lines.append(json.dumps(line)))
    bench.table.start_sitting({"game": game, "seats": ["Ana", "Bob"]})
    for dice in looks:
        bench.show(reading_of(dice))
        bench.wait(3.0)
    bench.table.close()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("game", ["yacht", "plain_dice"])
@pytest.mark.parametrize("seed", range(4))
def test_what_was_written_comes_to_the_same_when_it_is_played_again(game: str, seed: int) -> None:
    looks = [dice for _, dice in story(Random(seed), 5)]
    lines = explained(game, looks)
    assert len(lines) == len(looks)
    again = [decision.kind for _, decision in weigh_again(lines)]
    assert again == [line["decided"] for line in lines]
    assert "act" in again


def test_each_hypothesis_is_told_with_its_acts_and_its_chance() -> None:
    looks = [dice for _, dice in story(Random(1), 5)]
    for line in explained("yacht", looks):
        best = line["hypotheses"][0]
        assert best["acts"]
        assert best["weight"] <= 0
        assert line["same"] + line["unknown"] + sum(one["chance"] for one in line["meanings"]) <= 1.01


def test_of_a_game_that_tracks_no_pieces_nothing_is_written() -> None:
    assert explained("gruftmeister", [thrown(["1"] * 3)]) == []


def test_a_look_is_read_as_it_was_written() -> None:
    look = dice_look(doubted(thrown(["cap", "three"]), (3.0, 3.0)))
    assert look_of(json.loads(json.dumps(words_of(look)))) == look


def test_lines_that_nobody_wrote_are_refused() -> None:
    with pytest.raises(ValueError, match="what is played"):
        list(weigh_again([{"moves": []}]))
