"""Tokens on drawn pictures: taught from three, read in other light, counted with their silent errors."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.tokens.pictures import STONES, Drawn, Style, gem_board, loose
from vision.board_grid import BoardGrid
from vision.manifests.labelled import LabelledPhoto
from vision.readings.tokens import TokenReading
from vision.tokens.naming.looks import looks_of_samples
from vision.tokens.reader import LiveTokenReader, TokenReader
from vision.tokens.sets import TokenSet
from vision.tokens.teaching.teacher import TokenTeacher
from vision.workshop.evaluation.tokens import TOKEN_MEASURE, JudgedTokens, judge_tokens

LIGHTS = (
    Style(lamp=(0.85, 0.95, 1.1), ground=(90, 120, 150)),
    Style(lamp=(1.1, 1.0, 0.85), gloss=1.0),
    Style(lamp=(0.6, 0.65, 0.7), ground=(70, 70, 75), noise=4.0),
)
"""Lamps, gloss and tables that were in no lesson."""


def labelled(drawn: Drawn, *, counts: bool = False) -> LabelledPhoto:
    in_grid = drawn.corners_px is not None
    return LabelledPhoto(
        Path("a.jpg"),
        f"{len(drawn.tokens)}-{drawn.image_bgr[::40, ::40].sum()}.jpg",
        None if counts else tuple(drawn.tokens),
        Counter(token.label for token in drawn.tokens),
        grid=BoardGrid(12, 6) if in_grid else None,
        corners_px=drawn.corners_px,
    )


def taught(pictures: list[Drawn], *, counts: bool = False) -> TokenSet:
    teacher = TokenTeacher("taught")
    for drawn in pictures:
        teacher.show(drawn.image_bgr, labelled(drawn, counts=counts))
    return teacher.lesson().taught


def read(reader: TokenReader, drawn: Drawn) -> JudgedTokens:
    return judge_tokens(labelled(drawn), reader.read(drawn.image_bgr), reader.taught)


@pytest.fixture(scope="module")
def gems() -> TokenReader:
    rng = np.random.default_rng(1)
    board = Style(tilt=0.01)
    return TokenReader(taught([gem_board(rng, board, filled=part) for part in (1.0, 0.5, 1.0)]))


@pytest.fixture(scope="module")
def candies() -> TokenReader:
    rng = np.random.default_rng(2)
    return TokenReader(taught([loose(rng, Style(sides=0), 24) for _ in range(3)]))


@pytest.fixture(scope="module")
def loose_gems() -> tuple[TokenReader, np.random.Generator]:
    """Give a reader of gems that never saw a board, and the luck after its lesson, to be copied."""
    rng = np.random.default_rng(1)
    return TokenReader(taught([loose(rng, Style(), 24) for _ in range(3)])), rng


@pytest.mark.parametrize("filled", [0.8, 0.4])
def test_gems_taught_loose_are_named_in_holes_that_were_never_taught(
    loose_gems: tuple[TokenReader, np.random.Generator], filled: float
) -> None:
    reader, rng = loose_gems[0], deepcopy(loose_gems[1])
    judged = [read(reader, gem_board(rng, style, filled=filled)) for style in LIGHTS]
    lying = [token for one in judged for token in one.tokens if token.labelled]
    assert all(token.right for token in lying)
    assert sum(token.sure for token in lying) > 0.7 * len(lying)
    assert not any(token.sure and not token.right for one in judged for token in one.tokens)


def test_a_gem_board_is_read_in_other_light(gems: TokenReader) -> None:
    rng = np.random.default_rng(11)
    judged = [read(gems, gem_board(rng, style, filled=0.8)) for style in LIGHTS]
    found = TOKEN_MEASURE.report(judged)
    assert found["boards_found"].share == 1
    assert found["tokens_right"].share is not None
    assert found["tokens_right"].share >= 0.99
    assert found["silent"].hits == 0


def test_gems_have_the_cell_they_lie_in_and_those_beside_the_board_none(gems: TokenReader) -> None:
    drawn = gem_board(np.random.default_rng(12), Style(turn_deg=7), beside=4)
    reading = gems.read(drawn.image_bgr)
    cells = {token.cell: token.label for token in drawn.tokens if token.cell is not None}
    assert {token.cell: token.label for token in reading.tokens if token.cell is not None} == cells
    assert sum(token.cell is None for token in reading.tokens) == 4
    assert reading.grid == (12, 6)


def test_a_board_turned_about_is_read_from_its_red_fields(gems: TokenReader) -> None:
    drawn = gem_board(np.random.default_rng(13), Style(turn_deg=180), beside=0)
    assert read(gems, drawn).right


def test_an_empty_table_has_no_tokens(candies: TokenReader) -> None:
    drawn = loose(np.random.default_rng(14), Style(), 0)
    reading = candies.read(drawn.image_bgr)
    assert reading.is_empty
    assert not any(token.sure for token in reading.tokens)


def test_touching_candies_are_counted_in_other_light(candies: TokenReader) -> None:
    rng = np.random.default_rng(15)
    styles = [replace(style, sides=0) for style in LIGHTS]
    judged = [read(candies, loose(rng, style, 30, heap=0.9)) for style in styles]
    found = TOKEN_MEASURE.report(judged)
    assert found["tokens_right"].share is not None
    assert found["tokens_right"].share >= 0.97
    assert found["silent"].hits == 0


def test_counts_alone_teach_as_well() -> None:
    rng = np.random.default_rng(16)
    lesson = [loose(rng, Style(sides=0), 20) for _ in range(3)]
    reader = TokenReader(taught(lesson, counts=True))
    found = TOKEN_MEASURE.report([read(reader, loose(rng, Style(sides=0), 20)) for _ in range(2)])
    assert found["tokens_right"].share is not None
    assert found["tokens_right"].share >= 0.95
    assert found["silent"].hits == 0


def test_stones_are_named_however_they_are_turned() -> None:
    rng = np.random.default_rng(17)
    lesson = [loose(rng, Style(), 14, STONES, heap=0, in_turn=True) for _ in range(3)]
    reader = TokenReader(taught(lesson))
    found = TOKEN_MEASURE.report(
        [read(reader, loose(rng, style, 6, STONES)) for style in (Style(), *LIGHTS)]
    )
    assert found["tokens_right"].share is not None
    assert found["tokens_right"].share >= 0.9
    assert found["silent"].hits == 0


def test_on_another_ground_the_tokens_tell_the_lamp(candies: TokenReader) -> None:
    samples = candies.taught.samples
    looks = looks_of_samples(samples)
    warmer = np.median(looks.around, 0) + np.array([-0.28, 0.0, 0.28])
    named = candies.eye.namer.named_on(warmer, looks, np.ones(len(samples)))
    assert named is not None
    labels = [candies.taught.labels[k] for k in named.chances.argmax(1).tolist()]
    assert labels == [sample.label for sample in samples]


def test_what_was_never_taught_is_no_sure_token(candies: TokenReader) -> None:
    stones = loose(np.random.default_rng(18), Style(), 8, STONES)
    reading = candies.read(stones.image_bgr)
    assert not any(token.sure for token in reading.tokens)


def test_coins_cards_dice_and_shadows_are_no_sure_tokens(candies: TokenReader) -> None:
    rng = np.random.default_rng(21)
    for ground in ((120, 160, 190), (60, 70, 60)):
        image = loose(rng, Style(sides=0, ground=ground), 0).image_bgr.copy()
        cv2.rectangle(image, (60, 60), (190, 240), (235, 240, 242), -1, cv2.LINE_AA)
        cv2.rectangle(image, (75, 80), (175, 150), (40, 40, 170), -1, cv2.LINE_AA)
        for at, radius, paint in (
            ((330, 110), 26, (105, 150, 175)),
            ((430, 130), 30, (150, 155, 158)),
            ((330, 260), 18, (60, 95, 150)),
        ):
            cv2.circle(image, at, radius, paint, -1, cv2.LINE_AA)
            cv2.circle(image, at, round(0.8 * radius), (80, 95, 105), 1, cv2.LINE_AA)
        cv2.rectangle(image, (520, 90), (552, 122), (225, 230, 232), -1, cv2.LINE_AA)
        for dot in ((528, 98), (536, 106), (544, 114)):
            cv2.circle(image, dot, 3, (30, 30, 30), -1, cv2.LINE_AA)
        shade = image[300:400, 430:600]
        cv2.ellipse(shade, (80, 50), (60, 35), 20, 0, 360, (50, 60, 70), -1, cv2.LINE_AA)
        reading = candies.read(image)
        assert not [token for token in reading.tokens if token.sure]


def test_a_live_reader_reads_the_same_again(gems: TokenReader) -> None:
    live = LiveTokenReader(gems.taught)
    drawn = gem_board(np.random.default_rng(19), Style(), beside=2)
    readings = [live.read(drawn.image_bgr) for _ in range(2)]
    assert _said(readings[0]) == _said(readings[1])
    assert _said(live.pool(readings)) == _said(readings[0])


def test_a_board_beside_which_nothing_has_an_outline_is_read(gems: TokenReader) -> None:
    image = gem_board(np.random.default_rng(19), Style(), beside=0).image_bgr.copy()
    height, width = image.shape[:2]
    pitch = width / 17
    board = np.zeros((height, width), np.bool_)
    top, left = int(height / 2 - 3.3 * pitch), int(width / 2 - 6.3 * pitch)
    board[top : int(height / 2 + 3.3 * pitch), left : int(width / 2 + 6.3 * pitch)] = True
    image[~board] = np.median(image[board], axis=0)
    assert len(gems.read(image).tokens) == 72


@pytest.mark.parametrize("part", [0.5, 0.4])
def test_a_live_reader_that_took_the_size_wrongly_finds_the_board_all_the_same(
    gems: TokenReader, part: float
) -> None:
    """As where a puzzle lay on the board: what was found there seemed to lie much nearer."""
    live = LiveTokenReader(gems.taught)
    image = gem_board(np.random.default_rng(19), Style(), beside=2).image_bgr
    height, width = image.shape[:2]
    top, left = round(height * (1 - part) / 2), round(width * (1 - part) / 2)
    nearer = cv2.resize(image[top : height - top, left : width - left], (width, height))
    live.read(nearer.astype(np.uint8))
    assert _said(live.read(image)) == _said(gems.read(image))


def test_readings_that_disagree_are_not_sure(candies: TokenReader) -> None:
    drawn = loose(np.random.default_rng(20), Style(sides=0), 6, heap=0)
    one = candies.read(drawn.image_bgr)
    other = replace(one, tokens=one.tokens[:-1])
    assert candies.pool([one, one]).sure == one.sure
    assert not candies.pool([one, one, other]).sure
    with pytest.raises(ValueError, match="no readings"):
        candies.pool([])


def _said(reading: TokenReading) -> list[tuple[str, object]]:
    return sorted(((token.label, token.cell) for token in reading.tokens), key=str)
