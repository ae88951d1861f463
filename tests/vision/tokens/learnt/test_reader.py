"""What the rival reader makes of drawn tables: it was trained on none of them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.tokens.pictures import STONES, Drawn, Style, gem_board, loose
from tests.vision.tokens.test_reader import LIGHTS, labelled, taught
from vision.pyramid import Pyramid
from vision.tokens.learnt.matching import TokenMatcher, answer
from vision.tokens.learnt.reader import LearntTokenReader
from vision.workshop.evaluation.report import Report
from vision.workshop.evaluation.tokens import TOKEN_MEASURE, judge_tokens


def read(reader: LearntTokenReader, drawn: Sequence[Drawn]) -> Report:
    judged = (judge_tokens(labelled(one), reader.read(one.image_bgr), reader.taught) for one in drawn)
    return TOKEN_MEASURE.report(list(judged))


@pytest.fixture(scope="module")
def candies() -> LearntTokenReader:
    rng = np.random.default_rng(2)
    return LearntTokenReader(taught([loose(rng, Style(sides=0), 24) for _ in range(3)]))


@pytest.fixture(scope="module")
def gems() -> LearntTokenReader:
    rng = np.random.default_rng(1)
    lesson = [gem_board(rng, Style(tilt=0.01), filled=part) for part in (1.0, 0.5, 1.0)]
    return LearntTokenReader(taught(lesson))


def test_touching_candies_are_named_in_other_light(candies: LearntTokenReader) -> None:
    rng = np.random.default_rng(15)
    styles = [replace(style, sides=0) for style in LIGHTS]
    found = read(candies, [loose(rng, style, 30, heap=0.9) for style in styles])
    assert found["tokens_right"].share is not None
    assert found["tokens_right"].share >= 0.95
    assert found["silent"].hits == 0


def test_a_gem_board_is_read_in_other_light(gems: LearntTokenReader) -> None:
    rng = np.random.default_rng(11)
    found = read(gems, [gem_board(rng, style, filled=0.8) for style in LIGHTS])
    assert found["boards_found"].share == 1
    assert found["tokens_right"].share is not None
    assert found["tokens_right"].share >= 0.95
    assert found["silent"].hits == 0


def test_what_was_never_taught_is_no_sure_token(candies: LearntTokenReader) -> None:
    stones = loose(np.random.default_rng(18), Style(), 8, STONES)
    assert not any(token.sure for token in candies.read(stones.image_bgr).tokens)


def test_what_is_surely_no_thing_tells_nothing_of_the_light(candies: LearntTokenReader) -> None:
    drawn = loose(np.random.default_rng(16), replace(LIGHTS[1], sides=0), 12)
    picture, matcher = Pyramid(drawn.image_bgr), TokenMatcher(candies.taught)
    rng = np.random.default_rng(4)
    centres = np.array([one.centre_px for one in drawn.tokens], np.float64)
    ground = rng.uniform(50, 500, (200, 2))
    radii = np.full(len(centres) + len(ground), 20.0)
    found = np.concatenate([np.full(len(centres), 1.0), np.full(len(ground), -9.0)])
    alone = answer(matcher.question(picture, centres, radii[: len(centres)], found[: len(centres)]))
    among = answer(matcher.question(picture, np.vstack([centres, ground]), radii, found))
    assert np.abs(among[: len(centres)] - alone).max() < 0.1


def test_an_empty_table_has_no_tokens(candies: LearntTokenReader) -> None:
    drawn = loose(np.random.default_rng(14), Style(), 0)
    assert candies.read(drawn.image_bgr).is_empty


def test_a_label_in_doubt_is_never_sure(candies: LearntTokenReader) -> None:
    drawn = loose(np.random.default_rng(19), Style(sides=0), 12)
    doubted = LearntTokenReader(replace(candies.taught, in_doubt=candies.taught.labels))
    assert candies.read(drawn.image_bgr).tokens
    assert not any(token.sure for token in doubted.read(drawn.image_bgr).tokens)
